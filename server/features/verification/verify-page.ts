import { createHash } from 'node:crypto';
import { escapeMarkup } from '#server/escape-markup.ts';
import { purposeText } from '#server/features/payments/ledger.ts';
import { dayInWords } from '#server/mail/wording.ts';
import type { Verified } from '#shared/contracts/verification.ts';
import type { AppError } from '#shared/errors.ts';
import { formatRupees } from '#shared/money.ts';
import { membershipLabels } from '#shared/options.ts';

/** A whole document. */
export type Page = string;

interface Association {
  name: string;
  email: string;
  phone: string;
}

type Tone = 'good' | 'warn' | 'bad';

// Read on a phone in the sun: black on white, large, and the answer by word, sign and colour.
const style = `*{box-sizing:border-box}body{margin:0;background:#fff;color:#12233f;font:1.125rem/1.5 system-ui,"Noto Sans",sans-serif}
header{background:#0f2140;color:#fff;padding:14px 20px;border-bottom:4px solid #b45309}header a{color:#fff;text-decoration:none;font:600 1.125rem/1.3 Georgia,serif}
main{max-width:34rem;margin:0 auto;padding:20px}h1{font:600 1.125rem/1.3 Georgia,serif;margin:0 0 12px}
.verdict{display:flex;gap:14px;align-items:center;margin:0 0 20px;padding:16px 18px;border-radius:6px;color:#fff;font-size:1.375rem;line-height:1.25;font-weight:700}
.verdict span{flex:none;font-size:2rem;line-height:1}.good{background:#166534}.warn{background:#92400e}.bad{background:#b42318}
.person{display:flex;gap:18px;align-items:flex-start}.person img{flex:none;width:112px;height:112px;object-fit:cover;border-radius:6px;border:1px solid #e3ded2}
dl{margin:0;flex:1;min-width:0}dt{font-size:.9375rem;color:#475569}dd{margin:0 0 12px;font-weight:600;overflow-wrap:anywhere}
dd.name{font-size:1.375rem;line-height:1.3}p{margin:0 0 14px}.note{color:#475569;font-size:1rem}a{color:#1b365d}
:focus-visible{outline:3px solid #1b365d;outline-offset:2px}header :focus-visible{outline-color:#fff}
@media print{header{background:none;color:#000}header a{color:#000}.verdict{color:#000;background:none;border:2px solid #000}}`;

export const verifyPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const signs: Record<Tone, string> = { good: '✓', warn: '!', bad: '✗' };

function page(title: string, tone: Tone, verdict: string, body: string, association: Association | undefined): Page {
  const name = association?.name || 'Association';
  const contact = [association?.email, association?.phone].filter((part) => part).join(', ');
  const ask =
    contact === '' ? '' : `<p class="note">If in doubt, please ask the association: ${escapeMarkup(contact)}</p>`;
  return `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title)} · ${escapeMarkup(name)}</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><header><a href="/">${escapeMarkup(name)}</a></header><main><h1>${escapeMarkup(title)}</h1>
<p class="verdict ${tone}"><span aria-hidden="true">${signs[tone]}</span>${escapeMarkup(verdict)}</p>
${body}${ask}</main></body></html>`;
}

const fact = (name: string, value: string, className = '') =>
  `<dt>${escapeMarkup(name)}</dt><dd${className && ` class="${className}"`}>${escapeMarkup(value)}</dd>`;
const note = (text: string) => `<p class="note">${escapeMarkup(text)}</p>`;
const day = (text: string) => dayInWords(new Date(`${text}T00:00:00Z`));

const receiptVerdicts = {
  genuine: ['good', 'Genuine receipt'],
  cancelled: ['bad', 'Cancelled, not valid'],
  refunded: ['warn', 'Refunded: the amount was sent back'],
} as const satisfies Record<string, readonly [Tone, string]>;

const cardVerdicts = {
  replaced: [
    'Replaced, not valid',
    'The member has a new card. This one was given up, for example because it was lost.',
  ],
  left: ['Not valid: no longer a member', 'The holder of this card is not a member of the association.'],
  lapsed: ['Not valid: membership lapsed', 'The membership of the holder of this card has lapsed.'],
} as const;

const certificateVerdicts = {
  cancelled: [
    'Cancelled, not valid',
    'The association has cancelled this certificate. There may be another one in its place.',
  ],
  erased: [
    'Not valid: data erased',
    'The person has had all data erased. The association can no longer confirm this certificate.',
  ],
} as const;

/** The page of a code that is known. */
export function verifiedPage(found: Verified, association: Association | undefined): Page {
  if (found.kind === 'receipt') {
    const [tone, verdict] = receiptVerdicts[found.state];
    const facts = [
      fact('Receipt', found.number, 'name'),
      fact('Date', day(found.date)),
      fact('Amount', formatRupees(found.amount)),
      fact('For', purposeText({ ...found, membership: null })),
      fact('Received from', found.name),
    ];
    const body = `<dl>${facts.join('')}</dl>${note('Please compare number, date and amount with the receipt. Of the name only the first letters are shown.')}`;
    return page('Receipt', tone, verdict, body, association);
  }
  if (found.kind === 'certificate') {
    const facts = [fact('Certificate', found.number, 'name')];
    if (!found.valid) {
      const [verdict, text] = certificateVerdicts[found.state];
      const body = `<dl>${facts.join('')}${fact('Date', day(found.date))}</dl>${note(text)}`;
      return page('Certificate of participation', 'bad', verdict, body, association);
    }
    facts.push(fact('Name', found.name, 'name'), fact('Conference', found.conference), fact('Date', day(found.date)));
    const body = `<dl>${facts.join('')}</dl>${note('Please compare name, conference and number with the certificate.')}`;
    return page('Certificate of participation', 'good', 'Genuine certificate', body, association);
  }
  if (!found.valid) {
    const [verdict, text] = cardVerdicts[found.state];
    return page('Member card', 'bad', verdict, note(text), association);
  }
  const photo = found.photo
    ? `<img src="${escapeMarkup(found.photo)}" alt="Photo of the member" width="112" height="112">`
    : '';
  const facts = [
    fact('Name', found.name, 'name'),
    fact('Member number', found.memberNumber),
    fact('Membership', membershipLabels[found.membership]),
    fact('State', found.State),
    found.paidUntil ? fact('Paid until', day(found.paidUntil)) : '',
  ];
  const body = `<div class="person">${photo}<dl>${facts.join('')}</dl></div>${note('Please compare the name with the card and with the person.')}`;
  return page('Member card', 'good', 'Valid member', body, association);
}

/** The page of a code that is not known, or of somebody who has tried too many of those. */
export function failurePage({ code, message }: AppError, association: Association | undefined): Page {
  if (code === 'NOT_FOUND') {
    const advice =
      'Please scan the code again, or compare the address letter by letter with the document: capital and small letters count.';
    return page('Verification', 'bad', 'Not known', `<p>${escapeMarkup(message)}</p>${note(advice)}`, association);
  }
  return page('Verification', 'warn', 'Not now', `<p>${escapeMarkup(message)}</p>`, association);
}
