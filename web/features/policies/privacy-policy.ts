import { policiesRevisedOn } from '#shared/legal.ts';
import { limits } from '#shared/limits.ts';
import { sentence, withFigures } from '#shared/sentence.ts';
import { msg } from '#web/lib/languages/text.ts';
import { browserStorage } from './browser-storage.ts';
import type { PolicyDocument } from './document.ts';
import { collectedOfPersons, shownToMembers } from './personal-data.ts';

export const privacyPolicy: PolicyDocument = {
  title: msg('Privacy Policy'),
  revisedOn: policiesRevisedOn.privacyPolicy,
  intro: msg(
    'This policy is the notice required by section 5 of the Digital Personal Data Protection Act, 2023 (“the Act”). It sets out in plain language which personal data {{theAssociation}} collects through this website, for what purposes, who can see it, how long it is kept, and what rights you have. It follows the Act and the Digital Personal Data Protection Rules, 2025 (“the Rules”), whose provisions come into force in stages.',
  ),
  sections: [
    {
      id: 'who-we-are',
      heading: msg('Who is responsible'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            '{{TheAssociation}} (“the association”, “we”) decides for what purposes and by what means your personal data is processed. In the words of the Act, the association is the Data Fiduciary and you are the Data Principal. Our address is {{address}}.',
          ),
        },
      ],
    },
    {
      id: 'what-we-collect',
      heading: msg('What we collect'),
      blocks: [
        { kind: 'text', text: msg('When you apply for membership, and later in your profile, we collect:') },
        {
          kind: 'list',
          items: collectedOfPersons,
        },
        { kind: 'text', text: msg('When you use the site, we also keep:') },
        {
          kind: 'list',
          items: [
            msg('Your password, only in a form from which it cannot be recovered.'),
            msg('The version of the terms and of this policy that you accepted, and when you accepted it.'),
            msg(
              'The decisions on your application: who decided, when and for what reason, and the office’s own notes.',
            ),
            msg('Which details of your record were changed, and when.'),
            msg('What you have chosen to hide from the members’ directory.'),
            msg(
              'The times of your logins, the sessions that are open, and by what token a browser is recognised from which you have logged in before; of tokens only a hash is kept.',
            ),
            msg(
              'If you use a second factor: the key that your authenticator app holds as well, since when it has been on, and hashes of your recovery codes.',
            ),
            msg('The e-mails that were sent to you, and whether they could be delivered.'),
          ],
        },
        {
          kind: 'text',
          text: msg(
            'When you write to us through the contact form, we keep your name, e-mail address, mobile number and message. To ward off automated attacks, the server counts requests by network address for a short time. We never ask for your card number or UPI PIN; please do not send them to us.',
          ),
        },
      ],
    },
    {
      id: 'why',
      heading: msg('Why we collect it'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg(
              'To verify that an applicant is a prosecutor or a legal professional, and to decide on the application.',
            ),
            msg('To match a payment with the person who made it.'),
            msg('To maintain the members’ directory, so that members can find and contact one another.'),
            msg(
              'To send you what your application and membership require: acknowledgements, requests for payments, receipts, reminders, decisions, login details and one-time codes.',
            ),
            msg(
              'To invite members to conferences and to the work of the association, in keeping with the interests they have stated.',
            ),
            msg('To answer your messages.'),
            msg('To keep the site secure and to comply with the law.'),
          ],
        },
        {
          kind: 'text',
          text: msg(
            'We use your personal data for these purposes only. We do not sell it or use it for advertising, and no decision on your application is taken by automated means.',
          ),
        },
      ],
    },
    {
      id: 'consent',
      heading: msg('Your consent'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'We process your personal data on the basis of the consent that you give before the registration form opens. A message sent through the contact form is processed to answer it, for which purpose you have voluntarily provided it. Where a law requires us to retain or disclose personal data, we do so under that law.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'You may withdraw your consent at any time, as easily as you gave it: choose “Ask for erasure” in your profile, or write to us. The withdrawal does not affect the lawfulness of what was done before. As a membership cannot be maintained without the personal data it requires, it ends with the withdrawal.',
          ),
        },
      ],
    },
    {
      id: 'who-sees-it',
      heading: msg('Who can see it'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg(
              'The public sees nothing about members, with one exception: whoever has the code that is printed on a receipt or on a member card can verify it on this website. Of a receipt that person sees number, date, amount, purpose and the first letters of the name; of a card, while it is valid, the name, member number, type of membership and State, and your picture and until when you have paid only if you allow it in your profile.',
            ),
            sentence`Members who are logged in see the following of approved members only: ${shownToMembers}.`,
            msg(
              'In your profile you can at any time hide your e-mail address, your mobile number or your entire entry from other members.',
            ),
            msg(
              'Your date of birth, ID number, identity card, payment details and payment screenshot are seen by the association’s office alone and, as regards your own record, by you.',
            ),
            msg(
              'The service providers who host this site and deliver its e-mails process personal data on our behalf, and only on our instructions.',
            ),
            msg(
              'Where online payment is offered and you choose it, you pay on the page of a payment gateway, Razorpay, which has a privacy policy of its own. We tell it the amount, the purpose and your reference number, and, if you are logged in or have come by a link in one of our e-mails, your name and e-mail address, but never your mobile number. Of such a payment we keep the gateway’s number for it, the amount, the fee, the method and when it was made. We keep no card number, bank account, UPI address or mobile number with which you have paid.',
            ),
            msg('Courts and authorities receive personal data only where the law obliges us to disclose it.'),
          ],
        },
        {
          kind: 'text',
          text: msg('On request we tell you with whom your personal data has been shared.'),
        },
      ],
    },
    {
      id: 'how-long',
      heading: msg('How long we keep it'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg(
              'Your member record: as long as you are a member, and for {{rejectedDays}} days after your membership has ended.',
            ),
            msg('An application that has been rejected: {{rejectedDays}} days from the rejection.'),
            msg(
              'An application for which no payment is received: {{unpaidDays}} days, during which we remind you twice by e-mail.',
            ),
            sentence`A one-time code: ${limits.otpMinutes} minutes. A temporary password: ${limits.temporaryPasswordDays} days. A session: 12 hours without use, and seven days at most. The token of a browser: 180 days after its last use. What belongs to a second factor: until it is turned off.`,
            sentence`The times of your logins, and the fact that an e-mail was sent to you: one year. The text of an e-mail: ${limits.kept.mailTextDays} days.`,
            msg(
              'A message sent through the contact form, and our reply to it: three years, so that we can refer back to it.',
            ),
            msg(
              'What was received from you in payments: number, amount, dates and transaction reference are kept for the accounts after your record has been deleted, without your name.',
            ),
            msg(
              'The log of decisions and changes: permanently. Once your record has been deleted, the log retains its reference number, but no longer your name or any reason or note.',
            ),
          ],
        },
        {
          kind: 'text',
          text: msg(
            'At the end of its period a record is deleted together with its documents, pictures and e-mails. Where a law requires personal data to be kept for longer, we keep it for the period so required. Copies in backups are deleted with the backups.',
          ),
        },
      ],
    },
    {
      id: 'cookies',
      heading: msg('Cookies, storage and trackers'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'This site sets no cookies. It contains no trackers, no advertising and no third-party statistics, and it loads nothing from the servers of others. It stores the following in your own browser, and nothing else; what is in session storage is removed when you close the tab:',
          ),
        },
        { kind: 'list', items: browserStorage.flatMap(({ says }) => says ?? []) },
      ],
    },
    {
      id: 'security',
      heading: msg('How we protect it'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg(
              'Identity cards and payment screenshots have no public address. They open only for the office and, in the case of your own identity card, for you.',
            ),
            msg(
              'Pictures are processed afresh when they are uploaded, which removes hidden details such as the place where they were taken.',
            ),
            msg(
              'Passwords and one-time codes are stored only in a form from which they cannot be recovered, and repeated wrong attempts are stopped.',
            ),
            msg('Only administrators of the association can open applications, and every decision is recorded.'),
          ],
        },
        {
          kind: 'text',
          text: msg(
            'In the event of a personal data breach, we inform the persons affected and the Data Protection Board of India without delay, and furnish the Board with the further particulars required by the Rules within 72 hours of becoming aware of it.',
          ),
        },
      ],
    },
    {
      id: 'your-rights',
      heading: msg('Your rights and duties'),
      blocks: [
        {
          kind: 'list',
          items: [
            msg(
              'Access: you may ask for a summary of your personal data and of how it is processed. As a member you can download an archive from your profile at any time. It contains your record and your files, the consent you gave, your logins, the decisions on your application with the reasons given to you, the e-mails sent to you, with their text for as long as it is kept, and the messages you sent from the same e-mail address, with our replies. The office’s internal notes are not part of it.',
            ),
            msg(
              'Correction: you may have inaccurate, incomplete or outdated personal data corrected. Members correct most of it themselves in their profile; the e-mail address is changed by the office.',
            ),
            msg(
              'Erasure: you may have your personal data erased when it is no longer needed or you have withdrawn your consent, unless a law requires us to retain it.',
            ),
            msg(
              'Nomination: you may nominate a person to exercise these rights in the event of your death or incapacity.',
            ),
            msg('Grievance redressal: you may complain to us, as stated in the next section.'),
            msg(
              'Language: you may ask for this notice in English or in any language specified in the Eighth Schedule to the Constitution.',
            ),
          ],
        },
        {
          kind: 'text',
          text: msg(
            'Section 15 of the Act also lays duties upon you: to furnish authentic particulars, not to impersonate another person, not to suppress material information, and not to register a false or frivolous grievance.',
          ),
        },
      ],
    },
    {
      id: 'grievances',
      heading: msg('Grievances and requests'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'Questions about the processing of your personal data are answered, and grievances redressed, by the Grievance Officer of the association, {{officer}}:',
          ),
        },
        { kind: 'list', items: [msg('E-mail: {{officerEmail}}'), msg('Telephone: {{officerPhone}}')] },
        {
          kind: 'text',
          text: msg(
            'You can also use the contact form on this site, with “personal data” as the subject. You can write to {{supportEmail}}. The telephone number of the office is {{phone}}. Letters reach us at {{associationName}}, {{address}}. Before we act on a request, we ask for proof that it comes from you.',
          ),
        },
        {
          kind: 'text',
          text: msg(
            'Every grievance is redressed, and every request answered, within one month of its receipt. If you are not satisfied with the outcome, you may complain to the Data Protection Board of India in the manner prescribed. The Act requires you to approach us first.',
          ),
        },
      ],
    },
    {
      id: 'children',
      heading: msg('Children'),
      blocks: [
        {
          kind: 'text',
          text: withFigures`Membership is open to adults only. We do not knowingly collect personal data of anyone under ${limits.adultYears} years of age, and delete it if we find any.`,
        },
      ],
    },
    {
      id: 'changes',
      heading: msg('Changes to this policy'),
      blocks: [
        {
          kind: 'text',
          text: msg(
            'Whenever this policy is changed, the new text is published on this page with the date of the revision. Personal data that we already hold is not used for a new purpose without your fresh consent. The version that you accepted is kept with your record and shown in your profile.',
          ),
        },
      ],
    },
  ],
};
