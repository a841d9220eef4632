import type { PolicyDocument } from '#web/features/policies/document.ts';

export const terms: PolicyDocument = {
  title: 'Terms and Conditions',
  effectiveDate: 'January 1, 2025',
  intro:
    'These terms govern the use of this website and membership of {{associationName}}, in these terms “the association”. Whoever uses the site or applies for membership accepts them.',
  sections: [
    {
      id: 'the-site',
      heading: 'The site',
      blocks: [
        {
          kind: 'text',
          text: 'The site informs the public about the association and about the work of prosecutors, takes applications for membership, and gives members a directory and a profile. Everyone may read the public pages. The directory and the profile are for members who are logged in.',
        },
        {
          kind: 'text',
          text: 'What is published here is general information. It is not legal advice, it does not state the view of any government or directorate of prosecution, and it does not replace the text of the law. Links lead to sites for which others are responsible.',
        },
      ],
    },
    {
      id: 'membership',
      heading: 'Who can become a member',
      blocks: [
        {
          kind: 'list',
          items: [
            'Public prosecutors of every rank, serving or retired, officers of the directorates of prosecution, and legal professionals who share the association’s aims may apply.',
            'An applicant is at least 18 years old and applies in person, for himself or herself only.',
            'The particulars given in the application are true and complete, and are kept up to date in the profile.',
            'Members in public service see to it themselves that their membership agrees with the conduct rules of their service.',
          ],
        },
      ],
    },
    {
      id: 'types-of-membership',
      heading: 'Types of membership',
      blocks: [
        {
          kind: 'text',
          text: 'There are three types of membership: Patron, Permanent or Lifetime, and Individual. All members have equal access to the directory, the conferences and the services of the association. Where places or resources are limited and a choice has to be made, the order is Patron, then Permanent, then Individual.',
        },
      ],
    },
    {
      id: 'fees',
      heading: 'Fees and annual subscription',
      blocks: [
        { kind: 'text', text: 'A one-time membership fee is paid with the application:' },
        {
          kind: 'list',
          items: ['Patron member: Rs 25,000', 'Permanent or Lifetime member: Rs 10,000', 'Individual member: Rs 1,000'],
        },
        {
          kind: 'text',
          text: 'In addition, all members pay an annual subscription of Rs 1,000. The General Body may revise the fees and the subscription. The amounts shown on the membership page on the day of the application apply to it; a later revision of the one-time fee does not affect members who have already paid it.',
        },
        {
          kind: 'text',
          text: 'Payment is made by bank transfer or by UPI to the account shown in the payment step. The association never asks for a PIN, a password or a one-time code by telephone, message or e-mail. Refunds follow the Refund Policy.',
        },
      ],
    },
    {
      id: 'application',
      heading: 'Application and approval',
      blocks: [
        {
          kind: 'text',
          text: 'An application consists of the registration form, the documents it asks for and the proof of payment. The office checks it and approves or rejects it; a rejection states its reason. Paying the fee alone does not make anyone a member. Membership begins with the approval, of which the applicant is told by e-mail.',
        },
        {
          kind: 'text',
          text: 'A rejected applicant may apply again once the reason no longer exists.',
        },
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      blocks: [
        {
          kind: 'list',
          items: [
            'The login details sent on approval are for you alone. Change the temporary password at the first login and tell it to nobody.',
            'Log out on devices that others use as well.',
            'Tell the office at once if you believe that somebody else has used your account.',
          ],
        },
      ],
    },
    {
      id: 'conduct',
      heading: 'Conduct',
      blocks: [
        { kind: 'text', text: 'Members uphold the dignity of their office. They do not:' },
        {
          kind: 'list',
          items: [
            'use the association’s name, logo or membership to influence a court, a witness, a party or an authority, or to obtain an advantage in a case;',
            'disclose through the association the identity of victims or children that the law protects, sealed records, or anything else that is confidential in a case;',
            'speak in the association’s name without having been authorised to do so;',
            'use the site or the association’s meetings for party politics, or for insulting, defamatory, discriminatory or unlawful statements;',
            'disturb the site, go around its protections, or collect its contents by automated means.',
          ],
        },
      ],
    },
    {
      id: 'directory',
      heading: 'The members’ directory is confidential',
      blocks: [
        {
          kind: 'text',
          text: 'The directory exists so that members can reach each other about their professional work and the work of the association. Its entries may not be copied in bulk, published, passed on to third parties, or used for advertising, canvassing or any commercial purpose. Joining details of meetings that are marked for members may not be passed on either.',
        },
        {
          kind: 'text',
          text: 'Prosecutors can be at risk because of their work. Whoever learns that the directory has been misused tells the office without delay.',
        },
      ],
    },
    {
      id: 'content',
      heading: 'Contents and rights',
      blocks: [
        {
          kind: 'text',
          text: 'The texts, pictures and the logo on this site belong to the association or are used with permission. They may be quoted with a mention of the source; other uses need the association’s consent in writing. By giving the association a picture or a text for publication, a member confirms the right to do so.',
        },
      ],
    },
    {
      id: 'end-of-membership',
      heading: 'End of membership',
      blocks: [
        {
          kind: 'list',
          items: [
            'A member may resign at any time by writing to the office.',
            'The association may suspend or end a membership that was obtained with false particulars, or because of a serious or repeated breach of these terms, conviction of an offence involving moral turpitude, or a subscription that stays unpaid in spite of a reminder. The member is told the reason and heard first, unless harm to others calls for immediate suspension.',
            'With the end of membership the access to the directory ends and the member’s entry is no longer shown. The duty to keep the directory confidential continues.',
          ],
        },
      ],
    },
    {
      id: 'liability',
      heading: 'Liability',
      blocks: [
        {
          kind: 'text',
          text: 'The site is run with care, but it can be unavailable or contain mistakes, and members are themselves responsible for what they enter and say. As far as the law allows, the association is not liable for indirect loss or for loss caused by relying on information published here. Nothing in these terms limits a liability that cannot be limited by law.',
        },
      ],
    },
    {
      id: 'privacy',
      heading: 'Personal data',
      blocks: [
        {
          kind: 'text',
          text: 'The Privacy Policy says which personal data the association collects and what it does with it. It is part of what an applicant accepts.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      blocks: [
        {
          kind: 'text',
          text: 'The association may change these terms for good reason, and publishes every change on this page. Members are told of changes in substance by e-mail. A member who does not agree may resign before the change takes effect.',
        },
      ],
    },
    {
      id: 'law',
      heading: 'Governing law and disputes',
      blocks: [
        {
          kind: 'text',
          text: 'These terms are governed by the laws of India. Disputes are first put in writing to the association and, if possible, settled by talking. Failing that, the courts at the place of the association’s registered office have jurisdiction. If a provision is invalid, the others remain in force.',
        },
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        {
          kind: 'text',
          text: 'Questions about these terms are answered through the contact form on this site. You can also write to {{supportEmail}}. By telephone you reach the office at {{phone}}. Letters reach us at {{associationName}}, {{address}}.',
        },
      ],
    },
  ],
};

/** The terms of membership in short, for the page on which an applicant accepts them. */
export const membershipTerms: readonly string[] = [
  'The membership fee is paid once, with the application. In addition, all members pay an annual subscription of Rs 1,000, which the General Body may revise.',
  'All members have equal access to the directory, the conferences and the services of the association. Where a choice has to be made, the order is Patron, then Permanent, then Individual.',
  'Membership begins when the office has checked and approved the application. Payment alone does not make anyone a member.',
  'The particulars and documents you give must be true. Membership obtained with false particulars is ended.',
  'The members’ directory is confidential. It may be used for professional contact only, and never for advertising or passed on.',
  'Your personal data is used as the Privacy Policy says. You can see, correct, hide and withdraw it.',
];
