import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listStates } from '#shared/contracts/locations.ts';
import { countVoters, createVote, findCandidates, updateVote, type Vote } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { answer } from '#web/testing/server.ts';
import { button, expectAccessible, show } from '#web/testing/show.tsx';
import { VoteEditor } from './VoteEditor.tsx';

const candidate = (id: string, name: string) => ({ id, name, memberNumber: null, photo: null, statement: '' });
const draft: Vote = {
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
  title: 'Election 2027',
  text: '',
  state: 'draft',
  questions: [
    {
      ...{ id: 'q1', kind: 'office', title: 'President', text: '', seats: 1, none: false, majority: null },
      options: [candidate('c1', 'Asha Rao'), candidate('c2', 'Bimal Sen'), candidate('c3', 'Chitra Das')],
    },
  ],
  filter: {},
  goodStanding: false,
  opensAt: '2099-11-25T04:30:00.000Z',
  closesAt: '2099-11-27T04:30:00.000Z',
  quorumPercent: 0,
  publicResult: false,
  withoutNotice: true,
  notice: null,
  publicKey: null,
  keyFingerprint: null,
  rollHash: null,
  paperHash: null,
  boxHash: null,
  people: 0,
  cancelReason: '',
  proposal: null,
  held: '',
  version: 3,
  createdAt: '2026-11-20T04:30:00.000Z',
  mine: null,
};

const reload = vi.fn();
async function open(vote: Vote | null) {
  reload.mockClear();
  answer(listStates, { success: true, data: [] });
  answer(countVoters, { success: true, data: { people: 7 } });
  answer(findCandidates, { success: true, data: [] });
  await show(<VoteEditor vote={vote} reload={reload} />, { at: '/admin/Vote/new', as: 'admin' });
}

const changed = new AppError('RECORD_CHANGED', 'Somebody else has changed it.');
const wrong = (count: number) =>
  page.getByRole('group', {
    name: count === 1 ? '1 field needs your attention' : `${count} fields need your attention`,
  });

test('a vote that cannot be saved says why above it and leads to each field; what is mended is marked no more', async () => {
  const calls = answer(createVote, 'lost');
  await open(null);
  await button('Save draft').click();
  await expect.element(wrong(6)).toHaveFocus();
  await expectAccessible();
  await page.getByRole('link', { name: messages.votes.opensAt }).click();
  await expect.element(page.getByRole('group', { name: 'Voting opens' }).getByRole('spinbutton').first()).toHaveFocus();
  const title = page.getByRole('textbox', { name: 'Title' }).first();
  await title.fill('Change of the statutes');
  await expect.element(wrong(5)).toBeVisible();
  await expect.element(title).toHaveFocus();
  expect(calls).toEqual([]);
});

test("the server's errors stand at the candidate they are about, and what was typed stays", async () => {
  await open(draft);
  await button('Remove candidate 1').click();
  await button('Add a candidate').click();
  const third = page.getByRole('group', { name: 'Candidate 3' });
  const name = third.getByRole('textbox', { name: 'Name' });
  await button('Save draft').click();
  await expect.element(third.getByText(messages.votes.candidate)).toBeVisible();
  await name.fill('De');
  const { memberNumber: unknown } = messages.votes;
  const fields = { 'questions.0.options.2.memberNumber': unknown };
  const calls = answer(updateVote, new AppError('VALIDATION', unknown, { fields }));
  await button('Save draft').click();
  await expect.element(wrong(1)).toHaveFocus();
  await expect.element(third.getByText(unknown)).toBeVisible();
  await page.getByRole('link', { name: unknown }).click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveValue('De');
  const { id, kind, title, text, seats, none } = draft.questions[0]!;
  const option = ({ id, name }: { id?: string; name: string }) => ({ ...(id && { id }), name, statement: '' });
  expect(calls[0]?.body).toMatchObject({
    opensAt: draft.opensAt,
    questions: [
      {
        ...{ id, kind, title, text, seats, none },
        options: [{ id: 'c2', name: 'Bimal Sen' }, { id: 'c3', name: 'Chitra Das' }, { name: 'De' }].map(option),
      },
    ],
  });
  answer(updateVote, { success: true, message: 'The draft was saved.', vote: { ...draft, version: 4 } });
  await button('Save draft').click();
  await expect.poll(() => reload.mock.calls.length).toBe(1);
});

test('a change of somebody else is shown before it is replaced, and what was typed stays until then', async () => {
  const theirs = { ...draft, title: 'Election of 2027', version: 4 };
  let stored: Vote = draft;
  function Stored() {
    const [vote, setVote] = useState(draft);
    return <VoteEditor vote={vote} reload={() => setVote(stored)} />;
  }
  answer(listStates, { success: true, data: [] });
  answer(countVoters, { success: true, data: { people: 7 } });
  await show(<Stored />, { at: '/admin/Vote/new', as: 'admin' });
  const title = page.getByRole('textbox', { name: 'Title' }).first();
  await title.fill('Election in May');
  stored = theirs;
  answer(updateVote, changed);
  await button('Save draft').click();
  await expect.element(button('Show theirs')).toBeEnabled();
  await expect.element(button('Show theirs')).toBeInViewport();
  await expect.element(title).toHaveValue('Election in May');
  await expectAccessible();
  // Saving again replaces their version.
  let send = () => {};
  const sent = answer(updateVote, async () => {
    await new Promise<void>((resolve) => {
      send = resolve;
    });
    return {
      success: true as const,
      message: 'The draft was saved.',
      vote: { ...theirs, title: 'Election in May', version: 5 },
    };
  });
  await button('Save draft').click();
  await expect.poll(() => sent[0]).toMatchObject({ body: { title: 'Election in May', version: 4 } });
  // What is typed meanwhile would be lost.
  await expect.element(title).toBeDisabled();
  send();
  await expect.element(title).toBeEnabled();
  await expect.element(button('Show theirs')).not.toBeInTheDocument();
  answer(updateVote, changed);
  stored = { ...theirs, version: 6 };
  await title.fill('Election in June');
  await button('Save draft').click();
  await button('Show theirs').click();
  await expect.element(title).toHaveValue('Election of 2027');
});

test('only a name that is typed is searched for, after a pause', async () => {
  await open(draft);
  const person = { name: 'Asha Rao', memberNumber: 'AIP-M-000001', state: 'Kerala' };
  const searches = answer(findCandidates, { success: true, data: [person] });
  const first = page.getByRole('group', { name: 'Candidate 1' });
  await first.getByRole('textbox', { name: 'Name' }).fill('Asha R');
  await first.getByRole('button', { name: /^Asha Rao, Kerala/ }).click();
  await expect.element(first.getByText('Member AIP-M-000001')).toBeVisible();
  expect(searches).toMatchObject([{ query: { search: 'Asha R' } }]);
});
