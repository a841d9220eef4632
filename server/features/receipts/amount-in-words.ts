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

/** Hindi has a word of its own for each number below a hundred. */
const hindiNumbers =
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'.split(
    ' ',
  );

function hindiWords(value: number): string[] {
  const crores = Math.floor(value / 10_000_000);
  const parts: [number, string][] = [
    [Math.floor(value / 100_000) % 100, 'लाख'],
    [Math.floor(value / 1_000) % 100, 'हज़ार'],
    [Math.floor(value / 100) % 10, 'सौ'],
    [value % 100, ''],
  ];
  return [
    ...(crores > 0 ? [...hindiWords(crores), 'करोड़'] : []),
    ...parts.flatMap(([count, name]) => (count > 0 ? [hindiNumbers[count]!, name] : [])),
  ].filter((part) => part !== '');
}

/** The same in Hindi: `पच्चीस हज़ार रुपये मात्र`. */
export function amountInHindi(rupees: number): string {
  const words = `${hindiWords(rupees).join(' ') || hindiNumbers[0]} ${rupees === 1 ? 'रुपया' : 'रुपये'} मात्र`;
  return words.normalize('NFC');
}

/** An amount in Indian words, with lakh and crore: `Rupees Twenty-five Thousand Only`. @param rupees whole, not negative */
export function amountInWords(rupees: number): string {
  return `${rupees === 1 ? 'Rupee' : 'Rupees'} ${words(rupees).join(' ') || 'Zero'} Only`;
}
