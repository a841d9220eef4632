/** Who sees what is asked for, and whom it is shared with: sentences of the privacy notice and of the page of one's own data. */
export const seenByTexts = {
  office: 'You and the office alone',
  members: 'Members, in the directory, and the office',
  hidable: 'Members, in the directory, unless you hide it, and the office',
} as const;

export const sharingTexts = {
  state: { purpose: 'To look after members of this State', data: 'Your record' },
  payingOffice: {
    purpose: 'To deduct the subscription from your salary',
    data: 'Name, member number, employee number and amount',
  },
} as const;

const messagesKept = 'Three years';
const guestsKept = 'Until the days after the conference that the office has set have passed';
const logKept = 'A year';
const answer = 'To answer you';
const takePart = 'To let you take part';
const safe = 'To keep accounts safe, and to show you who has seen your data';

/** What is asked for elsewhere than in the registration, or noted in use. */
export const otherItems = [
  { form: 'contact', field: 'name', label: 'Name', purpose: answer, seenBy: 'office', kept: messagesKept },
  { form: 'contact', field: 'email', label: 'E-mail', purpose: answer, seenBy: 'office', kept: messagesKept },
  {
    form: 'contact',
    field: 'mobile_no',
    label: 'Mobile Number',
    purpose: answer,
    seenBy: 'office',
    kept: messagesKept,
  },
  { form: 'contact', field: 'message', label: 'Message', purpose: answer, seenBy: 'office', kept: messagesKept },
  { form: 'guest', field: 'name', label: 'Name', purpose: takePart, seenBy: 'office', kept: guestsKept },
  { form: 'guest', field: 'email', label: 'E-mail', purpose: takePart, seenBy: 'office', kept: guestsKept },
  { form: 'guest', field: 'mobile_no', label: 'Mobile Number', purpose: takePart, seenBy: 'office', kept: guestsKept },
  { form: 'use', field: 'logins', label: 'Logins', purpose: safe, seenBy: 'office', kept: logKept },
  { form: 'use', field: 'mails', label: 'Mails to you', purpose: safe, seenBy: 'office', kept: logKept },
  {
    form: 'use',
    field: 'readings',
    label: 'What the office has opened',
    purpose: safe,
    seenBy: 'office',
    kept: logKept,
  },
] as const;
