import type { PolicyDocument } from '#web/features/policies/document.ts';

export const privacyPolicy: PolicyDocument = {
  title: 'Privacy Policy',
  effectiveDate: 'January 1, 2025',
  intro:
    'This policy is the notice that the Digital Personal Data Protection Act, 2023 asks for. It says in plain words which personal data {{associationName}} collects on this website, why, who sees it, how long it is kept, and what you can ask of us. It is written to meet the Act and the Digital Personal Data Protection Rules, 2025, as their provisions come into force.',
  sections: [
    {
      id: 'who-we-are',
      heading: 'Who is responsible',
      blocks: [
        {
          kind: 'text',
          text: '{{associationName}} decides why and how your personal data is used. In the words of the Act, the association is the Data Fiduciary and you are the Data Principal. Our address is {{address}}.',
        },
      ],
    },
    {
      id: 'what-we-collect',
      heading: 'What we collect',
      blocks: [
        { kind: 'text', text: 'When you apply for membership, and later in your profile, we collect:' },
        {
          kind: 'list',
          items: [
            'About you: full name, gender, date of birth, e-mail address, mobile number and a profile picture.',
            'About your work: designation, position in the organization, office in the association if you hold one, name of the court, ID number, years of experience, years of recruitment, and the statutes you specialise in.',
            'Where you serve: state, district and sub-district.',
            'Your wishes: type of membership, area of interest, the contribution you would like to make, and whether you are interested in international work.',
            'Proof: a scan of your identity card, a screenshot of your payment and, if you give it, the transaction reference.',
          ],
        },
        { kind: 'text', text: 'As you use the site, we also keep:' },
        {
          kind: 'list',
          items: [
            'Your password, only in a scrambled form from which it cannot be read back.',
            'The time at which you accepted the terms and this policy, and their version.',
            'The decisions the office took on your application: who decided, when and why.',
            'What you choose to hide from the members’ directory.',
            'The times of your logins, so that you can be logged out safely.',
          ],
        },
        {
          kind: 'text',
          text: 'When you write to us through the contact form, we keep your name, e-mail address, mobile number and message. To keep out automated attacks, the server counts requests by network address for a short time. We do not ask for your bank account, card number or UPI PIN, and you should never send them to us.',
        },
      ],
    },
    {
      id: 'why',
      heading: 'Why we collect it',
      blocks: [
        {
          kind: 'list',
          items: [
            'To check that an applicant is a prosecutor or legal professional, and to decide on the application.',
            'To match a payment with the person who made it.',
            'To run the members’ directory, so that members can find and reach each other.',
            'To send you what membership needs: the acknowledgement, the decision, your login details and one-time codes.',
            'To invite members to conferences and to the association’s work, according to the interests they gave.',
            'To answer your messages.',
            'To keep the site safe and to meet our duties under the law.',
          ],
        },
        {
          kind: 'text',
          text: 'We use your data for these purposes only. We do not sell it, we do not advertise with it, and no automated system decides on your application.',
        },
      ],
    },
    {
      id: 'consent',
      heading: 'Your consent',
      blocks: [
        {
          kind: 'text',
          text: 'We rely on the consent you give when you accept the terms and this policy before the registration form opens. For a message through the contact form, we rely on your sending it to us for the purpose of an answer. Where a law requires us to keep or disclose something, we rely on that law.',
        },
        {
          kind: 'text',
          text: 'You may withdraw your consent at any time, as easily as you gave it: ask for erasure in your profile, or write to us. What was done before the withdrawal stays lawful. Without the data that membership needs, we have to end the membership.',
        },
      ],
    },
    {
      id: 'who-sees-it',
      heading: 'Who sees what',
      blocks: [
        {
          kind: 'list',
          items: [
            'The public sees nothing about members.',
            'Members who are logged in see approved members only: name, picture, type of membership, designation, organization, court, state, district and sub-district, specialisations, e-mail address and mobile number.',
            'You can hide your e-mail address, your mobile number or your whole entry from other members at any time in your profile.',
            'Your date of birth, ID number, identity card, payment details and screenshot are shown to nobody but the association’s office and, for your own record, to you.',
            'The providers who host this site and deliver its e-mails process data for us, on our instructions only.',
            'Courts and authorities receive data only where the law obliges us to give it.',
          ],
        },
        {
          kind: 'text',
          text: 'You may ask us for the names of those with whom your data has been shared.',
        },
      ],
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      blocks: [
        {
          kind: 'list',
          items: [
            'Your member record: as long as you are a member, and after that only as long as a law obliges us to keep it.',
            'An application that was not approved: until the office deletes it, which you may ask for at any time. Its files are deleted with it; the log of decisions then keeps the reference number and no personal data.',
            'One-time codes: 10 minutes. A temporary password: 7 days.',
            'A login: at most 7 days, and 12 hours without use.',
            'Messages from the contact form: three years, so that we can come back to them.',
            'The times of your logins, and that a mail was sent to you: one year. The text of a mail: 180 days.',
            'Records of payments, and the log of who decided or changed what: as long as the law on accounts and on data protection requires.',
          ],
        },
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies, storage and trackers',
      blocks: [
        {
          kind: 'text',
          text: 'This site sets no cookies. It contains no trackers, no advertising and no statistics by third parties, and it loads nothing from other companies’ servers.',
        },
        {
          kind: 'text',
          text: 'Two things are stored in your own browser: a login token in local storage while you are logged in, which is removed when you log out; and a half-filled registration form in session storage, which is removed when the form has been sent or the tab is closed.',
        },
      ],
    },
    {
      id: 'security',
      heading: 'How we protect it',
      blocks: [
        {
          kind: 'list',
          items: [
            'Identity cards and payment screenshots have no public address; they open only for the office and, for your own identity card, for you.',
            'Pictures are processed anew when they are uploaded, which removes hidden details such as the place where they were taken.',
            'Passwords and one-time codes are stored only in scrambled form; too many wrong attempts are stopped.',
            'Only administrators of the association can open applications, and decisions are recorded.',
          ],
        },
        {
          kind: 'text',
          text: 'If personal data is breached in spite of this, we tell the persons affected and the Data Protection Board of India without delay, and send the Board the full particulars within 72 hours of learning of it.',
        },
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      blocks: [
        {
          kind: 'list',
          items: [
            'Access: ask for a summary of your data and of what we do with it. As a member you can download everything we hold about you from your profile.',
            'Correction: have wrong, incomplete or outdated data corrected. Members change most of it themselves in their profile; the e-mail address is changed by the office.',
            'Erasure: have your data erased when it is no longer needed or you have withdrawn your consent, unless a law obliges us to keep it.',
            'Nomination: name a person who may use these rights for you in the event of death or incapacity.',
            'Grievance: complain to us, and have an answer in any case within 90 days.',
            'Language: ask for this notice in English or in any language of the Eighth Schedule to the Constitution.',
          ],
        },
        {
          kind: 'text',
          text: 'The Act gives you duties as well: give true particulars, do not pose as another person, hold nothing back that is needed to prove who you are, and do not raise false complaints.',
        },
      ],
    },
    {
      id: 'whom-to-ask',
      heading: 'Whom to ask',
      blocks: [
        {
          kind: 'text',
          text: 'For any question, request or grievance about your personal data, use the contact form on this site and name the subject “personal data”. You can also write to {{supportEmail}}. By telephone you reach the office at {{phone}}. Letters reach us at {{associationName}}, {{address}}. We ask for proof that a request comes from you before we act on it.',
        },
        {
          kind: 'text',
          text: 'If our answer does not settle the matter, you may complain to the Data Protection Board of India in the way the Board provides. The Act asks you to come to us first.',
        },
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      blocks: [
        {
          kind: 'text',
          text: 'Membership is open to adults only. We do not knowingly collect personal data of anyone under 18 years of age, and delete it if we find it.',
        },
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      blocks: [
        {
          kind: 'text',
          text: 'When this policy changes in substance, the new text is published on this page and members are told before it applies to them. The version you accepted is kept with your registration.',
        },
      ],
    },
  ],
};
