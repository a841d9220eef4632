import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getOwnRecord, setLanguage } from '#shared/contracts/members.ts';
import { askLanguageKey } from '#web/lib/languages/language-question.ts';
import { ownRecord } from '#web/testing/records.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { LanguageQuestion } from './LanguageQuestion.tsx';

const switchTo = (language: 'en' | 'hi') => sessionStorage.setItem(askLanguageKey, language);
const question = page.getByText('Mails in English too?');

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

function serve(language: 'en' | 'hi') {
  const reads = answer(getOwnRecord, { success: true, data: ownRecord({ language }) });
  return { reads, calls: answer(setLanguage, { success: true, message: 'Written.' }) };
}

test('who came by the language’s link is asked, and answers by a press', async () => {
  const { calls } = serve('hi');
  switchTo('en');
  await show(<LanguageQuestion />, { as: 'member' });
  await expect.element(question).toBeVisible();
  await expectAccessible();
  expect(calls).toEqual([]);
  await button('Yes').click();
  await expect.element(question).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([{ language: 'en' }]);
});

test('who closes it is not asked again', async () => {
  const { calls } = serve('hi');
  switchTo('en');
  const { end } = await show(<LanguageQuestion />, { as: 'member' });
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await end();
  switchTo('en');
  const { reads } = serve('hi');
  await show(<LanguageQuestion />, { as: 'member' });
  await expect.element(question).not.toBeInTheDocument();
  expect([...calls, ...reads]).toEqual([]);
});

test.each([
  ['an administrator', 'admin', 'en'],
  ['a visitor', undefined, 'en'],
  ['somebody on a page in the other language', 'member', 'hi'],
] as const)('%s is not asked', async (_who, as, language) => {
  const { reads, calls } = serve('hi');
  switchTo(language);
  await show(<LanguageQuestion />, as ? { as } : {});
  await expect.element(question).not.toBeInTheDocument();
  expect([...reads, ...calls]).toEqual([]);
});

test('whose mails are in the language already is not asked', async () => {
  const { reads } = serve('en');
  switchTo('en');
  await show(<LanguageQuestion />, { as: 'member' });
  await expect.poll(() => reads).toHaveLength(1);
  await expect.poll(() => sessionStorage.getItem(askLanguageKey)).toBeNull();
  await expect.element(question).not.toBeInTheDocument();
});
