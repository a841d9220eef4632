import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { Ballot } from '#shared/ballots.ts';
import type { Vote } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { formatDate } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { Button } from '#web/ui/Button.tsx';
import { Note } from '#web/ui/Note.tsx';
import { Progress } from '#web/ui/Progress.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useLeaveQuestion } from '#web/ui/useLeaveQuestion.tsx';
import { keptPaper, orderSeed, progressOf, putIntoBox, type Stage, takeOver } from './device.ts';
import { ChoicesText, PaperForm } from './PaperForm.tsx';
import styles from './Votes.module.css';

const stageTexts: Record<Stage, string> = {
  making: 'Your device makes the paper…',
  paper: 'The paper is being signed…',
  waiting: 'A short wait, so that nobody can compare times…',
  casting: 'Your ballot goes into the box…',
};
const fractions: Record<Stage, number> = { making: 0.1, paper: 0.35, waiting: 0.6, casting: 0.85 };

/** Voting, from the paper to the receipt. */
export function Voting({ vote, reload }: { vote: Vote; reload: () => void }) {
  const [progress, setProgress] = useState(() => progressOf(vote));
  const [changing, setChanging] = useState(false);
  // Another tab may have gone on.
  useEffect(() => {
    const look = () => setProgress(progressOf(vote));
    look();
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [vote]);
  if (progress === 'elsewhere') return <Elsewhere vote={vote} onFound={() => setProgress(progressOf(vote))} />;
  if (progress === 'cast' && !changing) return <InTheBox vote={vote} onChange={() => setChanging(true)} />;
  return (
    <Filling
      vote={vote}
      isChange={progress === 'cast'}
      onDone={() => {
        setChanging(false);
        setProgress(progressOf(vote));
        reload();
      }}
      onCancel={progress === 'cast' ? () => setChanging(false) : undefined}
    />
  );
}

interface FillingProps {
  vote: Vote;
  isChange: boolean;
  onDone: () => void;
  onCancel: (() => void) | undefined;
}

function Filling({ vote, isChange, onDone, onCancel }: FillingProps) {
  const [paper] = useState(() => keptPaper(vote));
  const [seed] = useState(() => orderSeed(vote));
  const [ballot, setBallot] = useState<Ballot>(paper?.waiting ?? {});
  const [reading, setReading] = useState(paper?.waiting !== undefined);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<{ message: string; field?: string | undefined }>();
  const [stage, setStage] = useState<Stage>();
  const { busy, run } = useSingleRun();
  const isSigned = keptPaper(vote)?.signature !== undefined;
  const question = useLeaveQuestion(busy || Object.values(ballot).some((chosen) => chosen.length > 0));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (reading) heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [reading]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSigned && password === '') return setError({ message: messages.votes.password, field: 'password' });
    setError(undefined);
    void run(async () => {
      try {
        await putIntoBox(vote, ballot, password, setStage);
        setBallot({});
        onDone();
      } catch (failure) {
        if (!(failure instanceof AppError)) console.error(failure);
        const message = failure instanceof AppError ? failure.message : 'This did not work. Please try again.';
        setError({ message, field: failure instanceof AppError ? failure.fields?.password && 'password' : undefined });
      } finally {
        setStage(undefined);
      }
    });
  };

  if (!reading) {
    return (
      <section aria-labelledby="paper" className="stack gap-3">
        <h2 id="paper" ref={heading} tabIndex={-1} className="text-22 flush">
          {isChange ? 'Change your ballot' : 'Your paper'}
        </h2>
        {!isChange && (
          <p className="flush strong">
            {isSigned ? 'You have taken your paper. Your ballot is not in the box yet.' : 'You have not voted yet.'}
          </p>
        )}
        {!isSigned && (
          <Note tone="info" role="note">
            Vote on a device that you will keep until {formatDate(vote.closesAt)}: your paper stays on it. If it is lost
            with its paper, your vote is lost.
          </Note>
        )}
        {isChange && (
          <Note tone="info" role="note">
            Your device has not kept what you chose. Please fill in the whole paper again: it replaces your earlier
            ballot.
          </Note>
        )}
        <PaperForm questions={vote.questions} seed={seed} ballot={ballot} onChange={setBallot} />
        <div className={`wraps gap-2 ${styles.bar}`}>
          <Button onClick={() => setReading(true)}>Go on</Button>
          {onCancel && (
            <Button look="outlined" onClick={onCancel}>
              Keep my ballot as it is
            </Button>
          )}
        </div>
        {question}
      </section>
    );
  }
  return (
    <section aria-labelledby="once-more" className="stack gap-3">
      <h2 id="once-more" ref={heading} tabIndex={-1} className="text-22 flush">
        Read once more
      </h2>
      {paper?.waiting && (
        <Note tone="warning" role="note">
          This ballot is not in the box yet. Send it now.
        </Note>
      )}
      <div className="card pad-3">
        <ChoicesText questions={vote.questions} ballot={ballot} />
      </div>
      <form noValidate onSubmit={submit} className="stack gap-3">
        {!isSigned && (
          <TextField
            label="Your password"
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            disabled={busy}
            error={error?.field === 'password' ? error.message : undefined}
            hint="The same with which you log in: nobody else can take your paper."
            onChange={(event: ChangeEvent<HTMLInputElement>) => setPassword(event.target.value)}
          />
        )}
        {error && error.field !== 'password' && <Note tone="error">{error.message}</Note>}
        {stage && (
          <div role="status">
            <p className="flush below-1">{stageTexts[stage]}</p>
            <Progress label="Progress" fraction={fractions[stage]} />
          </div>
        )}
        <div className="wraps gap-2">
          <Button type="submit" busy={busy}>
            Put my ballot into the box
          </Button>
          <Button look="outlined" disabled={busy} onClick={() => setReading(false)}>
            Change it
          </Button>
        </div>
      </form>
      {question}
    </section>
  );
}

