import { useState } from 'react';
import {
  answerObjection,
  listObjections,
  type OfficeObjection,
  type Vote,
  voteLimits,
} from '#shared/contracts/votes.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { tellWaitingChanged } from '#web/lib/calls/waiting.ts';
import { counted, formatDate } from '#web/lib/languages/format.ts';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

/** What members object to the roll; those without an answer come first. */
export function Objections({ vote }: { vote: Vote }) {
  const load = useLoad(listObjections, { params: { id: vote.id } });
  const open = load.data?.data.filter(({ answeredAt }) => answeredAt === null).length ?? 0;
  return (
    <section aria-labelledby="objections" className="grid gap-2">
      <h2 id="objections" className="text-22 m-0">
        Objections
        {open > 0 && <span className="text-warn">, {counted(open, 'waits', 'wait')} for an answer</span>}
      </h2>
      <Loaded of={load}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-muted m-0">Nobody has objected to the roll.</p>
          ) : (
            <ul className="grid gap-2 m-0">
              {[...data].sort(unansweredFirst).map((each) => (
                <ObjectionEntry key={each.id} objection={each} reload={load.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const unansweredFirst = (a: OfficeObjection, b: OfficeObjection) =>
  Number(a.answeredAt !== null) - Number(b.answeredAt !== null);

function ObjectionEntry({ objection, reload }: { objection: OfficeObjection; reload: () => void }) {
  const [text, setText] = useState(objection.answer);
  const { busy, attempt } = useAttempt();
  const isNew = text.trim() !== '' && text !== objection.answer;
  return (
    <li className="card p-3 grid gap-2">
      <p className="m-0">
        <strong>{objection.name}</strong>, {objection.memberNumber}, {formatDate(objection.at)}
      </p>
      <p className="m-0 whitespace-pre-line break-anywhere">{objection.text}</p>
      <TextArea
        label="Answer"
        hint={
          objection.answeredAt
            ? `Answered on ${formatDate(objection.answeredAt)}`
            : 'The member reads it on the vote’s page'
        }
        rows={3}
        maxLength={voteLimits.objection}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button
          small
          busy={busy}
          disabled={!isNew}
          onClick={async () => {
            if (await attempt(() => api(answerObjection, { params: { id: objection.id }, body: { text } }))) {
              tellWaitingChanged();
              reload();
            }
          }}
        >
          Save the answer
        </Button>
      </div>
    </li>
  );
}
