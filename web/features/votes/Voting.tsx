import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Ballot } from '#shared/ballots.ts';
import type { Vote } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { formatDate } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { Note } from '#web/ui/Note.tsx';
import { Progress as ProgressBar } from '#web/ui/Progress.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import {
  followPapers,
  keepChoices,
  keptChoices,
  keptPaper,
  orderSeed,
  type Progress,
  paperFile,
  progressOf,
  putIntoBox,
  type Stage,
  takeOver,
} from './device.ts';
import { ChoicesText, PaperForm } from './PaperForm.tsx';

const stageTexts: Record<Stage, string> = {
  turn: 'One moment…',
  making: 'Your device makes the paper…',
  paper: 'The paper is being signed…',
  waiting: 'A short wait, so that nobody can compare times…',
  casting: 'Your ballot goes into the box…',
};
const fractions: Record<Stage, number> = { turn: 0, making: 0.1, paper: 0.35, waiting: 0.6, casting: 0.85 };

/** What is added when a stage takes long. */
const lateTexts: Partial<Record<Stage, string>> = {
  turn: 'Another tab of this browser is busy with your paper. Please close it, or wait.',
  paper: 'This takes long. If your connection is broken, load this page again: it goes on where it was.',
};
const lateMs = 10_000;

/** The second step is part of the address, so that Back leads from it to the paper. */
const onceMore = '#once-more';

/** Voting, from the paper to the receipt. */
export function Voting({ vote, reload }: { vote: Vote; reload: () => void }) {
  const [progress, setProgress] = useState(() => progressOf(vote));
  const [changing, setChanging] = useState(() => progressOf(vote) === 'cast' && keptChoices(vote) !== null);
  // The page opens at its top; later each part takes the focus when it appears.
  const [started, setStarted] = useState(false);
  const navigate = useNavigate();
  const { hash } = useLocation();
  // Another tab may have gone on, or this one before the page was left.
  useEffect(() => {
    const look = () => setProgress(progressOf(vote));
    look();
    return followPapers(look);
  }, [vote]);
  const isDone = progress === 'cast' && !changing;
  useEffect(() => {
    if (isDone && hash === onceMore) void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  }, [isDone, hash, navigate]);
  const change = (next: boolean) => {
    setStarted(true);
    keepChoices(vote, next ? {} : null);
    setChanging(next);
  };
  if (progress === 'elsewhere') return <Elsewhere vote={vote} />;
  if (isDone) return <InTheBox vote={vote} focused={started} onChange={() => change(true)} />;
  return (
    <Filling
      vote={vote}
      progress={progress}
      focused={started}
      onSent={() => setStarted(true)}
      onDone={() => {
        setChanging(false);
        reload();
      }}
      onCancel={changing && progress === 'cast' ? () => change(false) : undefined}
      reload={reload}
    />
  );
}

/** Where the voter stands: not begun, paper taken, in the box. */
function whereOf(progress: Progress, vote: Vote): string {
  const hasOlder = keptPaper(vote)?.receipt !== undefined;
  if (progress === 'cast') return 'Your ballot is in the box, and counts until you send another one.';
  if (hasOlder) return 'Your earlier ballot is in the box. The box has not confirmed your change yet.';
  if (progress === 'paper') return 'You have taken your paper. Your ballot is not in the box yet.';
  if (vote.mine?.paperOn)
    return 'Your paper was given out, but has not reached this device. Go on here: the same one comes again.';
  return 'You have not voted yet.';
}

interface FillingProps {
  vote: Vote;
  progress: Progress;
  focused: boolean;
  onSent: () => void;
  onDone: () => void;
  onCancel: (() => void) | undefined;
  reload: () => void;
}

