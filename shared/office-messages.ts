/** What only the office's screens say, apart from `messages` so that visitors do not fetch it. */
export const officeMessages = {
  import: {
    file: 'Please choose the file with the list',
    sheet: 'There is no such sheet in this file',
    headerRow: 'There is no such row in this file',
    json: 'This could not be read',
    twoColumns: 'Two columns cannot give the same field',
    ownField: 'This differs from member to member and cannot be the same for all',
    credentials: 'Please choose when the credentials are sent',
    perDay: 'Please enter how many are sent a day',
    action: 'Please choose one of the ways that this row can go',
  },
  secondFactor: {
    required: 'The association requires a second factor of every administrator. Please set it up to go on.',
  },
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
