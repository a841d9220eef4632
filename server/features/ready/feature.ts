import type { Feature } from '#server/feature.ts';
import './tables.ts';

/** What the site lacks before it can begin, and what stops being right later. */
export const ready: Feature = {
  name: 'ready',
};
