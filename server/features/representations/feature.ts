import type { Feature } from '#server/feature.ts';
import './representations.queries.ts';

/** What the association asks of government. */
export const representations: Feature = { name: 'representations' };
