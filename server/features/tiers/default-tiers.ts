import type { MembershipValue } from '#shared/memberships.ts';

export interface DefaultTier {
  membership: MembershipValue;
  title: string;
  /** A line under the title. */
  heading: string;
  /** Whole rupees, paid once. */
  feeRupees: number;
  benefits: string[];
  /** The order of tiers everywhere, from 1 on. */
  rank: number;
}

const benefitsOfAllMembers = [
  'An entry in the members’ directory, and access to it',
  'Conferences and webinars on criminal law and procedure',
  'Contact with prosecutors in every State and Union Territory',
];

/** The three tiers, in the order Patron, Permanent, Individual. */
export const defaultTiers: DefaultTier[] = [
  {
    membership: 'Patron member',
    title: 'Patron Membership',
    heading: 'For those who wish to support the association as its patrons',
    feeRupees: 25_000,
    benefits: [
      ...benefitsOfAllMembers,
      'First in the order of priority where places are limited',
      'Listed first in the members’ directory',
    ],
    rank: 1,
  },
  {
    membership: 'lifetime member',
    title: 'Permanent/Lifetime Membership',
    heading: 'For those who wish to be permanent members',
    feeRupees: 10_000,
    benefits: [...benefitsOfAllMembers, 'Second in the order of priority where places are limited'],
    rank: 2,
  },
  {
    membership: 'Individual member',
    title: 'Individual Membership',
    heading: 'For every prosecutor and legal professional',
    feeRupees: 1_000,
    benefits: [...benefitsOfAllMembers, 'The same access as every other member'],
    rank: 3,
  },
];
