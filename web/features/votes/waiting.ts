import { listVotes } from '#shared/contracts/votes.ts';
import { api } from '#web/lib/api.ts';
import { progressOf } from './stored-paper.ts';

/** The number of open votes in which the member has not put a ballot into the box. */
export async function countOpenVotes(): Promise<number> {
  const { data } = await api(listVotes, { query: { page: 1 } });
  const waits = (vote: (typeof data)[number]) => !['cast', 'elsewhere'].includes(progressOf(vote));
  return data.filter((vote) => vote.state === 'open' && vote.mine?.onRoll && waits(vote)).length;
}
