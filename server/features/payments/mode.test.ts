import { expect, test } from 'vitest';
import { modeOf } from './payment-views.ts';

test.each([
  ['UPI/CR/412345678901/NAME/HDFC/name@okhdfcbank', 'upi'],
  ['upi-name-vpa-412345678901', 'upi'],
  ['UPI631754823425NAME', 'upi'],
  ['IMPSP2A638136414462NAME', 'imps'],
  ['IMPS637521260459/CNRB', 'imps'],
  ['NEFT CR-HDFC0000001-UPI TRADERS-N123', 'neft'],
  ['RTGS-SBINR52026112100000001', 'rtgs'],
  ['BY CLG CHQ 123456', 'cheque'],
  ['CASH DEP 20112026 BR', 'cash'],
  ['BY CASH', 'cash'],
  ['TRANSFER FROM UPINDER SINGH', null],
  ['', null],
])('%s came as %s', (narration, mode) => expect(modeOf(narration)).toBe(mode));
