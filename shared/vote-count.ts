import { type Ballot, isUnopposed, noneOfThese } from './ballots.ts';
import type { Majority, Outcome, VoteQuestion, VoteResult } from './contracts/votes.ts';

// The count of a vote: pure functions, for the server at closing and for everybody who counts again.

export type QuestionResult = VoteResult['questions'][number];

/** What the count needs to know of a vote. */
export interface Counted {
  questions: readonly VoteQuestion[];
  /** On the roll. */
  people: number;
  quorumPercent: number;
  /** By question, every tied candidate in the order in which the lots were drawn. */
  lots?: Readonly<Record<string, readonly string[]>> | null;
}

/** The ballots that a quorum needs: a percentage of the roll, rounded up. */
export const quorumOf = (people: number, percent: number): number => Math.ceil((people * percent) / 100);

/** Whether a resolution is carried; abstentions and blanks do not count. */
export function isCarried(majority: Majority, votesFor: number, against: number): boolean {
  if (votesFor === 0) return false;
  if (majority === 'simple') return votesFor > against;
  const all = votesFor + against;
  return majority === 'twoThirds' ? 3 * votesFor >= 2 * all : 4 * votesFor >= 3 * all;
}

interface Standing {
  outcome: Outcome;
  elected: string[];
  tied: string[];
}

/** Who is elected of those with votes for an office. */
function standingOf(candidates: readonly { id: string; votes: number }[], seats: number, noneVotes: number): Standing {
  const eligible = candidates.filter(({ votes }) => votes > 0 && votes > noneVotes).sort((a, b) => b.votes - a.votes);
  if (eligible.length <= seats) {
    const elected = eligible.map(({ id }) => id);
    return { outcome: elected.length < seats ? 'vacant' : 'elected', elected, tied: [] };
  }
  const last = eligible[seats - 1]!.votes;
  const sure = eligible.filter(({ votes }) => votes > last);
  const level = eligible.filter(({ votes }) => votes === last);
  if (sure.length + level.length === seats) {
    return { outcome: 'elected', elected: [...sure, ...level].map(({ id }) => id), tied: [] };
  }
  return { outcome: 'tied', elected: sure.map(({ id }) => id), tied: level.map(({ id }) => id) };
}

function outcomeOf(question: VoteQuestion, votes: ReadonlyMap<string, number>): Standing {
  const of = (id: string) => votes.get(id) ?? 0;
  if (question.kind === 'resolution') {
    const carried = isCarried(question.majority ?? 'simple', of('for'), of('against'));
    return { outcome: carried ? 'carried' : 'lost', elected: [], tied: [] };
  }
  const candidates = question.options.map(({ id }) => ({ id, votes: of(id) }));
  if (isUnopposed(question)) return { outcome: 'unopposed', elected: candidates.map(({ id }) => id), tied: [] };
  return standingOf(candidates, question.seats ?? 1, question.none ? of(noneOfThese) : 0);
}

/** Ties that lots have decided: those drawn first take the seats that are left. */
export function drawLots(
  questions: readonly VoteQuestion[],
  results: readonly QuestionResult[],
  lots: Counted['lots'],
): QuestionResult[] {
  return results.map((result) => {
    const drawn = lots?.[result.id];
    if (result.outcome !== 'tied' || !drawn) return result;
    const seats = questions.find(({ id }) => id === result.id)?.seats ?? 1;
    const elected = [...result.elected, ...drawn.slice(0, seats - result.elected.length)];
    return { ...result, outcome: 'elected', elected, tied: [] };
  });
}

/** The counts of all questions, and what they mean. @param ballots genuine ones, one for each paper */
export function countVote({ questions, people, quorumPercent, lots }: Counted, ballots: Iterable<Ballot>) {
  const votes = new Map(questions.map(({ id }) => [id, new Map<string, number>()]));
  let cast = 0;
  for (const ballot of ballots) {
    cast += 1;
    for (const { id } of questions) {
      const counts = votes.get(id)!;
      for (const option of ballot[id] ?? []) counts.set(option, (counts.get(option) ?? 0) + 1);
      if (!ballot[id]?.length) counts.set('', (counts.get('') ?? 0) + 1);
    }
  }
  const needed = quorumOf(people, quorumPercent);
  const reached = cast >= needed;
  const results = questions.map((question): QuestionResult => {
    const counts = votes.get(question.id)!;
    const standing = reached
      ? outcomeOf(question, counts)
      : ({ outcome: 'noQuorum', elected: [], tied: [] } satisfies Standing);
    const options = [...question.options, ...(question.none ? [{ id: noneOfThese, name: 'None of these' }] : [])];
    return {
      id: question.id,
      title: question.title,
      options: options.map(({ id, name }) => ({ id, name, votes: counts.get(id) ?? 0 })),
      blank: isUnopposed(question) ? 0 : (counts.get('') ?? 0),
      ...standing,
    };
  });
  return { ballots: cast, quorum: { needed, reached }, questions: drawLots(questions, results, lots) };
}
