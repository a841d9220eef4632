import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listStates } from '#shared/contracts/locations.ts';
import { countVoters, createVote } from '#shared/contracts/votes.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { VoteEditor } from './VoteEditor.tsx';

test('a vote that cannot be saved says why above it, and what is mended is marked no more', async () => {
  answer(listStates, { success: true, data: [] });
  answer(countVoters, { success: true, data: { people: 7 } });
  const calls = answer(createVote, 'lost');
  await show(<VoteEditor vote={null} reload={() => {}} />, { at: '/admin/Vote/new', as: 'admin' });
  await button('Save draft').click();
  const mistakes = (count: number) => page.getByRole('group', { name: `${count} things need your attention` });
  await expect.element(mistakes(5)).toHaveFocus();
  await expect.element(mistakes(5).getByText('Please choose when voting opens')).toBeVisible();
  await expectAccessible();
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Change of the statutes');
  await expect.element(mistakes(4)).toBeVisible();
  await expect.element(mistakes(4)).not.toHaveFocus();
  expect(calls).toEqual([]);
});
