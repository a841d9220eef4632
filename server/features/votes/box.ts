import { createHash } from 'node:crypto';
import type { Readable as Db } from '#server/platform/database/client.ts';
import type { Ballot } from '#shared/ballots.ts';
import type { CountedResult } from '#shared/contracts/votes.ts';
import { countVote } from '#shared/vote-count.ts';
import { type BallotRow, eachBallot } from './ballots.queries.ts';
import { countByState } from './roll.queries.ts';
import type { VoteRow } from './votes.queries.ts';

const line = (value: object) => `${JSON.stringify(value)}\n`;

/** The first line of the box: what the ballots answer, without photos and member numbers. */
function headLine(vote: VoteRow, papers: number, ballots: number): string {
  const questions = vote.questions.map(({ options, ...question }) => ({
    ...question,
    options: options.map(({ id, name }) => ({ id, name })),
  }));
  const { id, title, quorumPercent, publicKey, rollHash, paperHash } = vote;
  // The line of a vote that was frozen before papers had hashes stays as it was announced.
  if (paperHash === null) return line({ vote: id, questions, publicKey, rollHash, papers, ballots });
  return line({ vote: id, title, quorumPercent, questions, publicKey, rollHash, paperHash, papers, ballots });
}

/** The canonical ballot stands in its line as it was signed. */
function ballotLine({ message, signature, key, counter, ballot, ballotSignature }: BallotRow): string {
  const bytes = (value: Buffer) => JSON.stringify(value.toString('base64url'));
  return `{"message":${bytes(message)},"signature":${bytes(signature)},"key":${bytes(key)},"counter":${counter},"ballot":${ballot},"ballotSignature":${bytes(ballotSignature)}}\n`;
}

/** The file of the box, batch by batch. */
export async function* boxFile(db: Db, vote: VoteRow, papers: number, ballots: number): AsyncGenerator<string> {
  yield headLine(vote, papers, ballots);
  for await (const rows of eachBallot(db, vote.id)) yield rows.map(ballotLine).join('');
}

/** Counts the box of a vote, and hashes its file. */
export async function countBox(db: Db, vote: VoteRow, ballots: number) {
  const byState = (await countByState(db, vote.id)).map(({ state, people, papers }) => ({
    state,
    roll: people,
    papers,
  }));
  const papers = byState.reduce((sum, each) => sum + each.papers, 0);
  const hash = createHash('sha256').update(headLine(vote, papers, ballots));
  const cast: Ballot[] = [];
  for await (const rows of eachBallot(db, vote.id)) {
    for (const row of rows) {
      hash.update(ballotLine(row));
      cast.push(JSON.parse(row.ballot) as Ballot);
    }
  }
  const counted = countVote(
    { questions: vote.questions, people: vote.people, quorumPercent: vote.quorumPercent },
    cast,
  );
  const result: CountedResult = { roll: vote.people, papers, ...counted, byState, title: vote.title };
  return { papers, boxHash: hash.digest('hex'), result };
}
