/**
 * The map of the house: every feature of `server/features` and `web/features`, from the lowest to the highest. A feature imports
 * only from features that come before it here, in its own tier or a lower one, so that nothing depends on itself in a circle. What
 * a lower feature needs of a higher one is handed to it where routes are registered (`server/app.ts`).
 * `feature-map.test.ts` demands it, and that of another feature's `*.queries.ts` nothing is imported but what is offered below.
 */
export const tiers = {
  // What every other feature may use, and what depends on nothing.
  foundations: [
    'health',
    'metrics',
    'content',
    'media',
    'log',
    'jobs',
    'texts',
    'policies',
    'locations',
    'settings',
    'templates',
  ],
  // Who may come in, and how they prove who they are.
  access: ['auth', 'reading', 'second-factor'],
  // Who the members are, who works for them in the office, and who holds an office.
  people: ['members', 'administrators', 'bearers'],
  // What they owe and have paid.
  money: ['payments', 'receipts', 'subscription', 'tiers'],
  // What the office, members and applicants do with both.
  work: [
    'card',
    'verification',
    'participations',
    'letters',
    'circulars',
    'corrections',
    'registrations',
    'directory',
    'imports',
    'statements',
    'reports',
  ],
  // What visitors read, and what is gathered from all of it.
  site: ['news', 'conferences', 'gallery', 'resources', 'contact', 'feeds', 'search', 'mail', 'overview'],
} as const;

/**
 * The queries that a feature offers to others, which call them in transactions of their own, and why. Every other `*.queries.ts` of
 * the server is its feature's own.
 */
export const offered: Record<string, string> = {
  'auth/auth.queries.ts': 'the login of a member, which a second factor and a changed e-mail hold or end',
  'auth/sessions.queries.ts': 'whose session it is, and its end with what it was begun with',
  'second-factor/second-factor.queries.ts': 'whether somebody has a second factor, and its removal by the office',
  'second-factor/owner.queries.ts': 'an administrator is held while the password is verified',
  'members/members.queries.ts': 'the record: found, locked and changed in the transaction of what is done to it',
  'members/member-counts.queries.ts': 'what is counted beforehand, which lists of members add up',
  'members/person-text.queries.ts': 'how a text is searched in a record, inside the statements of lists',
  'payments/payments.queries.ts': 'the ledger: a decision and its payment are one transaction',
  'payments/bookings.queries.ts': 'lines of the statement are booked in the transaction that receives their payment',
  'subscription/subscription.queries.ts': 'the settings of the subscription, by which every list reads statuses',
  'subscription/status.queries.ts': 'statuses are conditions inside the statements of lists',
  'subscription/notices.queries.ts': 'whether a notice is still owed when its mail leaves',
  'corrections/corrections.queries.ts': 'a decision ends the question in its transaction',
  'registrations/review.queries.ts': 'the Overview says what waits there',
};
