import { expect, it } from 'vitest';
import { cardFront } from './card-page.ts';

const sheet = {
  language: 'en' as const,
  association: 'Association',
  address: '',
  contact: '',
  memberNumber: 'AIP-M-000001',
  membership: 'Permanent/Lifetime',
  state: 'Tamil Nadu',
  validUntil: '',
  photo: null,
  verify: 'https://example.org/verify/abc',
};
const linesOf = (name: string) =>
  cardFront({ ...sheet, name }).items.flatMap((item) => (item.kind === 'line' ? [item.line] : []));

it.each(['கிருஷ்ணமூர்த்தி சுப்பிரமணியன்', 'Venkatanarasimharaju Krishnamoorthysastry', 'മീനാക്ഷികുട്ടിയമ്മ'])(
  'a word of %s is not broken',
  (name) => {
    const lines = linesOf(name);
    for (const word of name.split(' ')) expect(lines.some(({ text }) => text.includes(word))).toBe(true);
  },
);

it('a name of any length is at least as large as the membership', () => {
  const name = 'Shri Venkatanarasimharajuvaripeta Lakshminarasimhachandrasekharan Balasubramanian the Second'.repeat(2);
  const lines = linesOf(name);
  const value = lines.map(({ text }) => text).join(' ');
  for (const word of name.split(' ')) expect(value).toContain(word);
  const membership = lines.find(({ text }) => text.includes('Permanent'))!;
  const parts = lines.filter(({ text }) => text !== '' && name.includes(text.trim()));
  expect(parts.length).toBeGreaterThan(0);
  for (const { size } of parts) expect(size).toBeGreaterThanOrEqual(membership.size);
});

it.each([
  'سید محمد عبدالرحمن صدیقی فاروقی',
  'Venkata Subrahmanyeswara Satyanarayana Lakshminarasimhacharyulu Vijayaraghavan',
])('the name %s ends above the membership', (name) => {
  const items = cardFront({ ...sheet, name }).items.flatMap((item) => (item.kind === 'line' ? [item] : []));
  const membership = items.find(({ line }) => line.text.includes('Permanent'))!;
  const last = items.filter(({ line }) => name.includes(line.text)).at(-1)!;
  expect(membership.y - membership.line.ascent).toBeGreaterThanOrEqual(last.y + last.line.descent);
});
