import { policiesRevisedOn } from '#shared/legal.ts';
import { limits } from '#shared/limits.ts';
import { sentence } from '#shared/sentence.ts';
import { msg } from '#web/lib/languages/text.ts';
import type { PolicyDocument } from './document.ts';

export const terms: PolicyDocument = {
  title: msg('Terms and Conditions'),
  revisedOn: policiesRevisedOn.terms,
  intro: msg(
    'These terms govern the use of this website and the membership of {{theAssociation}} (“the association”). By using the site or applying for membership, you accept them.',
  ),
  sections: [
    {
      id: 'the-site',
      heading: msg('The site'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The site informs the public about the association and the work of prosecutors, receives applications for membership, and provides members with a directory and a profile. The public pages are open to everyone. The directory and the profile are for members who are logged in.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'What is published here is general information. It is not legal advice, it does not represent the view of any Government or Directorate of Prosecution, and it is no substitute for the text of the law. The association is not responsible for the sites to which it links.',
          ),
        },
      ],
    },
    {
      id: 'membership',
      heading: msg('Who can become a member'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg(
              'Public prosecutors of every rank, serving or retired, officers of the Directorates of Prosecution, and other legal professionals who share the aims of the association may apply.',
            ),
            sentence`An applicant must be at least ${limits.adultYears} years of age and must apply in his or her own name.`,
            msg(
              'The particulars given in the application must be true and complete, and must be kept up to date in the profile.',
            ),
            msg(
              'Members in public service are responsible for ensuring that their membership is consistent with the conduct rules that apply to them.',
            ),
          ],
        },
      ],
    },
    {
      id: 'types-of-membership',
      heading: msg('Types of membership'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'There are three types of membership: Patron, Permanent or Lifetime, and Individual. All members have equal access to the directory, the conferences and the services of the association. Where places or resources are limited and an order of priority is needed, it is Patron, then Permanent, then Individual.',
          ),
        },
      ],
    },
    {
      id: 'fees',
      heading: msg('Fees and annual subscription'),
      blocks: [
        { kind: 'text', text: msg('A one-time membership fee is payable with the application:') },
        {
          kind: 'list',
          items: [
            msg('Patron member: {{patronFee}}'),
            msg('Permanent or Lifetime member: {{lifetimeFee}}'),
            msg('Individual member: {{individualFee}}'),
            msg('The amounts shown on the Membership page on the day of the application apply.'),
          ],
        },
        {
          kind: 'text',
          text: msg(
            'In addition, all members pay an annual subscription of {{annualSubscription}}. The General Body may revise the subscription. A later revision of the one-time fee does not affect members who have already paid it.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'The subscription is for a financial year, 1 April to 31 March. Members are asked for it by e-mail and under My Membership on the website. A member who applies today pays it as follows: {{subscriptionLater}}. A membership whose subscription remains unpaid may be treated as lapsed until it is paid. A member may ask for a higher membership against payment of the difference of the one-time fees.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'Payment is made by bank transfer or UPI to the account shown in the payment step. The association never asks for a PIN, a password or a one-time code by telephone, message or e-mail. Refunds are governed by the Refund Policy.',
          ),
        },
      ],
    },
    {
      id: 'application',
      heading: msg('Application and approval'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'An application consists of the registration form, the documents for which it asks, and the proof of payment. The office examines the application and approves or rejects it. Payment of the fee does not by itself make anyone a member. Membership begins with the approval, of which the applicant is informed by e-mail.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'A person whose application has been rejected may apply again once the reason for the rejection no longer exists. An application for which no payment is received lapses after {{unpaidDays}} days.',
          ),
        },
      ],
    },
    {
      id: 'account',
      heading: msg('Your account'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg(
              'The login details sent to you on approval are for your use alone. Change the temporary password after your first login, and do not disclose your password to anyone.',
            ),
            msg('Log out on devices that others use as well.'),
            msg('Inform the office at once if you believe that someone else has used your account.'),
          ],
        },
      ],
    },
    {
      id: 'conduct',
      heading: msg('Conduct'),
      blocks: [
        { kind: 'text', text: msg('Members shall uphold the dignity of their office. They shall not:') },
        {
          kind: 'list',
          items: [
            msg(
              'use the name, the logo or their membership of the association to influence a court, a witness, a party or an authority, or to gain an advantage in any case;',
            ),
            msg(
              'disclose through the association the identity of victims or children whom the law protects, sealed records, or anything else that is confidential in a case;',
            ),
            msg('speak in the name of the association without authority;'),
            msg(
              'use the site or the meetings of the association for party politics, or for insulting, defamatory, discriminatory or unlawful statements;',
            ),
            msg('disrupt the site, circumvent its safeguards, or collect its contents by automated means.'),
          ],
        },
      ],
    },
    {
      id: 'directory',
      heading: msg('Confidentiality of the members’ directory'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The directory exists so that members can contact one another about their professional work and the work of the association. Its entries shall not be copied in bulk, published, disclosed to third parties, or used for advertising, canvassing or any commercial purpose. Nor shall the joining details of meetings reserved for members be passed on.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'Prosecutors can be at risk on account of their work. Anyone who learns that the directory has been misused must inform the office without delay.',
          ),
        },
      ],
    },
    {
      id: 'content-and-rights',
      heading: msg('Content and rights'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The texts, the pictures and the logo on this site belong to the association or are used with permission. They may be quoted with acknowledgement of the source; any other use requires the written consent of the association. A member who gives the association a picture or a text for publication confirms that he or she has the right to do so.',
          ),
        },
      ],
    },
    {
      id: 'end-of-membership',
      heading: msg('End of membership'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg('A member may resign at any time by writing to the office.'),
            msg(
              'The association may suspend or end a membership that was obtained by false particulars, or on the ground of a serious or repeated breach of these terms, a conviction for an offence involving moral turpitude, or a subscription that remains unpaid in spite of a reminder. The member is informed of the ground and given an opportunity of being heard beforehand, unless immediate suspension is necessary to prevent harm to others.',
            ),
            msg(
              'When a membership ends, access to the directory ends and the member’s entry is no longer shown. The duty to keep the directory confidential continues.',
            ),
          ],
        },
      ],
    },
    {
      id: 'liability',
      heading: msg('Liability'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The site is maintained with care, but it may at times be unavailable or contain errors, and members are themselves responsible for what they enter and say. To the extent permitted by law, the association is not liable for indirect loss, or for loss caused by reliance on information published here. Nothing in these terms excludes or limits a liability that cannot be excluded or limited by law.',
          ),
        },
      ],
    },
    {
      id: 'privacy',
      heading: msg('Personal data'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The Privacy Policy states which personal data the association collects and how it is used. Applicants are asked for their consent to it separately.',
          ),
        },
      ],
    },
    {
      id: 'changes',
      heading: msg('Changes to these terms'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'The association may change these terms for good reason. Every change is published on this page with the date of the revision. A member who does not agree with a change may resign.',
          ),
        },
      ],
    },
    {
      id: 'law',
      heading: msg('Governing law and disputes'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'These terms are governed by the laws of India. A dispute shall first be put to the association in writing, and the parties shall endeavour to resolve it amicably. Failing that, the courts at the place of the association’s registered office shall have jurisdiction. If any provision is held to be invalid, the remaining provisions continue in force.',
          ),
        },
      ],
    },
    {
      id: 'contact',
      heading: msg('Contact'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'Questions about these terms can be put to the office through the contact form on this site. You can also write to {{supportEmail}}. The telephone number of the office is {{phone}}. Letters reach us at {{associationName}}, {{address}}.',
          ),
        },
      ],
    },
  ],
};
