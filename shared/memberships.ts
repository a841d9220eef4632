/** Apart from the other choices (`options.ts`), which not every page loads. */

/** The three tiers. The order is also the order of priority wherever one is needed. */
export const membershipValues = ['Patron member', 'lifetime member', 'Individual member'] as const;
export type MembershipValue = (typeof membershipValues)[number];

/** The displayed name of each tier; the stored value stays as above. */
export const membershipLabels: Record<MembershipValue, string> = {
  'Patron member': 'Patron',
  'lifetime member': 'Permanent/Lifetime',
  'Individual member': 'Individual',
};
