import { useParams } from 'react-router';
import { getVote } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { VoteEditor } from './VoteEditor.tsx';
import { VoteOffice } from './VoteOffice.tsx';

/** One vote: the editor of a draft, or its roll, turnout and result. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <>
      <p className="m-0 mb-2">
        <Link className="tap" to={paths.admin.votes}>
          All votes
        </Link>
      </p>
      {id === 'new' ? <VoteEditor key="new" vote={null} reload={() => {}} /> : <Stored key={id} id={id} />}
    </>
  );
}

function Stored({ id }: { id: string }) {
  const load = useLoad(getVote, { params: { id } });
  return (
    <Loaded of={load}>
      {({ vote }) =>
        vote.state === 'draft' ? (
          <VoteEditor vote={vote} reload={load.reload} />
        ) : (
          <VoteOffice vote={vote} reload={load.reload} />
        )
      }
    </Loaded>
  );
}