const savePaper = (vote: Vote) =>
  saveFile(
    { blob: new Blob([JSON.stringify(keptPaper(vote))], { type: 'application/json' }), name: `paper-${vote._id}.json` },
    'paper.json',
  );

function InTheBox({ vote, onChange }: { vote: Vote; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const receipt = keptPaper(vote)?.receipt ?? '';
  return (
    <section aria-labelledby="in-box" className="card pad-3 stack gap-2">
      <h2 id="in-box" ref={heading} tabIndex={-1} className="text-22 flush">
        Your ballot is in the box
      </h2>
      <p className="flush">Your receipt:</p>
      <p className={styles.receipt}>{receipt}</p>
      <p className="flush">
        Keep it. After closing you can see here that your ballot is in the box, unchanged. Until{' '}
        {formatDate(vote.closesAt)} you can change it on this device; the last one counts.
      </p>
      <div className="wraps gap-2 no-print">
        <Button look="outlined" onClick={() => window.print()}>
          Print
        </Button>
        <Button look="outlined" onClick={() => savePaper(vote)}>
          Save my paper as a file
        </Button>
        <Button look="outlined" onClick={onChange}>
          Change my ballot
        </Button>
      </div>
    </section>
  );
}

function Elsewhere({ vote, onFound }: { vote: Vote; onFound: () => void }) {
  const load = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (!file) return;
    try {
      takeOver(vote, await file.text());
      onFound();
    } catch (error) {
      toast.error(error instanceof AppError ? error.message : 'This file cannot be read.');
    }
  };
  return (
    <section aria-labelledby="elsewhere" className="card pad-3 stack gap-2">
      <h2 id="elsewhere" className="text-22 flush">
        You have taken your paper
      </h2>
      <p className="flush">
        It is on the device and in the browser with which you took it; put your ballot into the box there. If you have
        saved your paper as a file, you can go on here.
      </p>
      <label className="stack gap-1">
        <span className="label">The file with my paper</span>
        <input type="file" accept="application/json,.json" onChange={(event) => void load(event)} />
      </label>
    </section>
  );
}
