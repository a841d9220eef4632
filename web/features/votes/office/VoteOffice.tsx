import { type ChangeEvent, useState } from 'react';
import { indianOffset } from '#shared/clock.ts';
import {
  answerObjection,
  listObjections,
  type OfficeObjection,
  type ProposalInput,
  type ProposalKind,
  type Vote,
  type VoteResult,
  voteLimits,
  voteMinutes,
  voteResults,
  voteRoll,
} from '#shared/contracts/votes.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/api.ts';
import { formatDate, formatDay } from '#web/lib/format.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { useDownload } from '#web/lib/useDownload.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { usePaging } from '#web/lib/usePaging.ts';
import { useQueryState } from '#web/lib/useQueryState.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { DateInput } from '#web/ui/DateInput.tsx';
import { FormActions } from '#web/ui/FormActions.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { Note } from '#web/ui/Note.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { TickBox } from '#web/ui/TickBox.tsx';
import { PaperHash } from '../PaperHash.tsx';
import { Results } from '../Results.tsx';
import styles from '../Votes.module.css';
import { isOver, stateLabels, stateTones } from '../wording.ts';
import { usePropose, WaitingProposal } from './Proposal.tsx';

interface Props {
  vote: Vote;
  reload: () => void;
}

const steps: Record<Exclude<ProposalKind, 'freeze'>, { label: string; in: readonly Vote['state'][] }> = {
  declare: { label: 'Declare the result', in: ['closed'] },
  roll: { label: 'Change the roll', in: ['roll'] },
  extend: { label: 'Move the times', in: ['roll', 'open'] },
  unfreeze: { label: 'Make it a draft again', in: ['roll'] },
  cancel: { label: 'Cancel the vote', in: ['roll', 'open', 'closed'] },
};
type StepName = keyof typeof steps;

/** A frozen, open, counted or ended vote for the office. */
export function VoteOffice({ vote, reload }: Props) {
  const [step, setStep] = useState<StepName>();
  const { busy, download } = useDownload();
  const possible = (Object.keys(steps) as StepName[]).filter((name) => steps[name].in.includes(vote.state));
  return (
    <div className="stack gap-4">
      <PageHeader
        title={vote.title}
        text={<StatusDot tone={stateTones[vote.state]}>{stateLabels[vote.state]}</StatusDot>}
      >
        {isOver(vote) && (
          <Button
            look="outlined"
            disabled={busy !== undefined}
            onClick={() => download(`minutes-${vote._id}.pdf`, () => api(voteMinutes, { params: { id: vote._id } }))}
          >
            Minutes (PDF)
          </Button>
        )}
        {possible.map((name) => (
          <Button
            key={name}
            look={name === 'declare' ? 'filled' : 'outlined'}
            danger={name === 'cancel'}
            disabled={vote.proposal !== null && vote.proposal.what !== name}
            onClick={() => setStep(name)}
          >
            {steps[name].label}…
          </Button>
        ))}
      </PageHeader>
      <WaitingProposal vote={vote} reload={reload} />
      {vote.held && (
        <Note tone="warning" role="note">
          {vote.state === 'roll' && 'As it is, this vote does not open: '}
          {vote.held}
        </Note>
      )}
      {vote.state === 'cancelled' && (
        <Note tone="warning" role="note">
          Cancelled: {vote.cancelReason}
        </Note>
      )}
      <Facts vote={vote} />
      <PaperHash vote={vote} />
      {isOver(vote) && <Results vote={vote} />}
      {vote.state !== 'cancelled' && <Objections vote={vote} />}
      <Roll vote={vote} />
      {step === 'declare' && <DeclareDialog vote={vote} reload={reload} onClose={() => setStep(undefined)} />}
      {step !== undefined && step !== 'declare' && (
        <StepDialog step={step} vote={vote} reload={reload} onClose={() => setStep(undefined)} />
      )}
    </div>
  );
}

function Facts({ vote }: { vote: Vote }) {
  const { notice } = vote;
  return (
    <dl className={styles.facts}>
      <dt>Opens</dt>
      <dd>{formatDate(vote.opensAt)}</dd>
      <dt>Closes</dt>
      <dd>{formatDate(vote.closesAt)}</dd>
      <dt>Notice</dt>
      <dd>
        {vote.withoutNotice ? (
          'None; voters are told so.'
        ) : notice ? (
          <>
            <Link to={paths.admin.letter(notice._id)}>{notice.number ?? 'Draft, not sent yet'}</Link>
            {notice.sentAt && `, sent from ${formatDate(notice.sentAt)}`}
          </>
        ) : (
          'Deleted'
        )}
      </dd>
      {vote.publicResult && (
        <>
          <dt>Public result</dt>
          <dd>
            {vote.state === 'declared' ? (
              <Link to={paths.voteResult(vote._id)}>Everybody may read it here</Link>
            ) : (
              'Everybody may read it once it is declared.'
            )}
          </dd>
        </>
      )}
      <dt>SHA-256 of the roll</dt>
      <dd className="mono small breaks">{vote.rollHash}</dd>
      <dt>SHA-256 of the key</dt>
      <dd className="mono small breaks">{vote.keyFingerprint}</dd>
      {vote.boxHash && (
        <>
          <dt>SHA-256 of the box</dt>
          <dd className="mono small breaks">{vote.boxHash}</dd>
        </>
      )}
    </dl>
  );
}

