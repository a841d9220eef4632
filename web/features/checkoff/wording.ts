import { clock } from '#shared/clock.ts';
import { addMonths, monthInWords, monthOf } from '#shared/financial-year.ts';

/** The states of authorisations and of lists of deductions. */
export const stateLabels: Record<string, string> = {
  asked: 'Asked',
  confirmed: 'Confirmed',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
  open: 'Open',
  booking: 'Being booked',
  received: 'Received',
  cancelled: 'Dropped',
};

/** Why a row has to be looked at. */
export const reasonLabels: Record<string, string> = {
  STRANGER: 'Nobody at this paying office has this number or name.',
  NAME_ALONE: 'Only the name is alike; a name alone books nothing.',
  OTHER_OFFICE: 'The number is known at another paying office.',
  TWICE: 'The person is in this list twice.',
  IN_ANOTHER_SCHEDULE: 'The person is in another list of this month.',
  NOT_CONFIRMED: 'The authorisation is not confirmed.',
  NOT_YET: 'The authorisation begins in a later month.',
  WITHDRAWN: 'The authorisation was withdrawn.',
  ENDED: 'The authorisation has ended.',
  OTHER_NAME: 'The number is right, but the name is another one.',
  ALREADY_RECEIVED: 'This year’s subscription was received already.',
  NO_DUE: 'No subscription of this year is due.',
  PAISE: 'The amount has paise.',
  AMOUNT_DIFFERS: 'The amount is another one.',
};

/** What the office has decided about a row. */
export const decisionLabels = {
  leftOut: 'Left out',
  office: 'Given to the paying office',
  excess: 'What is too much is returned',
  book: 'Booked by decision',
};

/** How the money of a list comes. */
export const modeLabels = {
  cheque: 'Cheque',
  cash: 'Cash',
  challan: 'Challan',
  upi: 'UPI',
  imps: 'IMPS',
  neft: 'NEFT',
  rtgs: 'RTGS',
  other: 'Other',
};

/** Months to choose from, the latest first: those of the last year and a half, and some to come. */
export function monthOptions(): { value: string; label: string }[] {
  const last = addMonths(monthOf(clock.today()), 12);
  return Array.from({ length: 31 }, (_, index) => addMonths(last, -index)).map((value) => ({
    value,
    label: monthInWords(value),
  }));
}
