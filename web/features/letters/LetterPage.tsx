import { useParams } from 'react-router';
import { getLetter } from '#shared/contracts/letters.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { LetterEditor } from './LetterEditor.tsx';
import { LetterResults } from './LetterResults.tsx';

/** One letter: the editor of a draft, or the results of a sent one. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <>
      <p className="m-0 mb-2">
        <Link className="tap" to={paths.admin.letters}>
          All letters
        </Link>
      </p>
      {id === 'new' ? <LetterEditor key="new" letter={null} reload={() => {}} /> : <Stored key={id} id={id} />}
    </>
  );
}

function Stored({ id }: { id: string }) {
  const load = useLoad(getLetter, { params: { id } });
  return (
    <Loaded of={load}>
      {({ circular }) =>
        circular.state === 'draft' ? (
          <LetterEditor letter={circular} reload={load.reload} />
        ) : (
          <LetterResults letter={circular} reload={load.reload} />
        )
      }
    </Loaded>
  );
}
