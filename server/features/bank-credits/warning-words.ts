// Words of banks for money that went back or went out. They only save the office a look: a credit is sure by its reference alone, and a word
// that is missing here lets no other one be sure. In capitals; a blank stands for any blanks and hyphens.

/** Matched at the start of a word or behind the form of payment (`UPIREV`), also where a name follows without a blank. */
export const words: readonly string[] = [
  ...['REV', 'RVS', 'RVRS', 'RTN', 'RTRN', 'RETURN', 'RFND', 'RFD', 'REFND', 'REFUND', 'RE CREDIT', 'RRC'],
  ...['CHARGE BACK', 'CHBK', 'CR ADJ', 'CRADJ', 'CREDIT ADJ', 'UPI ADJ', 'ROLL BACK', 'SENT BACK', 'MONEY BACK'],
  ...['FAILED', 'FAILURE', 'REJECT', 'BOUNCED', 'DISHONO', 'UNPAID', 'DISPUTE', 'CANCEL'],
  ...['DEBIT', 'WITHDRAW', 'WDL', 'WDR', 'W/D', 'OUTWARD', 'OUTGOING', 'UPIOUT', 'UPI OUT', 'ACH D'],
  ...['TO UPI/', 'TO TRANSFER', 'TRANSFER TO', 'TRF TO', 'PAID TO', 'SENT TO', 'TO ONL'],
  ...['DR/', 'DR)', 'DR]', 'UPI/DR', 'UPI DR', 'NEFT DR', 'IMPS DR', 'RTGS DR'],
  ...['वापसी', 'वापस', 'धनवापसी', 'रिफंड', 'डेबिट', 'विफल'],
];

/** They begin like one of these words, and mean something else. */
export const exceptions: readonly string[] = [
  ...['REVENUE', 'REVIEW', 'REVISION', 'REFUNDABLE', 'ACH DEP'],
  ...['REV FR', 'REV FATHER', 'REV DR', 'REV SR'],
];
