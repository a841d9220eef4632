import { type Vote, voteResults } from '#shared/contracts/votes.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { CountAgain } from './CountAgain.tsx';
import { ResultCounts } from './ResultCounts.tsx';

/** The counts of a vote, with what everybody can check. */
export function Results({ vote }: { vote: Vote }) {
  const load = useLoad(voteResults, { params: { id: vote.id } });
  return (
    <Loaded of={load}>
      {({ data }) => (
        <div className="grid gap-4">
          <ResultCounts result={data} />
          <CountAgain id={vote.id} result={data} announced={vote} own={vote} />
        </div>
      )}
    </Loaded>
  );
}