function Filling({ vote, progress, focused, onSent, onDone, onCancel, reload }: FillingProps) {
  const [paper] = useState(() => keptPaper(vote));
  const [seed] = useState(() => orderSeed(vote));
  const [ballot, setBallot] = useState<Ballot | null>(() => keptChoices(vote) ?? paper?.waiting ?? null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<{ message: string; field?: string | undefined }>();
  const [stage, setStage] = useState<Stage>();
  const { busy, run } = useSingleRun();
  const navigate = useNavigate();
  const location = useLocation();
  const isSigned = keptPaper(vote)?.signature !== undefined;
  const isChange = onCancel !== undefined;
  // What was sent and not acknowledged is gone on with.
  const [resumed, setResumed] = useState(paper?.waiting !== undefined);
  const reading = (resumed || location.hash === onceMore) && ballot !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(focused ? undefined : reading);
  useEffect(() => {
    if (shown.current === reading) return;
    shown.current = reading;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [reading]);
  useEffect(() => {
    if (error?.field) form.current?.querySelector('input')?.focus();
  }, [error]);

  const choose = (next: Ballot) => {
    keepChoices(vote, next);
    setBallot(next);
  };
  const goOn = () => {
    choose(ballot ?? {});
    if (location.hash !== onceMore)
      void navigate({ hash: onceMore }, { state: { pushed: true }, preventScrollReset: true });
  };
  const goBack = () => {
    setError(undefined);
    setResumed(false);
    const { pushed = false } = (location.state ?? {}) as { pushed?: boolean };
    if (pushed) void navigate(-1);
    else if (location.hash === onceMore) void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSigned && password === '') return setError({ message: messages.votes.password, field: 'password' });
    setError(undefined);
    onSent();
    void run(async () => {
      try {
        await putIntoBox(vote, ballot ?? {}, password, setStage);
        onDone();
      } catch (failure) {
        if (!(failure instanceof AppError)) console.error(failure);
        const { code, message, fields } =
          failure instanceof AppError
            ? failure
            : { code: '', message: 'This did not work. Please try again.', fields: undefined };
        setError({ message, field: fields?.password && 'password' });
        // The vote has changed, or its paper is on another device: the page shows which.
        if (code === 'NOT_OPEN' || code === 'PAPER_TAKEN') {
          toast.error(message);
          reload();
        }
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
        <p className="flush strong">{whereOf(progress, vote)}</p>
        {isSigned ? (
          <KeepPaper vote={vote} />
        ) : (
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
        <PaperForm questions={vote.questions} seed={seed} ballot={ballot ?? {}} onChange={choose} />
        <div className="wraps gap-2 at-bottom line-above pad-y-2 paper">
          <Button onClick={goOn}>Go on</Button>
          {onCancel && (
            <Button look="outlined" onClick={onCancel}>
              Keep my ballot as it is
            </Button>
          )}
        </div>
      </section>
    );
  }
  return (
    <section aria-labelledby="once-more" className="stack gap-3">
      <h2 id="once-more" ref={heading} tabIndex={-1} className="text-22 flush">
        Read once more
      </h2>
      <p className="flush strong">{whereOf(progress, vote)}</p>
      <div className="card pad-3">
        <ChoicesText questions={vote.questions} ballot={ballot} />
      </div>
      <form noValidate ref={form} onSubmit={submit} className="stack gap-3">
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
        <div role="status">{stage && <Going key={stage} stage={stage} />}</div>
        <div className="wraps gap-2">
          <Button type="submit" busy={busy}>
            Put my ballot into the box
          </Button>
          <Button look="outlined" disabled={busy} onClick={goBack}>
            Change it
          </Button>
        </div>
        {isSigned && <KeepPaper vote={vote} />}
      </form>
    </section>
  );
}

function Going({ stage }: { stage: Stage }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p className="flush below-1">
        {stageTexts[stage]} {late && lateTexts[stage]}
      </p>
      <ProgressBar label="Progress" fraction={fractions[stage]} />
    </>
  );
}

/** For who may lose this device. */
function KeepPaper({ vote }: { vote: Vote }) {
  return (
    <p className="flush small muted no-print">
      Your paper is on this device alone.{' '}
      <Button small look="text" onClick={() => savePaper(vote)}>
        Save my paper as a file
      </Button>
    </p>
  );
}

const savePaper = (vote: Vote) => saveFile({ blob: paperFile(vote), name: `paper-${vote._id}.json` }, 'paper.json');

function InTheBox({ vote, focused, onChange }: { vote: Vote; focused: boolean; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  const receipt = keptPaper(vote)?.receipt ?? '';
  return (
    <section aria-labelledby="in-box" className="card pad-3 stack gap-2">
      <h2 id="in-box" ref={heading} tabIndex={-1} className="text-22 flush">
        Your ballot is in the box
      </h2>
      <p className="flush">Your receipt:</p>
      <p className="mono text-22 strong centred flush above-2 below-2">{receipt}</p>
      <p className="flush">
        Keep it. After closing, ‘Count again’ on this page finds your ballot in the box: on this device by itself, on
        another one with this receipt. Until {formatDate(vote.closesAt)} you can change it on this device; the last one
        counts.
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

function Elsewhere({ vote }: { vote: Vote }) {
  const [file, setFile] = useState<File | null>(null);
  const load = async (chosen: File) => {
    try {
      await takeOver(vote, chosen);
      return { file: chosen };
    } catch (error) {
      return { refused: error instanceof AppError ? error.message : 'This file cannot be read.' };
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
      <FilePicker
        label="The file with my paper"
        accept="any"
        taken="application/json,.json"
        value={file}
        prepare={load}
        onChange={setFile}
      />
    </section>
  );
}