type Row = { memberNumber: string; name: string; State: string; addedBecause: string; paperOn: string | null };

function Roll({ vote }: { vote: Vote }) {
  const [address, change, { page, onPage }] = useQueryState({ page: '1', search: '' });
  const load = useLoad(voteRoll, { params: { id: vote._id }, query: { search: address.search, State: '', page } });
  const table = usePaging(load, page, onPage);
  const over = isOver(vote);
  const columns: Column<Row>[] = [
    { key: 'number', header: 'Number', primary: true, cell: (row) => row.memberNumber },
    { key: 'name', header: 'Name', free: true, cell: (row) => row.name },
    { key: 'state', header: 'State', cell: (row) => row.State },
    { key: 'why', header: 'Added because', free: true, cell: (row) => row.addedBecause },
    ...(over
      ? [{ key: 'paper', header: 'Paper', cell: (row: Row) => (row.paperOn ? formatDay(row.paperOn) : 'None') }]
      : []),
  ];
  const totals = load.data?.totals;
  return (
    <section aria-labelledby="the-roll" className="stack gap-2">
      <h2 id="the-roll" className="text-22 flush">
        The roll
      </h2>
      {totals && (
        <p className="flush">
          {formatNumber(totals.people)} on the roll
          {vote.state !== 'roll' && `, ${formatNumber(totals.papers)} have taken their paper`}.
        </p>
      )}
      {vote.state !== 'roll' && load.data && (
        <details>
          <summary>Turnout by State</summary>
          <ul className="listed">
            {load.data.byState.map(({ State, people, papers }) => (
              <li key={State}>
                {State}: {formatNumber(papers)} of {formatNumber(people)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {load.data && load.data.hashes.length > 1 && (
        <details>
          <summary>Earlier hashes</summary>
          <ol className="listed">
            {load.data.hashes.map(({ hash, at, people }) => (
              <li key={hash + at}>
                <span className="mono small breaks">{hash}</span>, {formatNumber(people)} members, {formatDate(at)}
              </li>
            ))}
          </ol>
        </details>
      )}
      <SearchField
        label="Search by name or number"
        value={address.search}
        onChange={(search) => change({ search, page: '1' })}
      />
      <DataTable
        {...table}
        caption="Members on the roll"
        columns={columns}
        rowKey={(row) => row.memberNumber}
        emptyText={address.search ? 'Nobody of this name or number is on the roll.' : 'Nobody is on the roll.'}
      />
    </section>
  );
}

function Objections({ vote }: { vote: Vote }) {
  const load = useLoad(listObjections, { params: { id: vote._id } });
  return (
    <section aria-labelledby="objections" className="stack gap-2">
      <h2 id="objections" className="text-22 flush">
        Objections
      </h2>
      <Loaded of={load}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted flush">Nobody has objected to the roll.</p>
          ) : (
            <ul className="stack gap-2 flush">
              {data.map((each) => (
                <ObjectionEntry key={each._id} objection={each} reload={load.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function ObjectionEntry({ objection, reload }: { objection: OfficeObjection; reload: () => void }) {
  const [text, setText] = useState(objection.answer);
  const { busy, attempt } = useAttempt();
  const isNew = text.trim() !== '' && text !== objection.answer;
  return (
    <li className="card pad-3 stack gap-2">
      <p className="flush">
        <strong>{objection.name}</strong>, {objection.memberNumber}, {formatDate(objection.at)}
      </p>
      <p className="flush pre-line breaks">{objection.text}</p>
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
            if (await attempt(() => api(answerObjection, { params: { id: objection._id }, body: { text } }))) reload();
          }}
        >
          Save the answer
        </Button>
      </div>
    </li>
  );
}

interface DialogProps extends Props {
  onClose: () => void;
}

const listed = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '');
const moment = (wall: string) => (wall === '' ? undefined : `${wall}:00${indianOffset}`);

/** Proposes a step of which a second person has to be convinced. */
function StepDialog({ step, vote, reload, onClose }: DialogProps & { step: Exclude<StepName, 'declare'> }) {
  const { busy, propose } = usePropose({ vote, reload });
  const [values, setValues] = useState({ reason: '', add: '', remove: '', opensAt: '', closesAt: '' });
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change });
  const bodyOf = (): Omit<ProposalInput, 'version'> => {
    if (step === 'extend') return { what: step, opensAt: moment(values.opensAt), closesAt: moment(values.closesAt) };
    if (step === 'roll') {
      return { what: step, add: listed(values.add), remove: listed(values.remove), reason: values.reason };
    }
    return { what: step, reason: values.reason };
  };
  const text = (name: 'add' | 'remove', label: string) => (
    <TextField
      label={label}
      hint="Member numbers, with blanks or commas between them"
      value={values[name]}
      onChange={(event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.target.value })}
    />
  );
  return (
    <ModalDialog
      open
      title={`${steps[step].label}?`}
      onClose={onClose}
      busy={busy}
      onSubmit={async (event) => {
        event.preventDefault();
        if (await propose(bodyOf())) onClose();
      }}
      actions={<FormActions busy={busy} submitLabel="Propose" danger={step === 'cancel'} onCancel={onClose} />}
    >
      <fieldset disabled={busy} className="stack gap-3">
        <p className="flush">
          {step === 'cancel' && vote.state !== 'roll' && 'All papers and ballots are deleted. '}
          Another administrator has to agree.
        </p>
        {step === 'roll' && text('add', 'Add')}
        {step === 'roll' && text('remove', 'Remove')}
        {step === 'extend' && vote.state === 'roll' && (
          <DateInput
            label="Voting opens"
            time
            hint={`Now: ${formatDate(vote.opensAt)}`}
            value={values.opensAt}
            onChange={(opensAt) => set({ opensAt })}
          />
        )}
        {step === 'extend' && (
          <DateInput
            label="Voting closes"
            time
            hint={`Later than now: ${formatDate(vote.closesAt)}`}
            value={values.closesAt}
            onChange={(closesAt) => set({ closesAt })}
          />
        )}
        {step !== 'extend' && (
          <TextArea
            label="Reason"
            hint={step === 'cancel' ? 'Voters read it' : 'It stands in the log'}
            rows={3}
            required
            maxLength={voteLimits.reason}
            value={values.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        )}
      </fieldset>
    </ModalDialog>
  );
}

function DeclareDialog({ vote, reload, onClose }: DialogProps) {
  const load = useLoad(voteResults, { params: { id: vote._id } });
  const { busy, propose } = usePropose({ vote, reload });
  const [lots, setLots] = useState<Record<string, string[]>>({});
  const [terms, setTerms] = useState(false);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [news, setNews] = useState(false);
  const tied = load.data?.data.questions.filter(({ outcome }) => outcome === 'tied') ?? [];
  const isDrawn = tied.every(({ id, tied: ids }) => (lots[id] ?? []).length === ids.length);
  return (
    <ModalDialog
      open
      title="Declare the result?"
      onClose={onClose}
      busy={busy}
      onSubmit={async (event) => {
        event.preventDefault();
        const bearers = terms ? { bearers: { from, until: until || null } } : {};
        if (await propose({ what: 'declare', lots, ...bearers, news })) onClose();
      }}
      actions={<FormActions busy={busy} disabled={!isDrawn || !load.data} submitLabel="Propose" onCancel={onClose} />}
    >
      <fieldset disabled={busy} className="stack gap-3">
        <p className="flush">Another administrator has to agree. Then all voters get a mail.</p>
        <Loaded of={load}>
          {() => (
            <>
              {tied.map((question) => (
                <Lots
                  key={question.id}
                  question={question}
                  drawn={lots[question.id] ?? []}
                  onChange={(drawn) => setLots({ ...lots, [question.id]: drawn })}
                />
              ))}
            </>
          )}
        </Loaded>
        <TickBox checked={terms} onChange={(event) => setTerms(event.target.checked)}>
          Enter who is elected under Office bearers
        </TickBox>
        {terms && (
          <div className="stack gap-3 two-from-sm">
            <DateInput label="First day of the term" required value={from} onChange={setFrom} />
            <DateInput label="Last day" value={until} onChange={setUntil} />
          </div>
        )}
        <TickBox checked={news} onChange={(event) => setNews(event.target.checked)}>
          Write a draft of news
        </TickBox>
      </fieldset>
    </ModalDialog>
  );
}

interface LotsProps {
  question: VoteResult['questions'][number];
  drawn: readonly string[];
  onChange: (drawn: string[]) => void;
}

/** The tied candidates, pressed in the order in which their lots were drawn. */
function Lots({ question, drawn, onChange }: LotsProps) {
  const nameOf = (id: string) => question.options.find((option) => option.id === id)?.name ?? '';
  return (
    <fieldset className="stack gap-1">
      <legend className="label">{question.title}: lots, in the order drawn</legend>
      {drawn.length > 0 && (
        <ol className="listed">
          {drawn.map((id) => (
            <li key={id}>{nameOf(id)}</li>
          ))}
        </ol>
      )}
      <div className="wraps gap-1">
        {question.tied
          .filter((id) => !drawn.includes(id))
          .map((id) => (
            <Button key={id} small look="outlined" onClick={() => onChange([...drawn, id])}>
              {drawn.length === 0 ? 'First drawn' : 'Next'}: {nameOf(id)}
            </Button>
          ))}
        {drawn.length > 0 && (
          <Button small look="text" onClick={() => onChange([])}>
            Begin again
          </Button>
        )}
      </div>
    </fieldset>
  );
}
