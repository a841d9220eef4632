const small = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

function belowHundred(value: number): string {
  if (value < 20) return small[value]!;
  const unit = small[value % 10]!.toLowerCase();
  return unit === '' ? tens[Math.floor(value / 10)]! : `${tens[Math.floor(value / 10)]}-${unit}`;
}

function words(value: number): string[] {
  const crores = Math.floor(value / 10_000_000);
  const parts: [number, string][] = [
    [Math.floor(value / 100_000) % 100, 'Lakh'],
    [Math.floor(value / 1_000) % 100, 'Thousand'],
    [Math.floor(value / 100) % 10, 'Hundred'],
    [value % 100, ''],
  ];
  return [
    ...(crores > 0 ? [...words(crores), 'Crore'] : []),
    ...parts.flatMap(([count, name]) => (count > 0 ? [belowHundred(count), name] : [])),
  ].filter((part) => part !== '');
}

/** An amount in Indian words, with lakh and crore: `Rupees Twenty-five Thousand Only`. @param rupees whole, not negative */
export function amountInWords(rupees: number): string {
  return `${rupees === 1 ? 'Rupee' : 'Rupees'} ${words(rupees).join(' ') || 'Zero'} Only`;
}
