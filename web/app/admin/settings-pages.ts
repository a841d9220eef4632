import { mailNames } from '#shared/mail-names.ts';
import { paymentLabels } from '#shared/payment-changes.ts';

interface SettingsPage {
  /** Its name in the address. */
  id: string;
  label: string;
  power: 'content' | 'full';
  /** What is set there, for the search: labels, legends or headings of the page. */
  settings: readonly string[];
}

/** The pages of the settings, in groups. */
export const settingGroups = [
  {
    name: 'Texts',
    pages: [
      { id: 'welcome', label: 'Welcome Message', power: 'content', settings: [] },
      { id: 'about', label: 'About', power: 'content', settings: [] },
      { id: 'updates', label: 'Important Updates', power: 'content', settings: [] },
    ],
  },
  {
    name: 'Association',
    pages: [
      {
        id: 'association',
        label: 'Association',
        power: 'full',
        settings: [
          'Name',
          'Short name',
          'Phone line in the header',
          'Office e-mail',
          'Support e-mail',
          'Address',
          'Grievance Officer',
          'Follow us',
        ],
      },
      { id: 'certificates', label: 'Certificates', power: 'full', settings: ['First signer', 'Second signer'] },
    ],
  },
  {
    name: 'Money',
    pages: [
      { id: 'payment', label: 'Payment', power: 'full', settings: Object.values(paymentLabels) },
      {
        id: 'subscription',
        label: 'Annual subscription',
        power: 'full',
        settings: [
          'Ask members for the annual subscription',
          'Amount in rupees a year',
          'First year it is asked for',
          'The year of the approval',
          'Members may pay the next year early',
          'Mails to members who have not paid',
          'What a lapsed member keeps',
        ],
      },
      {
        id: 'receipts',
        label: 'Receipts',
        power: 'full',
        settings: ['Prefix of receipt numbers', 'Registration number', 'PAN', 'GSTIN', 'Treasurer'],
      },
    ],
  },
  {
    name: 'Mail',
    pages: [
      {
        id: 'letters',
        label: 'Letters',
        power: 'full',
        settings: ['Mails a minute', 'Clear days of a notice', 'Mails that did not arrive until circulars stop'],
      },
      { id: 'mails', label: 'Mails', power: 'full', settings: Object.values(mailNames) },
    ],
  },
  {
    name: 'Safety',
    pages: [
      {
        id: 'retention',
        label: 'Retention',
        power: 'full',
        settings: ['Rejected applications: days after the rejection', 'Unpaid applications: days without a payment'],
      },
      {
        id: 'security',
        label: 'Security',
        power: 'full',
        settings: ['Second factor of administrators', 'Records an hour for one administrator'],
      },
    ],
  },
] as const satisfies readonly { name: string; pages: readonly SettingsPage[] }[];

export type SettingsPageId = (typeof settingGroups)[number]['pages'][number]['id'];

export interface ShownGroup {
  name: string;
  pages: readonly SettingsPage[];
}
