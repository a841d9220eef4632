import { t } from './text.ts';

/** A State's name in the page's language. Its words load with what imports this, or asks for the list of States. */
export const stateName = (state: string): string => t(state);
