import type { Association, PaymentDetails } from '#shared/contracts/settings.ts';
import { unknownAssociation } from '#shared/legal.ts';

/** The texts of a new site. Nothing is invented: what only the office knows is empty. */
export interface DefaultSettings {
  homeData: string;
  about: string;
  /** In the order of addition; the home page shows the last one first. */
  importantUpdates: { title: string; description: string }[];
  association: Association;
  payment: PaymentDetails;
}

export const defaultSettings: DefaultSettings = {
  homeData: `We are the association of those who represent the State in the criminal courts of India: public prosecutors of every rank, from the Magistrates’ courts to the High Courts, in every State and Union Territory.

We bring prosecutors together across States and services. We hold conferences and webinars, share what we learn about the new criminal laws, and help one another with difficult questions.

If you are a prosecutor, serving or retired, or a legal professional who shares these aims, you are welcome to join us.`,

  about: `The All India Association of Public Prosecutors is an association of prosecutors from all parts of India. It is open to Directors, Deputy Directors and Assistant Directors of Prosecution, to Public Prosecutors and Additional, Special and Assistant Public Prosecutors, and to legal professionals who share its aims.

Why we exist
A fair criminal trial needs a prosecutor who is independent, well prepared and heard. Prosecutors in different States work under different rules, and often on their own. The association gives them a common forum.

What we do
We hold conferences and webinars on criminal law and procedure, in particular on the Bharatiya Nyaya Sanhita, the Bharatiya Nagarik Suraksha Sanhita and the Bharatiya Sakshya Adhiniyam.
We maintain a directory in which members can find a colleague in another district, or one who is at home in a special law.
We publish news for prosecutors and collect useful links.

What we stand for
Fairness to the accused, dignity for the victim, and loyalty to the court and to the law.

How we are organised
The members form the General Body, which may revise the annual subscription. Office bearers, from the President to the Executive Members, carry on the work of the association.`,

  importantUpdates: [
    {
      title: 'Beware of false payment requests',
      description:
        'Fees are payable only through the payment step of this website. The association never asks for a PIN, a password or a one-time code by telephone, message or e-mail.',
    },
    {
      title: 'What happens after you register',
      description:
        'You will receive an acknowledgement with a reference number by e-mail. The office then verifies your documents and your payment. Once your application has been approved, your login details are sent to you by e-mail; please change the temporary password after your first login.',
    },
    {
      title: 'What to keep ready for registration',
      description:
        'Please keep ready a photograph of yourself, a scan of your identity card, your ID number, and your years of experience and recruitment. In the second step you pay by UPI or bank transfer and upload a screenshot of the payment. Should you be interrupted after the first step, the link in the acknowledgement takes you back to the payment.',
    },
    {
      title: 'Membership is open',
      description:
        'Choose Patron, Permanent/Lifetime or Individual membership on the Membership page, accept the terms and fill in the form. It takes about ten minutes.',
    },
  ],

  association: unknownAssociation,

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
