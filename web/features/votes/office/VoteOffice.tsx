import { useState } from 'react';
import { minutesName, type Vote, voteMinutes } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/calls/api.ts';
import { useDownload } from '#web/lib/calls/useDownload.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { PaperHash } from '../PaperHash.tsx';
import { Results } from '../Results.tsx';
import styles from '../Votes.module.css';
import { isOver, markText, stateLabels, stateTones } from '../wording.ts';
import { DeclareDialog } from './DeclareDialog.tsx';
import { Objections } from './Objections.tsx';
import { WaitingProposal } from './Proposal.tsx';
import { Roll } from './Roll.tsx';
import { StepDialog, type StepName, steps } from './StepDialog.tsx';

interface Props {
  vote: Vote;
  reload: () => void;
}

/** A frozen, open, counted or ended vote for the office. */
export function VoteOffice({ vote, reload }: Props) {
  const [step, setStep] = useState<StepName>();
  const { busy, download } = useDownload();
  const possible = (Object.keys(steps) as StepName[]).filter((name) => steps[name].in.includes(vote.state));
  return (
    <div className="grid gap-4">
      <PageHeader
        title={vote.title}
        text={<StatusDot tone={stateTones[vote.state]}>{stateLabels[vote.state]}</StatusDot>}
      >
        {isOver(vote) && (
          <Button
            look="outlined"
            disabled={busy !== undefined}
            onClick={() => download(minutesName(vote.title), () => api(voteMinutes, { params: { id: vote.id } }))}
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
      {/* Never folded: it warns of a paper that was changed. */}
      <PaperHash vote={vote} />
      {isOver(vote) ? <Results vote={vote} /> : <Questions vote={vote} />}
      {vote.state !== 'cancelled' && <Objections vote={vote} />}
      <Roll vote={vote} />
      <details>
        <summary>Fingerprints of roll, key and box</summary>
        <Fingerprints vote={vote} />
      </details>
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
            <Link className="tap-on-phone" to={paths.admin.letter(notice.id)}>
              {notice.number ?? 'Draft, not sent yet'}
            </Link>
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
              <Link className="tap-on-phone" to={paths.voteResult(vote.id)}>
                Everybody may read it here
              </Link>
            ) : (
              'Everybody may read it once it is declared.'
            )}
          </dd>
        </>
      )}
    </dl>
  );
}

/** What is voted on, as it was frozen. */
function Questions({ vote: { text, questions } }: { vote: Vote }) {
  return (
    <section aria-labelledby="questions" className="grid gap-2">
      <h2 id="questions" className="text-22 m-0">
        {questions.length === 1 ? 'The question' : 'The questions'}
      </h2>
      {text && <p className="m-0 whitespace-pre-line break-anywhere">{text}</p>}
      {questions.map((question) => (
        <article key={question.id} className="card p-3 grid gap-1">
          <h3 className="text-18 m-0">{question.title}</h3>
          {question.text && <p className="m-0 whitespace-pre-line break-anywhere">{question.text}</p>}
          <p className="text-muted text-14 m-0">{markText(question)}</p>
          <ul className="list">
            {question.options.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </article>
      ))}
    </section>
  );
}

function Fingerprints({ vote }: { vote: Vote }) {
  return (
    <dl className={styles.facts}>
      <dt>SHA-256 of the roll</dt>
      <dd className="font-mono text-14 break-anywhere">{vote.rollHash}</dd>
      <dt>SHA-256 of the key</dt>
      <dd className="font-mono text-14 break-anywhere">{vote.keyFingerprint}</dd>
      {vote.boxHash && (
        <>
          <dt>SHA-256 of the box</dt>
          <dd className="font-mono text-14 break-anywhere">{vote.boxHash}</dd>
        </>
      )}
    </dl>
  );
}
