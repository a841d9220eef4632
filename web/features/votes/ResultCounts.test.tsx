import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { VoteResult } from '#shared/contracts/votes.ts';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { ResultCounts } from './ResultCounts.tsx';

const option = (id: string, votes: number, name = `Candidate ${id.toUpperCase()}`) => ({ id, name, votes });
const question = (values: Partial<VoteResult['questions'][number]>) => ({
  id: 'q',
  title: 'President',
  options: [],
  blank: 1,
  outcome: 'elected' as const,
  elected: [],
  tied: [],
  ...values,
});
const open = (...questions: VoteResult['questions']) => {
  const result = { title: 'Election', roll: 120, papers: 90, ballots: 88, quorum: { needed: 0, reached: true } };
  return show(
    <ResultCounts
      result={{ ...result, paperHash: null, byState: [{ state: 'Goa', roll: 120, papers: 90 }], questions }}
    />,
  );
};

test('says where lots have decided, and only there', async () => {
  await open(
    question({ id: 'q1', options: [option('a', 40), option('b', 20), option('none', 40)], elected: ['a'] }),
    question({ id: 'q2', options: [option('a', 50), option('b', 30), option('c', 30)], elected: ['a', 'c'] }),
    question({ id: 'q3', options: [option('a', 30), option('b', 30)], elected: ['a', 'b'] }),
  );
  await expect.element(page.getByText('Equal votes: lots decided between Candidate B, Candidate C.')).toBeVisible();
  expect(page.getByText(/^Equal votes/).elements()).toHaveLength(1);
  await expectAccessible();
});

test('tells names with a comma apart', async () => {
  const tied = [option('a', 30, 'Asha Rao, Senior Public Prosecutor'), option('b', 30, 'Bimal Sen')];
  await open(question({ options: tied, outcome: 'tied', tied: ['a', 'b'] }));
  await expect
    .element(page.getByText('Tied: lots decide between Asha Rao, Senior Public Prosecutor; Bimal Sen'))
    .toBeVisible();
});
