import { expect, it } from 'vitest';
import { comparableUtr, isUtr } from './utr.ts';

const number = '632012345678';
const wire = 'N325261234567890';

it.each([
  [number, number],
  ['6320 1234 5678', number],
  ['6320-1234-5678', number],
  ['UTR: 632012345678', number],
  ['utr no. 632012345678', number],
  ['Ref No.632012345678', number],
  ['UTR632012345678', number],
  [`'${number}`, number],
  [`\`${number}\``, number],
  [`UTR:${number}.0`, number],
  [`${wire}.00`, wire],
  ['IMPS632012345678', number],
  ['UPI/632012345678', number],
  ['UPI/CR/632012345678/KAVITA RAO', number],
  ['UPI Ref: 6320 1234 5678', number],
  [wire.toLowerCase(), wire],
  [`NEFT/${wire}`, wire],
  [`UTR ${wire}`, wire],
  ['GPay 632886653675', '632886653675'],
  ['GPAY632886653675', '632886653675'],
  ['HDFC 632886653675', '632886653675'],
  ['Paid 632886653675', '632886653675'],
  ['paid 6328 8665 3675 by UPI', '632886653675'],
  ['६३२८८६६५३६७५', '632886653675'],
  ['UTR: ௬௩௨௮௮௬௬௫௩௬௭௫', '632886653675'],
  ['۶۳۲۸۸۶۶۵۳۶۷۵', '632886653675'],
  ['𞥖𞥓𞥒𞥘𞥘𞥖𞥖𞥕𞥓𞥖𞥗𞥕', '632886653675'],
  ['SBINR52026112312345678', 'SBINR52026112312345678'],
  ['IDIBN52026112312', 'IDIBN52026112312'],
])('%s is %s', (typed, expected) => {
  expect(comparableUtr(typed)).toBe(expected);
  expect(isUtr(expected)).toBe(true);
});

it.each([
  ['632012345678 / 632087654321', '632012345678/632087654321'],
  ['98321 51955', '9832151955'],
  ["'9832151955.0", '9832151955'],
  ['`AB12`', 'AB12'],
  ['UTR: 9832151955', '9832151955'],
  ['UTR No.: ‘9832151955’', '9832151955'],
  ['1.05', '1.05'],
  ['paid in cash', 'PAIDINCASH'],
  ['', ''],
])('%s is kept as %s', (typed, expected) => {
  expect(comparableUtr(typed)).toBe(expected);
  expect(isUtr(expected)).toBe(false);
});
