/**
 * Every feature of `server/features` and `web/features`, from the lowest to the highest. A feature imports only from features
 * that come before it here, in its own tier or a lower one, so that there are no import cycles. What a lower feature needs from a
 * higher one is handed to it where the server lists its features (`server/features.ts`). `feature-map.test.ts` checks this, and that only the
 * `*.queries.ts` offered below are imported by other features.
 */
export const tiers = {
  // Features that all others may use, and that depend on none.
  foundations: [
    'monitoring',
    'content',
    'media',
    'activity-log',
    'job-progress',
    'canned-replies',
    'policies',
    'locations',
    'settings',
    'templates',
  ],
  // Authentication and access.
  access: ['auth', 'access-audit', 'passkeys', 'second-factor'],
  // Members, the office's administrators and bearers, and visitors who write.
  people: ['members', 'proposals', 'administrators', 'bearers', 'contact'],
  // Credits in the bank account and at the gateway, payments due and received.
  money: ['gateway', 'bank-credits', 'receipts', 'shares', 'payments', 'subscription', 'tiers', 'checkoff'],
  // The work of the office, members and applicants with people and money.
  work: [
    'card',
    'verification',
    'conferences',
    'participations',
    'letters',
    'votes',
    'corrections',
    'registrations',
    'online',
    'directory',
    'imports',
    'merging',
    'statements',
    'reports',
  ],
  // The public site, and features that combine all others.
  site: ['news', 'gallery', 'resources', 'library', 'feeds', 'search', 'mail-log', 'home', 'timeline', 'overview'],
} as const;

/**
 * The queries that a feature offers to others, which call them in their own transactions, and the reason. All other `*.queries.ts`
 * files are private to their feature.
 */
export const offered: Record<string, string> = {
  'content/pictured-items.queries.ts': 'the same queries for the tables of news and conferences',
  'auth/auth.queries.ts': 'a member’s login, which a second factor and a changed e-mail address suspend or end',
  'auth/sessions.queries.ts': 'the owner of a session, and its end when its credentials change',
  'passkeys/passkeys.queries.ts': 'how many passkeys somebody has, and their removal in the transaction of a change',
  'second-factor/second-factor.queries.ts':
    'whether somebody has a second factor, its removal by the office, and the lock while a password is verified',
  'members/members.queries.ts': 'the record: found by a text, locked and changed in the caller’s transaction',
  'members/member-counts.queries.ts': 'precomputed counts, which lists of members add up',
  'gateway/gateway.queries.ts':
    'links and payments at the gateway: a receipt and the gateway’s payment are one transaction',
  'gateway/settlements.queries.ts': 'what the gateway has paid into the bank account: credits are matched with it',
  'bank-credits/claimed-numbers.queries.ts':
    'a number counts as claimed in the transaction of the claim, the refund or the payment that has it',
  'bank-credits/credits.queries.ts':
    'lines of statements are stored, locked and booked in the transaction of their file or payment',
  'receipts/issued.queries.ts': 'receipts are issued, cancelled and erased with their payments, and years held open',
  'settings/settings.queries.ts': 'the settings, and columns of them that another feature’s form changes',
  'shares/share-entries.queries.ts': 'a receipt and its share are one transaction',
  'payments/payments.queries.ts': 'the ledger: a decision and its payment are one transaction',
  'subscription/subscription.queries.ts': 'the settings of the subscription, by which every list reads statuses',
  'subscription/status.queries.ts': 'statuses are conditions inside the statements of lists',
  'checkoff/authorisations.queries.ts': 'who leaves has nothing deducted any more, in the transaction of the decision',
  'conferences/conferences.queries.ts':
    'a conference is found, locked and noted on with those who take part, and edited on the site',
  'letters/recipients.queries.ts': 'the same selection of members is the roll of a vote',
  'corrections/corrections.queries.ts': 'a decision ends the request in its transaction',
  'card/card.queries.ts': 'a card ends in the transaction that merges its record',
  'registrations/review.queries.ts': 'the Overview counts what waits there',
  'votes/roll.queries.ts': 'how many objections to rolls wait for an answer',
};
