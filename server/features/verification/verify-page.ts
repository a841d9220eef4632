import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { purposeText } from '#server/features/receipts/receipt-sheet.ts';
import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { dayInWords } from '#server/platform/mail/markup.ts';
import { fontPath, scripts } from '#server/platform/typesetting/fonts.ts';
import { clock } from '#shared/clock.ts';
import type { Verified } from '#shared/contracts/verification.ts';
import type { AppError } from '#shared/errors.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import type { PaymentPurpose } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';

const weights = [400, 600] as const;

const fonts = scripts.flatMap(({ pack, part, ranges }) =>
  weights.map((weight) => ({ pack, weight, ranges, file: `${pack}-${part}-${weight}-normal.woff2` })),
);

/** The scripts of India in the site's own fonts: a browser fetches only those that the page has. */
export const fontFaces = fonts
  .map(({ weight, ranges, file }) => {
    const characters = [...ranges, '200C-200D', '25CC'].map((range) => `U+${range}`).join();
    return `@font-face{font-family:Scripts;font-weight:${weight};font-display:swap;src:url(${paths.verifyFont(file)});unicode-range:${characters}}`;
  })
  .join('\n');

/** A font file's content; undefined for any other name. */
export async function readFont(file: string): Promise<Buffer | undefined> {
  const font = fonts.find((each) => each.file === file);
  return font && readFile(fontPath(font.pack, font.file));
}

/** A whole document. */
type Page = string;

interface Association {
  name: string;
  email: string;
  phone: string;
}

type Tone = 'good' | 'warn' | 'bad';

// Read on a phone in the sun: black on white, large, and the answer by word, sign and colour.
const style = `${fontFaces}
*{box-sizing:border-box}body{margin:0;background:#fff;color:#12233f;font:1.125rem/1.5 Scripts,system-ui,"Noto Sans",sans-serif}
header{background:#0f2140;color:#fff;padding:14px 20px;border-bottom:4px solid #b45309}header a{color:#fff;text-decoration:none;font:600 1.125rem/1.3 Scripts,Georgia,serif}
main{max-width:34rem;margin:0 auto;padding:20px}h1{font:600 1.125rem/1.3 Scripts,Georgia,serif;margin:0 0 12px}
.verdict{display:flex;gap:14px;align-items:center;margin:0 0 20px;padding:16px 18px;border-radius:6px;color:#fff;font-size:1.375rem;line-height:1.25;font-weight:700}
.verdict span{flex:none;font-size:2rem;line-height:1}.good{background:#166534}.warn{background:#92400e}.bad{background:#b42318}
.person{display:flex;gap:18px;align-items:flex-start}.person img{flex:none;width:112px;height:112px;object-fit:cover;border-radius:6px;border:1px solid #e3ded2}
dl{margin:0;flex:1;min-width:0}dt{font-size:.9375rem;color:#475569}dd{margin:0 0 12px;font-weight:600;overflow-wrap:anywhere}
dd.name{font-size:1.375rem;line-height:1.3}[lang=hi]{font-family:Scripts,system-ui,sans-serif}.verdict b{display:block}.verdict [lang=hi]{display:block;font-size:1.125rem;line-height:1.4}
.checked{font-weight:600}p{margin:0 0 14px}.note{color:#475569;font-size:1rem}a{color:#1b365d}
:focus-visible{outline:3px solid #1b365d;outline-offset:2px}header :focus-visible{outline-color:#fff}
@media print{header{background:none;color:#000}header a{color:#000}.verdict{color:#000;background:none;border:2px solid #000}}`;

export const verifyPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const signs: Record<Tone, string> = { good: '✓', warn: '!', bad: '✗' };

/** The same in English and in Hindi: a reader at a gate may know only one. */
interface Both {
  en: string;
  hi: string;
}

const hindi = (text: string) => `<span lang="hi">${escapeMarkup(text)}</span>`;
const note = ({ en, hi }: Both) => `<p class="note">${escapeMarkup(en)}<br>${hindi(hi)}</p>`;
/** @param translated the Hindi part of the value, if there is one */
const fact = ({ en, hi }: Both, value: string, translated = '', className = '') =>
  `<dt>${escapeMarkup(en)} · ${hindi(hi)}</dt><dd${className && ` class="${className}"`}>${escapeMarkup(value)}${translated && ` · ${hindi(translated)}`}</dd>`;

const time = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const [englishTime, hindiTime] = [time('en-IN'), time('hi-IN')];
const plainBlanks = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

