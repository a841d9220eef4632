import { listVotes, type Vote } from '#shared/contracts/votes.ts';
import { api } from '#web/lib/calls/api.ts';
import { hasStoredPapers, progressOf } from './stored-paper.ts';

/** The number of open votes in which the member has not put a ballot into the box. */
export async function countOpenVotes(): Promise<number> {
  const { data } = await api(listVotes, { query: { page: 1 } });
  const waits = (vote: (typeof data)[number]) => !['cast', 'elsewhere'].includes(progressOf(vote));
  return data.filter((vote) => vote.state === 'open' && vote.mine?.onRoll && waits(vote)).length;
}

/** The input of `listVotes` for `unfinishedOf`; null where no paper is kept on this device. */
export const unfinishedInput = () => (hasStoredPapers() ? { query: { page: 1 } } : null);

/** Open votes whose paper is on this device and not in the box yet: only the device knows of them. */
export const unfinishedOf = (votes: readonly Vote[]): Vote[] =>
  votes.filter(
    (vote) => vote.state === 'open' && vote.mine?.paperOn && ['unsigned', 'paper'].includes(progressOf(vote)),
  );
