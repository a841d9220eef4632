import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { purposeText } from '#server/features/receipts/receipt-sheet.ts';
import { escapeMarkup } from '#server/platform/calendar-text.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { dayInWords, momentInWords } from '#server/platform/languages/dates.ts';
import { fontPath, scripts } from '#server/platform/typesetting/fonts.ts';
import { clock } from '#shared/clock.ts';
import type { Verified } from '#shared/contracts/verification.ts';
import type { AppError } from '#shared/errors.ts';
import { type Language, languageNames, pathIn } from '#shared/languages.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import type { PaymentPurpose } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { languageOfText } from '#shared/text-language.ts';

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
header{background:#0f2140;color:#fff;padding:14px 20px;border-bottom:4px solid #b45309}header .other{float:right;font-weight:400}header a{color:#fff;text-decoration:none;font:600 1.125rem/1.3 Scripts,Georgia,serif}
main{max-width:34rem;margin:0 auto;padding:20px}h1{font:600 1.125rem/1.3 Scripts,Georgia,serif;margin:0 0 12px}
.verdict{display:flex;gap:14px;align-items:center;margin:0 0 20px;padding:16px 18px;border-radius:6px;color:#fff;font-size:1.375rem;line-height:1.25;font-weight:700}
.verdict span{flex:none;font-size:2rem;line-height:1}.good{background:#166534}.warn{background:#92400e}.bad{background:#b42318}
.person{display:flex;gap:18px;align-items:flex-start}.person img{flex:none;width:112px;height:112px;object-fit:cover;border-radius:6px;border:1px solid #e3ded2}
dl{margin:0;flex:1;min-width:0}dt{font-size:.9375rem;color:#475569}dd{margin:0 0 12px;font-weight:600;overflow-wrap:anywhere}
dd.name{font-size:1.375rem;line-height:1.3}[lang=hi]{font-family:Scripts,system-ui,sans-serif}.verdict b{display:block}.verdict [lang]{display:block;font-size:1.125rem;line-height:1.4}
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

/** In which language the page is, before the other one. */
export interface VerifyReader {
  language: Language;
  code: string;
}

const inOther = (language: Language, text: string) => `<span lang="${language}">${escapeMarkup(text)}</span>`;
/** Both texts, that of the page's language first. */
const both = ({ en, hi }: Both, { language }: VerifyReader, between: string) =>
  language === 'hi'
    ? `${escapeMarkup(hi)}${between}${inOther('en', en)}`
    : `${escapeMarkup(en)}${between}${inOther('hi', hi)}`;
const note = (text: Both, reader: VerifyReader) => `<p class="note">${both(text, reader, '<br>')}</p>`;
/** @param value one in both languages is shown in both */
const fact = (label: Both, value: string | Both, reader: VerifyReader, className = '') =>
  `<dt>${both(label, reader, ' · ')}</dt><dd${className && ` class="${className}"`}>${typeof value === 'string' ? escapeMarkup(value) : both(value, reader, ' · ')}</dd>`;

const englishTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** The time of the lookup: a picture of the page proves nothing about a later day. */
function checked(reader: VerifyReader): string {
  const now = clock.now();
  const texts = {
    en: `Checked ${englishTime.format(now).replace(/[\u00a0\u202f]/g, ' ')}`,
    hi: `जाँच का समय: ${momentInWords(now, 'hi')}`,
  };
  return `<p class="checked">${both(texts, reader, '<br>')}</p>`;
}

interface VerdictText {
  tone: Tone;
  title: Both;
  verdict: Both;
  body: string;
}

function page(
  { title, tone, verdict, body }: VerdictText,
  reader: VerifyReader,
  association: Association | undefined,
): Page {
  const name = association?.name || inLanguage('Association', reader.language);
  const other = reader.language === 'hi' ? 'en' : 'hi';
  const { tag, name: itsName } = languageNames[other];
  const twin = escapeMarkup(pathIn(other, paths.verify(reader.code)));
  const nameIn = languageOfText(name, reader.language);
  const lang = nameIn === reader.language ? '' : ` lang="${nameIn}"`;
  const contact = [association?.email, association?.phone].filter((part) => part).join(', ');
  const ask =
    contact === ''
      ? ''
      : note(
          {
            en: `If in doubt, please ask the association: ${contact}`,
            hi: `संदेह होने पर कृपया संघ से पूछें: ${contact}`,
          },
          reader,
        );
  return `<!doctype html>
<html lang="${languageNames[reader.language].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title[reader.language])} · ${escapeMarkup(name)}</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><header><a href="${pathIn(reader.language, paths.home)}"${lang}>${escapeMarkup(name)}</a><a class="other" href="${twin}" lang="${other}" hreflang="${tag}">${itsName}</a></header><main><h1>${both(title, reader, ' · ')}</h1>
<p class="verdict ${tone}"><span aria-hidden="true">${signs[tone]}</span><b>${both(verdict, reader, '')}</b></p>
${checked(reader)}${body}${ask}</main></body></html>`;
}

const day = (text: string, { language }: VerifyReader) => dayInWords(new Date(`${text}T00:00:00Z`), language);

const titles = {
  receipt: { en: 'Receipt', hi: 'रसीद' },
  card: { en: 'Member card', hi: 'सदस्यता कार्ड' },
  certificate: { en: 'Certificate of participation', hi: 'सहभागिता प्रमाण-पत्र' },
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
      hi: 'संघ ने यह प्रमाण-पत्र रद्द कर दिया है। इसकी जगह दूसरा हो सकता है।',
    },
  ],
  erased: [
    { en: 'Not valid: data erased', hi: 'मान्य नहीं: जानकारी हटाई गई' },
    {
      en: 'The person has had all data erased. The association can no longer confirm this certificate.',
      hi: 'व्यक्ति ने अपनी सारी जानकारी हटवा दी है। संघ अब इस प्रमाण-पत्र की पुष्टि नहीं कर सकता।',
    },
  ],
} as const satisfies Record<string, readonly [Both, Both]>;

const compareCertificate = {
  en: 'Please compare name, conference and number with the certificate.',
  hi: 'कृपया नाम, सम्मेलन और संख्या प्रमाण-पत्र से मिलाएँ।',
};

/** The page of a valid code. */
export function verifiedPage(verified: Verified, reader: VerifyReader, association: Association | undefined): Page {
  const tell = (text: VerdictText) => page(text, reader, association);
  const name = (label: Both, value: string) => fact(label, value, reader, 'name');
  if (verified.kind === 'receipt') {
    const [tone, verdict] = receiptVerdicts[verified.state];
    const purpose = { en: purposeText({ ...verified, membership: null }), hi: hindiPurposes[verified.purpose] };
    const facts = [
      name({ en: 'Receipt', hi: 'रसीद संख्या' }, verified.number),
      fact({ en: 'Date', hi: 'तिथि' }, day(verified.date, reader), reader),
      fact({ en: 'Amount', hi: 'राशि' }, formatRupees(verified.amount), reader),
      fact({ en: 'For', hi: 'किस लिए' }, purpose, reader),
      fact({ en: 'Received from', hi: 'किससे प्राप्त' }, verified.name, reader),
    ];
    const body = `<dl>${facts.join('')}</dl>${note(compareReceipt, reader)}`;
    return tell({ title: titles.receipt, tone, verdict, body });
  }
  if (verified.kind === 'certificate') {
    const number = name({ en: 'Certificate', hi: 'प्रमाण-पत्र संख्या' }, verified.number);
    const date = fact({ en: 'Date', hi: 'तिथि' }, day(verified.date, reader), reader);
    const title = titles.certificate;
    if (!verified.valid) {
      const [verdict, text] = certificateVerdicts[verified.state];
      return tell({ title, tone: 'bad', verdict, body: `<dl>${number}${date}</dl>${note(text, reader)}` });
    }
    const facts = [
      number,
      name({ en: 'Name', hi: 'नाम' }, verified.name),
      fact({ en: 'Conference', hi: 'सम्मेलन' }, verified.conference, reader),
      date,
    ];
    const verdict = { en: 'Genuine certificate', hi: 'असली प्रमाण-पत्र' };
    return tell({
      title,
      tone: 'good',
      verdict,
      body: `<dl>${facts.join('')}</dl>${note(compareCertificate, reader)}`,
    });
  }
  if (!verified.valid) {
    const [verdict, text] = cardVerdicts[verified.state];
    return tell({ title: titles.card, tone: 'bad', verdict, body: note(text, reader) });
  }
  const alt = inLanguage('Photo of the member', reader.language);
  const photo = verified.photo
    ? `<img src="${escapeMarkup(verified.photo)}" alt="${escapeMarkup(alt)}" width="112" height="112">`
    : '';
  const membership = { en: membershipLabels[verified.membership], hi: hindiTiers[verified.membership] };
  const facts = [
    name({ en: 'Name', hi: 'नाम' }, verified.name),
    fact({ en: 'Member number', hi: 'सदस्य संख्या' }, verified.memberNumber, reader),
    fact({ en: 'Membership', hi: 'सदस्यता' }, membership, reader),
    fact({ en: 'State', hi: 'राज्य' }, inLanguage(verified.homeState, reader.language), reader),
    verified.paidUntil
      ? fact({ en: 'Paid until', hi: 'शुल्क कब तक दिया गया' }, day(verified.paidUntil, reader), reader)
      : '',
  ];
  const body = `<div class="person">${photo}<dl>${facts.join('')}</dl></div>${note(comparePerson, reader)}`;
  return tell({ title: titles.card, tone: 'good', verdict: { en: 'Valid member', hi: 'मान्य सदस्य' }, body });
}

/** The page of an unknown code, or after too many of those. */
export function failurePage(
  { code, said: reason }: AppError,
  reader: VerifyReader,
  association: Association | undefined,
): Page {
  const reasonHtml = `<p>${escapeMarkup(inLanguage(reason, reader.language))}</p>`;
  if (code === 'NOT_FOUND') {
    const advice = {
      en: 'Please scan the code again, or compare the address letter by letter with the document: capital and small letters count.',
      hi: 'कृपया कोड फिर से स्कैन करें, या पते को दस्तावेज़ से अक्षर-अक्षर मिलाएँ।',
    };
    const verdict = { en: 'Not known', hi: 'अज्ञात' };
    return page(
      { title: titles.other, tone: 'bad', verdict, body: reasonHtml + note(advice, reader) },
      reader,
      association,
    );
  }
  const later = { en: 'Please try again in a minute.', hi: 'कृपया एक मिनट बाद फिर कोशिश करें।' };
  const verdict = { en: 'Not now', hi: 'अभी नहीं' };
  return page(
    { title: titles.other, tone: 'warn', verdict, body: reasonHtml + note(later, reader) },
    reader,
    association,
  );
}
