import { expect, test } from 'vitest';
import { upiAddress } from './upi.ts';

const payment = { upiId: 'office@bank', payeeName: 'Association', rupees: 25_000, note: 'AIP-2026-000123' };

test('the address contains payee, amount with paise, currency and note', () => {
  expect(upiAddress(payment)).toBe('upi://pay?pa=office@bank&pn=Association&am=25000.00&cu=INR&tn=AIP-2026-000123');
});

test('a name with spaces and signs cannot change the amount', () => {
  const address = upiAddress({ ...payment, payeeName: 'Prosecutors & Friends, 50% = ½?&am=1.00' });
  const query = new URL(address).searchParams;
  expect(query.getAll('am')).toEqual(['25000.00']);
  expect(query.get('pn')).toBe('Prosecutors & Friends, 50% = ½?&am=1.00');
  expect(address).not.toContain('+');
});
