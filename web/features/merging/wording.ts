import type { Likeness } from '#shared/likenesses.ts';

const likenessText: Record<Likeness, string> = {
  email: 'the same e-mail',
  mobile: 'the same mobile number',
  person: 'the same name and date of birth',
  emailAlike: 'the same e-mail apart from dots and the host',
  nameAndState: 'the same name in one State',
};

/** What two records have in common: 'the same e-mail, the same mobile number'. */
export const likenessOf = (by: readonly Likeness[]): string => by.map((each) => likenessText[each]).join(', ');

/** The member number, or the reference of a record without one. */
export const numberOf = ({ memberNumber, reference }: { memberNumber: string | null; reference: string }): string =>
  memberNumber ?? reference;