/** The time of the lookup: a picture of the page proves nothing about a later day. */
function checked(): string {
  const now = clock.now();
  const en = `Checked ${plainBlanks(englishTime.format(now))}`;
  return `<p class="checked">${escapeMarkup(en)}<br>${hindi(`जाँच का समय: ${plainBlanks(hindiTime.format(now))}`)}</p>`;
}

function page(title: Both, tone: Tone, verdict: Both, body: string, association: Association | undefined): Page {
  const name = association?.name || 'Association';
  const contact = [association?.email, association?.phone].filter((part) => part).join(', ');
  const ask =
    contact === ''
      ? ''
      : note({
          en: `If in doubt, please ask the association: ${contact}`,
          hi: `संदेह होने पर कृपया संघ से पूछें: ${contact}`,
        });
  return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title.en)} · ${escapeMarkup(name)}</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><header><a href="/">${escapeMarkup(name)}</a></header><main><h1>${escapeMarkup(title.en)} · ${hindi(title.hi)}</h1>
<p class="verdict ${tone}"><span aria-hidden="true">${signs[tone]}</span><b>${escapeMarkup(verdict.en)}${hindi(verdict.hi)}</b></p>
${checked()}${body}${ask}</main></body></html>`;
}

const day = (text: string) => dayInWords(new Date(`${text}T00:00:00Z`));

const titles = {
  receipt: { en: 'Receipt', hi: 'रसीद' },
  card: { en: 'Member card', hi: 'सदस्यता कार्ड' },
  certificate: { en: 'Certificate of participation', hi: 'सहभागिता प्रमाणपत्र' },
  other: { en: 'Verification', hi: 'सत्यापन' },
};

const receiptVerdicts = {
  genuine: ['good', { en: 'Genuine receipt', hi: 'असली रसीद' }],
  cancelled: ['bad', { en: 'Cancelled, not valid', hi: 'रद्द, मान्य नहीं' }],
  refunded: ['warn', { en: 'Refunded: the amount was sent back', hi: 'राशि लौटा दी गई है' }],
} as const satisfies Record<string, readonly [Tone, Both]>;

const cardVerdicts = {
  replaced: [
    { en: 'Replaced, not valid', hi: 'बदला गया, मान्य नहीं' },
    {
      en: 'The member has a new card. This one was given up, for example because it was lost.',
      hi: 'सदस्य के पास नया कार्ड है। यह कार्ड छोड़ दिया गया, जैसे खो जाने के कारण।',
    },
  ],
  left: [
    { en: 'Not valid: no longer a member', hi: 'मान्य नहीं: अब सदस्य नहीं' },
    {
      en: 'The holder of this card is not a member of the association.',
      hi: 'इस कार्ड के धारक संघ के सदस्य नहीं हैं।',
    },
  ],
  lapsed: [
    { en: 'Not valid: membership lapsed', hi: 'मान्य नहीं: सदस्यता समाप्त' },
    {
      en: 'The membership of the holder of this card has lapsed.',
      hi: 'इस कार्ड के धारक की सदस्यता समाप्त हो चुकी है।',
    },
  ],
} as const satisfies Record<string, readonly [Both, Both]>;

const hindiTiers: Record<MembershipValue, string> = {
  'Patron member': 'संरक्षक',
  'lifetime member': 'स्थायी/आजीवन',
  'Individual member': 'व्यक्तिगत',
};
const hindiPurposes: Record<PaymentPurpose, string> = {
  admission: 'प्रवेश शुल्क',
  annual: 'वार्षिक सदस्यता शुल्क',
  upgrade: 'सदस्यता परिवर्तन',
  excess: 'अधिक दी गई राशि',
};

const compareReceipt = {
  en: 'Please compare number, date and amount with the receipt. Of the name only the first letters are shown.',
  hi: 'कृपया संख्या, तिथि और राशि रसीद से मिलाएँ। नाम के केवल पहले अक्षर दिखाए जाते हैं।',
};
const comparePerson = {
  en: 'Please compare the name with the card and with the person.',
  hi: 'कृपया नाम को कार्ड से और व्यक्ति से मिलाएँ।',
};

const certificateVerdicts = {
  cancelled: [
    { en: 'Cancelled, not valid', hi: 'रद्द, मान्य नहीं' },
    {
      en: 'The association has cancelled this certificate. There may be another one in its place.',
      hi: 'संघ ने यह प्रमाणपत्र रद्द कर दिया है। इसकी जगह दूसरा हो सकता है।',
    },
  ],
  erased: [
    { en: 'Not valid: data erased', hi: 'मान्य नहीं: जानकारी हटाई गई' },
    {
      en: 'The person has had all data erased. The association can no longer confirm this certificate.',
      hi: 'व्यक्ति ने अपनी सारी जानकारी हटवा दी है। संघ अब इस प्रमाणपत्र की पुष्टि नहीं कर सकता।',
    },
  ],
} as const satisfies Record<string, readonly [Both, Both]>;

const compareCertificate = {
  en: 'Please compare name, conference and number with the certificate.',
  hi: 'कृपया नाम, सम्मेलन और संख्या प्रमाणपत्र से मिलाएँ।',
};

/** The page of a valid code. */
export function verifiedPage(found: Verified, association: Association | undefined): Page {
  if (found.kind === 'receipt') {
    const [tone, verdict] = receiptVerdicts[found.state];
    const facts = [
      fact({ en: 'Receipt', hi: 'रसीद संख्या' }, found.number, '', 'name'),
      fact({ en: 'Date', hi: 'तिथि' }, day(found.date)),
      fact({ en: 'Amount', hi: 'राशि' }, formatRupees(found.amount)),
      fact({ en: 'For', hi: 'किस लिए' }, purposeText({ ...found, membership: null }), hindiPurposes[found.purpose]),
      fact({ en: 'Received from', hi: 'किससे प्राप्त' }, found.name),
    ];
    return page(titles.receipt, tone, verdict, `<dl>${facts.join('')}</dl>${note(compareReceipt)}`, association);
  }
  if (found.kind === 'certificate') {
    const facts = [fact({ en: 'Certificate', hi: 'प्रमाणपत्र संख्या' }, found.number, '', 'name')];
    const date = fact({ en: 'Date', hi: 'तिथि' }, day(found.date));
    if (!found.valid) {
      const [verdict, text] = certificateVerdicts[found.state];
      return page(titles.certificate, 'bad', verdict, `<dl>${facts.join('')}${date}</dl>${note(text)}`, association);
    }
    facts.push(
      fact({ en: 'Name', hi: 'नाम' }, found.name, '', 'name'),
      fact({ en: 'Conference', hi: 'सम्मेलन' }, found.conference),
      date,
    );
    const verdict = { en: 'Genuine certificate', hi: 'असली प्रमाणपत्र' };
    return page(
      titles.certificate,
      'good',
      verdict,
      `<dl>${facts.join('')}</dl>${note(compareCertificate)}`,
      association,
    );
  }
  if (!found.valid) {
    const [verdict, text] = cardVerdicts[found.state];
    return page(titles.card, 'bad', verdict, note(text), association);
  }
  const photo = found.photo
    ? `<img src="${escapeMarkup(found.photo)}" alt="Photo of the member" width="112" height="112">`
    : '';
  const facts = [
    fact({ en: 'Name', hi: 'नाम' }, found.name, '', 'name'),
    fact({ en: 'Member number', hi: 'सदस्य संख्या' }, found.memberNumber),
    fact({ en: 'Membership', hi: 'सदस्यता' }, membershipLabels[found.membership], hindiTiers[found.membership]),
    fact({ en: 'State', hi: 'राज्य' }, found.State),
    found.paidUntil ? fact({ en: 'Paid until', hi: 'शुल्क कब तक दिया गया' }, day(found.paidUntil)) : '',
  ];
  const body = `<div class="person">${photo}<dl>${facts.join('')}</dl></div>${note(comparePerson)}`;
  return page(titles.card, 'good', { en: 'Valid member', hi: 'मान्य सदस्य' }, body, association);
}

/** The page of an unknown code, or after too many of those. */
export function failurePage({ code, message }: AppError, association: Association | undefined): Page {
  const said = `<p>${escapeMarkup(message)}</p>`;
  if (code === 'NOT_FOUND') {
    const advice = {
      en: 'Please scan the code again, or compare the address letter by letter with the document: capital and small letters count.',
      hi: 'यह कोड संघ की किसी रसीद, सदस्यता कार्ड या प्रमाणपत्र का नहीं है। कृपया कोड फिर से स्कैन करें, या पते को दस्तावेज़ से अक्षर-अक्षर मिलाएँ।',
    };
    const verdict = { en: 'Not known', hi: 'अज्ञात' };
    return page(titles.other, 'bad', verdict, `${said}${note(advice)}`, association);
  }
  const later = { en: 'Please try again in a minute.', hi: 'कृपया एक मिनट बाद फिर कोशिश करें।' };
  return page(titles.other, 'warn', { en: 'Not now', hi: 'अभी नहीं' }, `${said}${note(later)}`, association);
}
