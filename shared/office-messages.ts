/** Messages of the office's screens only, apart from `messages` so that visitors do not load them. */
export const officeMessages = {
  import: {
    file: 'Please choose the file with the list',
    sheet: 'There is no such sheet in this file',
    headerRow: 'There is no such row in this file',
    json: 'This could not be read',
    noColumn: 'This list has no such column',
    twoColumns: 'Two columns cannot give the same field',
    ownField: 'This differs from member to member and cannot be the same for all',
    credentials: 'Please choose when the credentials are sent',
    perDay: 'Please enter how many are sent a day',
    action: 'Please choose one of the ways that this row can go',
    discarded: 'This list was discarded.',
    failed: 'This did not work.',
  },
  secondFactor: {
    required: 'The association requires a second factor of every administrator. Please set it up to go on.',
  },
  templates: {
    subject: 'Please enter the subject',
    text: 'Please enter the text',
  },
  letters: {
    kind: 'Please choose whether it is a circular or a notice',
    title: 'Please enter the title',
    text: 'Please enter the text',
    filter: 'Please choose the recipients by the filters that are offered',
    state: 'Please choose a State of the list that you may write to',
    meetingOn: 'Please choose the day of the meeting',
    meetingPast: 'The meeting must be on a later day than today',
    file: 'Please choose a PDF of 5 MB at most',
    at: 'Please choose a time within the next year',
    perMinute: 'Please enter a number from 1 to 6,000',
    draftSaved: 'The draft was saved.',
    clearDays: 'Please enter a number of days from 0 to 90',
    bouncesUntilStop: 'Please enter a number from 1 to 20',
  },
  review: {
    notPaid: 'Nothing has been paid for this registration.',
  },
  participants: {
    full: 'All places are taken. Register one more?',
  },
  /** Under a field for the text of a mail. */
  markup:
    'A blank line begins a paragraph. **bold**, lines that begin with ‘- ’ as a list, [words](https://…) as a link.',
  bearers: {
    office: 'Please enter the office',
    who: 'Please enter a member number or a name, one of the two',
    memberNumber: 'There is no member with this number',
    from: 'Please enter the first day of the term',
    until: 'Please enter a day as YYYY-MM-DD',
    order: 'Please enter a number from 1 on',
    untilFirst: 'The last day cannot be before the first',
    on: 'Please enter a day as YYYY-MM-DD',
  },
  reports: {
    year: 'Please choose a year such as 2026-27 or 2026',
    future: 'This year has not begun yet',
    format: 'Please choose json or xlsx',
    number: 'There is no such number in the report',
    month: 'Please choose a month such as 2026-04',
  },
  question: {
    text: 'Please enter the question',
    options: 'Please enter 2 to 20 options, one on each line',
    optionLength: 'An option has 100 characters at most',
    different: 'Two of the options are the same',
  },
  readyText: { title: 'Please enter a title', text: 'Please enter the text' },
  texts: { welcome: 'Please enter the welcome message', about: 'Please enter the About text' },
  decision: { which: 'Please choose at least one registration' },
  powers: {
    none: 'Please choose at least one power',
    notBindable: 'Only the powers ‘Members’ and ‘Letters’ can be bound to States',
    state: 'Please choose States of the list',
  },
  statement: {
    excessOrPart: 'A credit is either more or less than its payment',
    file: 'Please choose the statement',
    mapping: 'Please say which column is which',
    dismissNote: 'Please say what this credit is',
    dismissNoteLong: 'Please use 500 characters at most',
    datesUnclear:
      'The dates of this file can be read with the day first or with the month first. Please say which it is.',
    noDates: 'No line has a date in this column. Please choose another one.',
  },
} as const;
