import { expect, test } from 'vitest';
import { type Ballot, canonicalBallot, onPaper } from './ballots.ts';
import type { Majority, VoteQuestion } from './contracts/votes.ts';
import { countVote, isCarried, quorumOf } from './vote-count.ts';

const office = (names: string, seats: number, none = false): VoteQuestion => ({
  id: 'q',
  kind: 'office',
  title: 'President',
  text: '',
  seats,
  none,
  majority: null,
  options: [...names].map((id) => ({ id, name: id.toUpperCase(), memberNumber: null, statement: '' })),
});
const resolution = (majority: Majority): VoteQuestion => ({
  ...office('', 1),
  kind: 'resolution',
  seats: null,
  majority,
  options: ['for', 'against', 'abstain'].map((id) => ({ id, name: id, memberNumber: null, statement: '' })),
});

/** 'ab' is a ballot for a and b, '' a blank, '-' 'None of these'. */
const ballotsOf = (texts: string[]): Ballot[] => texts.map((text) => ({ q: text === '-' ? ['none'] : [...text] }));

function outcome(question: VoteQuestion, ballots: Ballot[], { people = 100, quorumPercent = 0, lots = {} } = {}) {
  const { questions } = countVote({ questions: [question], people, quorumPercent, lots }, ballots);
  const { outcome: what, elected, tied, blank } = questions[0]!;
  return { what, elected: elected.join(''), tied: tied.join(''), blank };
}

test.each([
  // candidates, seats, none, ballots, outcome, elected, tied, blank
  ['ab', 1, false, ['a', 'a', 'b', ''], 'elected', 'a', '', 1],
  ['ab', 1, false, ['a', 'b'], 'tied', '', 'ab', 0],
  ['abc', 2, false, ['ab', 'ac', 'a'], 'tied', 'a', 'bc', 0],
  ['abc', 2, false, ['ab', 'ab', 'c'], 'elected', 'ab', '', 0],
  ['abc', 2, false, ['ab', 'bc', 'ca'], 'tied', '', 'abc', 0],
  ['abc', 2, false, ['a'], 'vacant', 'a', '', 0],
  ['abc', 2, false, ['', ''], 'vacant', '', '', 2],
  ['ab', 1, true, ['a', '-', '-', 'b'], 'vacant', '', '', 0],
  ['ab', 1, true, ['a', '-'], 'vacant', '', '', 0],
  ['ab', 1, true, ['a', 'a', '-', 'b'], 'elected', 'a', '', 0],
  ['a', 1, true, ['a', 'a', '-'], 'elected', 'a', '', 0],
  ['ab', 2, true, ['ab', 'a', '-', '-'], 'vacant', '', '', 0],
  ['ab', 2, false, [], 'unopposed', 'ab', '', 0],
  ['a', 2, false, [], 'unopposed', 'a', '', 0],
] as const)('%s for %i seats, none of these %s: %j is %s', (names, seats, none, texts, what, elected, tied, blank) => {
  expect(outcome(office(names, seats, none), ballotsOf([...texts]))).toEqual({ what, elected, tied, blank });
});

test('lots fill the seats that a tie leaves, in the order drawn', () => {
  const tie = ballotsOf(['ab', 'ac', 'a']);
  expect(outcome(office('abc', 2), tie, { lots: { q: ['c', 'b'] } })).toMatchObject({ what: 'elected', elected: 'ac' });
  const threefold = ballotsOf(['ab', 'bc', 'ca']);
  expect(outcome(office('abc', 2), threefold, { lots: { q: ['b', 'c', 'a'] } })).toMatchObject({
    elected: 'bc',
    tied: '',
  });
  // Without a tie they say nothing.
  expect(outcome(office('ab', 1), ballotsOf(['a']), { lots: { q: ['b'] } })).toMatchObject({ elected: 'a' });
});

