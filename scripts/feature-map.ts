/** The folders of `server/features` and `web/features` that declare no feature, each with the feature that follows it in the order. */
export const withoutDeclaration: Readonly<Record<string, string>> = {
  content: 'media',
  policies: 'locations',
  proposals: 'administrators',
  gateway: 'receipts',
  'bank-credits': 'receipts',
};

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
  'participations/participations.queries.ts': 'who came in is a column of the participation, changed with the scans',
  'letters/recipients.queries.ts': 'the same selection of members is the roll of a vote',
  'corrections/corrections.queries.ts': 'a decision ends the request in its transaction',
  'card/card.queries.ts': 'a card ends in the transaction that merges its record',
  'registrations/review.queries.ts': 'the Overview counts what waits there',
  'votes/roll.queries.ts': 'how many objections to rolls wait for an answer',
};
