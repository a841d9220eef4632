/**
 * The map of the house: every feature of `server/features` and `web/features`, from the lowest to the highest. A feature imports
 * only from features that stand before it here, in its own tier or a lower one, so that nothing depends on itself in a circle. What
 * a lower feature needs of a higher one is handed to it where routes are registered (`server/app.ts`).
 * `feature-map.test.ts` demands it, and that nobody imports another feature's `*.queries.ts`.
 */
export const tiers = {
  // What every other feature may use, and what stands alone.
  foundations: ['health', 'metrics', 'content', 'media', 'log', 'jobs', 'texts', 'policies', 'locations', 'settings'],
  // Who may come in, and how they prove who they are.
  access: ['auth', 'second-factor', 'administrators'],
  // Who the members are, and which office they hold.
  people: ['members', 'bearers'],
  // What they owe and have paid.
  money: ['payments', 'receipts', 'subscription', 'tiers'],
  // What the office, members and applicants do with both.
  work: [
    'card',
    'verification',
    'certificates',
    'corrections',
    'registrations',
    'directory',
    'imports',
    'statements',
    'reports',
    'letters',
    'circulars',
  ],
  // What visitors read, and what is gathered from all of it.
  site: [
    'news',
    'conferences',
    'participation',
    'gallery',
    'resources',
    'contact',
    'feeds',
    'search',
    'mail',
    'overview',
  ],
} as const;

/** Imports that the map does not allow, by the reason for which they stand. One that is no longer needed fails the test as well. */
export const exceptions: Record<string, readonly string[]> = {
  'From before the map; to be turned round': [],
  'From before the map; to be offered by a file that is meant for others': [],
};