test.each([
  ['simple', 1, 0, true],
  ['simple', 0, 0, false],
  ['simple', 5, 5, false],
  ['simple', 6, 5, true],
  ['twoThirds', 2, 1, true],
  ['twoThirds', 199, 100, false],
  ['twoThirds', 200, 100, true],
  ['twoThirds', 0, 0, false],
  ['threeFourths', 3, 1, true],
  ['threeFourths', 299, 100, false],
  ['threeFourths', 300, 100, true],
] as const)('%s with %i for and %i against', (majority, votesFor, against, carried) => {
  expect(isCarried(majority, votesFor, against)).toBe(carried);
  const cast = [
    ...Array.from({ length: votesFor }, () => ({ q: ['for'] })),
    ...Array.from({ length: against }, () => ({ q: ['against'] })),
    { q: ['abstain'] },
    { q: [] },
  ];
  expect(outcome(resolution(majority), cast, { people: 1_000 })).toMatchObject({
    what: carried ? 'carried' : 'lost',
    blank: 1,
  });
});

test('a quorum is rounded up, and missed it leaves nothing, also of what is unopposed', () => {
  expect([quorumOf(7, 50), quorumOf(8, 50), quorumOf(3, 33), quorumOf(100, 7), quorumOf(9, 0), quorumOf(1, 1)]).toEqual(
    [4, 4, 1, 7, 0, 1],
  );
  const three = ballotsOf(['a', 'a', 'b']);
  expect(outcome(office('ab', 1), three, { people: 7, quorumPercent: 50 })).toMatchObject({
    what: 'noQuorum',
    elected: '',
  });
  expect(outcome(office('ab', 1), three, { people: 6, quorumPercent: 50 })).toMatchObject({ what: 'elected' });
  expect(outcome(office('a', 1), [], { people: 6, quorumPercent: 1 })).toMatchObject({ what: 'noQuorum' });
});

test('the canonical ballot has every question of the paper once, sorted, and refuses the rest', () => {
  const questions = [{ ...office('ba', 1), id: 'x' }, office('a', 1), { ...office('abc', 2, true), id: 'y' }];
  expect(onPaper(questions).map(({ id }) => id)).toEqual(['x', 'y']);
  expect(canonicalBallot(questions, { y: ['c', 'a'] })).toBe('{"x":[],"y":["a","c"]}');
  for (const wrong of [
    null,
    [],
    { q: [] },
    { x: ['a', 'b'] },
    { x: ['none'] },
    { y: ['a', 'none'] },
    { y: ['a', 'a'] },
    { x: 'a' },
    { x: [1] },
  ]) {
    expect(canonicalBallot(questions, wrong)).toBeNull();
  }
});

/** Repeats: a small generator of numbers. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The same rules once more, from their definition: a candidate is in if fewer than `seats` others could be before them. */
function independently(names: string, seats: number, none: boolean, texts: string[]) {
  const votes = (sign: string) => texts.filter((text) => text.includes(sign)).length;
  const eligible = [...names].filter((each) => votes(each) >= 1 && (!none || votes(each) > votes('-')));
  const ahead = (each: string) => eligible.filter((other) => votes(other) > votes(each)).length;
  const level = (each: string) => eligible.filter((other) => votes(other) === votes(each)).length;
  const sure = eligible.filter((each) => ahead(each) + level(each) <= seats);
  const tied = eligible.filter((each) => ahead(each) < seats && ahead(each) + level(each) > seats);
  if (names.length <= seats && !none) return { what: 'unopposed', elected: [...names].sort().join(''), tied: '' };
  const what = tied.length > 0 ? 'tied' : sure.length < seats ? 'vacant' : 'elected';
  return { what, elected: sure.sort().join(''), tied: tied.sort().join('') };
}

test('2,000 random elections agree with an independent count', () => {
  const random = seeded(20_270_303);
  for (let round = 0; round < 2_000; round += 1) {
    const names = 'abcdef'.slice(0, 1 + random(6));
    const seats = 1 + random(3);
    const none = random(2) === 1;
    const texts = Array.from({ length: random(9) }, () => {
      if (none && random(4) === 0) return '-';
      return [...names]
        .filter(() => random(3) === 0)
        .slice(0, seats)
        .join('');
    });
    const counted = outcome(office(names, seats, none), ballotsOf(texts));
    const expected = independently(names, seats, none, texts);
    const result = {
      what: counted.what,
      elected: [...counted.elected].sort().join(''),
      tied: [...counted.tied].sort().join(''),
    };
    expect(result, `${names} for ${seats}, none ${none}: ${JSON.stringify(texts)}`).toEqual(expected);
  }
});
