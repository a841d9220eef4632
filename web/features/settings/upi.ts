/** What a payment app is asked to fill in. */
export interface UpiPayment {
  /** `name@bank`. */
  upiId: string;
  payeeName: string;
  rupees: number;
  /** Shown to both sides; the reference of the registration. */
  note: string;
}

/** The address that UPI apps understand, both as a link and in a QR code. */
export function upiAddress({ upiId, payeeName, rupees, note }: UpiPayment): string {
  const parameters = { pa: upiId, pn: payeeName, am: rupees.toFixed(2), cu: 'INR', tn: note };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  return `upi://pay?${query.join('&')}`;
}

/** An @ may stand in a query as it is, and not every app decodes it. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%40', '@');
}
