/** The groups in which the office finds its mails, each by how its kinds begin; the first that fits. */
const beginnings: readonly [group: string, kinds: RegExp][] = [
  ['Registration', /^(registration|already|correction|credentials|payment-(asked|reminder))/],
  ['Payments', /^(payment|receipt|subscription|share)/],
  ['Members', /^(membership|erasure|email|bearer)/],
  ['Conferences', /^(participation|conference)/],
  ['Letters and messages', /^(circular|notice|letter|contact)/],
  ['Logins and the office', /./],
];

export const mailGroups = beginnings.map(([group]) => group);

/** The group of a kind of mail. */
export const mailGroup = (kind: string): string => beginnings.find(([, kinds]) => kinds.test(kind))?.[0] ?? '';
