import type { Association, PaymentDetails } from '#shared/contracts/settings.ts';
import type { MembershipValue } from '#shared/options.ts';

/** What a fresh site says until the office changes it. Nothing here is invented: what only the office knows stays empty. */
export interface DefaultSettings {
  homeData: string;
  about: string;
  /** In the order they were added; the home page shows the last one first. */
  importantUpdates: { title: string; description: string }[];
  association: Association;
  payment: PaymentDetails;
}

export interface DefaultTier {
  membership: MembershipValue;
  title: string;
  /** A line under the title. */
  heading: string;
  /** Whole rupees, paid once. */
  feeRupees: number;
  benefits: string[];
  /** 1 comes first wherever one tier has to come before another. */
  rank: number;
}

export const defaultSettings: DefaultSettings = {
  homeData: `We are the association of those who speak for the State in the criminal courts of India: public prosecutors of every rank, from the court of the Magistrate to the High Court, in every State and Union Territory.

We bring prosecutors together across States and services. We share what we learn about the new criminal laws, help each other with difficult questions, and speak up for an independent, well-equipped and respected prosecution.

If you are a prosecutor, serving or retired, or a legal professional who shares these aims, you are welcome among us.`,

  about: `The All India Association of Public Prosecutors is a voluntary body of prosecutors from all parts of India. It is open to Directors, Deputy Directors and Assistant Directors of Prosecution, Public Prosecutors, Additional, Special and Assistant Public Prosecutors, and to legal professionals who support its aims.

Why we exist
A fair criminal trial needs a prosecutor who is independent, prepared and heard. Prosecutors in different States work under different rules and often alone. The association gives them a common forum.

What we do
We hold conferences and webinars on criminal law and procedure, in particular on the Bharatiya Nyaya Sanhita, the Bharatiya Nagarik Suraksha Sanhita and the Bharatiya Sakshya Adhiniyam.
We keep a directory through which members find a colleague in another district, or one who knows a special law.
We collect useful links and publish news about prosecution.
We represent the concerns of prosecutors: training, safety, infrastructure and conditions of service.

What we stand for
Fairness to the accused, dignity for the victim, and loyalty to the court and to the law. The association takes no part in individual cases and belongs to no political party.

How we are organised
The General Body of all members decides on the association’s course and its fees. Office bearers elected by the members carry on its work.`,

  importantUpdates: [
    {
      title: 'Beware of false payment requests',
      description:
        'Fees are paid only through the payment step of this website. The association never asks for a PIN, a password or a one-time code by telephone, message or e-mail.',
    },
    {
      title: 'What happens after you register',
      description:
        'You receive an acknowledgement with a reference number by e-mail. The office checks your documents and your payment. After approval your login details come by e-mail; please change the temporary password at your first login.',
    },
    {
      title: 'What to keep ready for the registration',
      description:
        'A photograph of yourself, a scan of your identity card, your ID number, and your years of experience and recruitment. You pay in the second step by UPI or bank transfer and upload a screenshot of the payment. If you have to stop in between, the link in the acknowledgement leads back to the payment.',
    },
    {
      title: 'Membership is open',
      description:
        'Choose Patron, Permanent / Lifetime or Individual membership on the Membership page, accept the terms and fill in the form. It takes about ten minutes.',
    },
  ],

  association: {
    name: 'All India Association of Public Prosecutors',
    shortName: 'All India Prosecutors',
    phone: '',
    supportEmail: '',
    officeEmail: '',
    address: '',
    socialLinks: [],
  },

  payment: {
    upiId: '',
    payeeName: '',
    bankName: '',
    accountName: '',
    accountNumber: '',
    ifsc: '',
    branch: '',
  },
};

const benefitsOfAllMembers = [
  'Entry in the members’ directory, and access to it',
  'Conferences and webinars on criminal law and procedure',
  'Contact with prosecutors in every State and Union Territory',
  'Voice and vote in the General Body',
];

/** The three tiers, in the order Patron, Permanent, Individual. */
export const defaultTiers: DefaultTier[] = [
  {
    membership: 'Patron member',
    title: 'Patron Membership',
    heading: 'For those who wish to carry the work of the association',
    feeRupees: 25_000,
    benefits: [
      'Member for life: the fee is paid once',
      ...benefitsOfAllMembers,
      'First in order where places are limited',
      'Named first in the directory, as a patron of the association',
    ],
    rank: 1,
  },
  {
    membership: 'lifetime member',
    title: 'Permanent / Lifetime Membership',
    heading: 'For those who wish to belong for life',
    feeRupees: 10_000,
    benefits: [
      'Member for life: the fee is paid once',
      ...benefitsOfAllMembers,
      'Second in order where places are limited',
    ],
    rank: 2,
  },
  {
    membership: 'Individual member',
    title: 'Individual Membership',
    heading: 'For every prosecutor and legal professional',
    feeRupees: 1_000,
    benefits: [
      'The same access as every other member',
      ...benefitsOfAllMembers,
      'A change to Permanent or Patron membership is possible at any time',
    ],
    rank: 3,
  },
];
