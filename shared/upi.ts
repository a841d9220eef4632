/** The details that a payment app fills in. */
export interface UpiPayment {
  /** `name@bank`. */
  upiId: string;
  payeeName: string;
  rupees: number;
  /** Shown to payer and payee; the registration's reference. */
  note: string;
}

/** The UPI address, for a link or a QR code. */
export function upiAddress({ upiId, payeeName, rupees, note }: UpiPayment): string {
  const parameters = { pa: upiId, pn: payeeName, am: rupees.toFixed(2), cu: 'INR', tn: note };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return `upi://pay?${query.join('&')}`;
}

/** Keeps the @, which is allowed in a query, because not every app decodes it. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%40', '@');
}
