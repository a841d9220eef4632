import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Ballot, isUnopposed, onPaper } from '#shared/ballots.ts';
import type { Vote } from '#shared/contracts/votes.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import type { OwnProof } from '#shared/own-proof.ts';
import { PasskeyInstead } from '#web/features/passkeys/PasskeyInstead.tsx';
import { showFailure } from '#web/lib/calls/failures.ts';
import { saveFile } from '#web/lib/calls/useDownload.ts';
import { resetForm, useField } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { copyText } from '#web/ui/page/CopyButton.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { Progress as ProgressBar } from '#web/ui/page/Progress.tsx';
import {
  followPapers,
  keepChoices,
  keptChoices,
  orderSeed,
  paperFile,
  putIntoBox,
  type Stage,
  takeOver,
} from './device.ts';
import { ChoicesText, QuestionChoices, Unopposed } from './PaperForm.tsx';
import { type Progress, progressOf, readStoredPaper } from './stored-paper.ts';
import styles from './Votes.module.css';

const stageTexts: Record<Stage, string> = {
  turn: msg('One moment…'),
  making: msg('Your device makes the paper…'),
  paper: msg('The paper is being signed…'),
  waiting: msg('A short wait, so that nobody can compare times…'),
  casting: msg('Your ballot goes into the box…'),
};
const fractions: Record<Stage, number> = { turn: 0, making: 0.1, paper: 0.35, waiting: 0.6, casting: 0.85 };

/** What is added when a stage takes long. */
const lateTexts: Partial<Record<Stage, string>> = {
  turn: msg('Another tab of this browser is busy with your paper. Please close it, or wait.'),
  paper: msg('This takes long. If your connection is broken, load this page again: it goes on where it was.'),
};
const lateMs = 10_000;

/** Each step is part of the address, so that Back leads to the one before: a question, or the check of all. */
const checkStep = '#check';
const questionStep = '#question-';
const nothingChosen = msg('Nothing is chosen. Please choose, or leave this question blank.');

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
    if (isDone && hash !== '') void navigate({ hash: '' }, { replace: true, preventScrollReset: true });
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
  const hasOlder = readStoredPaper(vote)?.receipt !== undefined;
  if (progress === 'cast') return t('Your ballot is in the box, and counts until you send another one.');
  if (hasOlder) return t('Your earlier ballot is in the box. The box has not confirmed your change yet.');
  if (progress === 'paper') return t('You have taken your paper. Your ballot is not in the box yet.');
  if (vote.mine?.paperOn)
    return t('Your paper was given out, but has not reached this device. Go on here: the same one comes again.');
  return t('You have not voted yet.');
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
  const [paper] = useState(() => readStoredPaper(vote));
  const [seed] = useState(() => orderSeed(vote));
  const [ballot, setBallot] = useState<Ballot | null>(() => keptChoices(vote) ?? paper?.waiting ?? null);
  const [stage, setStage] = useState<Stage>();
  const navigate = useNavigate();
  const location = useLocation();
  const isSigned = readStoredPaper(vote)?.signature !== undefined;
  const form = useForm(
    ({ password }: { password: string }): FieldErrors =>
      isSigned || password ? {} : { password: messages.votes.password },
    { password: '' },
    { showsFailure: true },
  );
  const { control } = form;
  const field = useField(control, 'password');
  const busy = form.busy || stage !== undefined;
  const isChange = onCancel !== undefined;
  // What was sent and not acknowledged is gone on with.
  const [resumed, setResumed] = useState(paper?.waiting !== undefined);
  const [unanswered, setUnanswered] = useState(false);
  const questions = onPaper(vote.questions);
  const firstOpen = questions.findIndex(({ id }) => ballot?.[id] === undefined);
  const stepNumber = location.hash.startsWith(questionStep) ? Number(location.hash.slice(questionStep.length)) - 1 : 0;
  const isChecking =
    (resumed && ballot !== null) || questions.length === 0 || (location.hash === checkStep && firstOpen < 0);
  /** The place of the question on the screen. */
  const place = location.hash === checkStep && firstOpen >= 0 ? firstOpen : questions[stepNumber] ? stepNumber : 0;
  const question = isChecking ? undefined : questions[place];
  const step = question?.id ?? checkStep;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(focused ? undefined : step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    setUnanswered(false);
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [step]);

  const choose = (next: Ballot) => {
    keepChoices(vote, next);
    setBallot(next);
  };
  const goTo = (hash: string) => {
    if (location.hash !== hash) void navigate({ hash }, { preventScrollReset: true });
  };
  /** To the first question without an answer, or else to the check. */
  const goOn = (ballot: Ballot) => {
    const open = questions.findIndex(({ id }) => ballot[id] === undefined);
    goTo(open < 0 ? checkStep : `${questionStep}${open + 1}`);
  };
  const answer = ({ id }: { id: string }, chosen: string[]) => {
    const { [id]: _before, ...others } = ballot ?? {};
    setUnanswered(false);
    // Only the link says that a question stays blank; what was taken back is open again.
    choose(chosen.length === 0 ? others : { ...others, [id]: chosen });
  };
  const leaveBlank = ({ id }: { id: string }) => {
    const next = { ...ballot, [id]: [] };
    choose(next);
    goOn(next);
  };
  const next = ({ id }: { id: string }) => {
    if (ballot?.[id]) return goOn(ballot);
    setUnanswered(true);
    document.querySelector<HTMLInputElement>(`input[name="question-${id}"]`)?.focus();
  };
  const change = (id: string) => {
    resetForm(control, control.values);
    setResumed(false);
    if (ballot) choose(ballot);
    goTo(`${questionStep}${questions.findIndex((each) => each.id === id) + 1}`);
  };
  const put = async (proof: OwnProof) => {
    control.change({ errors: {}, failure: undefined });
    onSent();
    try {
      await putIntoBox(vote, ballot ?? {}, proof, setStage);
      onDone();
    } catch (error) {
      // The vote has changed, or its paper is on another device: the page shows which.
      if (error instanceof AppError && (error.code === 'NOT_OPEN' || error.code === 'PAPER_TAKEN')) {
        showFailure(error);
        reload();
      }
      throw error;
    } finally {
      setStage(undefined);
    }
  };

  const unopposed = vote.questions.filter(isUnopposed);
  if (question) {
    const chosen = ballot?.[question.id];
    const isBlank = chosen?.length === 0;
    return (
      <section aria-labelledby="paper" className="grid gap-2">
        <h2 id="paper" ref={heading} tabIndex={-1} className="text-18 text-muted m-0">
          {isChange
            ? t(`Change your ballot: question ${place + 1} of ${questions.length}`)
            : t(`Question ${place + 1} of ${questions.length}`)}
        </h2>
        {place === 0 && <p className="m-0 font-semibold">{t(whereOf(progress, vote))}</p>}
        {isChange && place === 0 && (
          <Note tone="info" role="note">
            <T>
              Your device has not kept what you chose. Please fill in the whole paper again: it replaces your earlier
              ballot.
            </T>
          </Note>
        )}
        <QuestionChoices
          key={question.id}
          question={question}
          seed={seed}
          chosen={chosen ?? []}
          error={unanswered ? t(nothingChosen) : undefined}
          onChange={(answerValues) => answer(question, answerValues)}
        />
        {isBlank ? (
          <p className="m-0">{t('You leave this question blank.')}</p>
        ) : (
          <div>
            <Button look="text" onClick={() => leaveBlank(question)}>
              {t('Leave this question blank')}
            </Button>
          </div>
        )}
        <div className="flex flex-wrap gap-2 no-print">
          <Button onClick={() => next(question)}>{t('Next')}</Button>
          {onCancel && (
            <Button look="text" onClick={onCancel}>
              {t('Keep my ballot as it is')}
            </Button>
          )}
        </div>
        {!isSigned && place === 0 && (
          <p className="m-0 text-14 text-muted">
            <T>
              Vote on a device that you will keep until {formatDate(vote.closesAt)}: your paper stays on it. If it is
              lost with its paper, your vote is lost.
            </T>
          </p>
        )}
      </section>
    );
  }
  return (
    <section aria-labelledby="check" className="grid gap-3">
      <h2 id="check" ref={heading} tabIndex={-1} className="text-22 m-0">
        {t('Check')}
      </h2>
      <p className="m-0 font-semibold">{t(whereOf(progress, vote))}</p>
      <div className="card p-3">
        <ChoicesText questions={vote.questions} ballot={ballot ?? {}} disabled={busy} onChange={change} />
      </div>
      {unopposed.map((each) => (
        <Unopposed key={each.id} question={each} />
      ))}
      <form noValidate onSubmit={form.send(put)} className="grid gap-3">
        {!isSigned && (
          <TextField
            label={t('Your password')}
            type="password"
            autoComplete="current-password"
            {...field}
            disabled={busy}
            hint={t('The same with which you log in: nobody else can take your paper.')}
            onChange={({ target }) => field.onChange(target.value)}
          />
        )}
        {form.failure && !field.error && <Note tone="error">{t(form.failure)}</Note>}
        <div role="status">{stage && <Going key={stage} stage={stage} />}</div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            {t('Put my ballot into the box')}
          </Button>
          {!isSigned && <PasskeyInstead disabled={busy} send={put} onFailure={form.showFailure} />}
          {onCancel && (
            <Button look="text" disabled={busy} onClick={onCancel}>
              {t('Keep my ballot as it is')}
            </Button>
          )}
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
      <p className="m-0 mb-1">
        {t(stageTexts[stage])} {late && t(lateTexts[stage] ?? '')}
      </p>
      <ProgressBar label={t('Progress')} fraction={fractions[stage]} />
    </>
  );
}

/** For who may lose this device. */
function KeepPaper({ vote }: { vote: Vote }) {
  return (
    <p className="m-0 text-14 text-muted no-print">
      <T>
        Your paper is on this device alone.{' '}
        <Button small look="text" onClick={() => savePaper(vote)}>
          {t('Save my paper as a file')}
        </Button>
      </T>
    </p>
  );
}

const savePaper = (vote: Vote) => saveFile({ blob: paperFile(vote) }, `paper-${vote.id}.json`);

function InTheBox({ vote, focused, onChange }: { vote: Vote; focused: boolean; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  const receipt = readStoredPaper(vote)?.receipt ?? '';
  const receiptFile = () => new Blob([`${vote.title}\r\n${t('Receipt')}: ${receipt}\r\n`], { type: 'text/plain' });
  return (
    <section aria-labelledby="in-box" className="card p-3 grid gap-2">
      <h2 id="in-box" ref={heading} tabIndex={-1} className="text-22 m-0 flex flex-wrap items-center gap-1">
        <span aria-hidden="true" className={styles.tick}>
          ✓
        </span>
        {t('Your vote is in')}
      </h2>
      <p className="m-0">
        <T>
          You can change it on this device until {formatDate(vote.closesAt)}; the last one counts. Nothing more to do.
        </T>
      </p>
      <p className="m-0">
        <T>
          Your receipt: <span className="font-mono font-semibold break-anywhere">{receipt}</span>
        </T>
      </p>
      <div className="flex flex-wrap gap-2 no-print">
        <Button look="outlined" onClick={() => void copyText(receipt, t('Receipt copied'))}>
          {t('Copy')}
        </Button>
        <Button look="outlined" onClick={() => saveFile({ blob: receiptFile() }, 'receipt.txt')}>
          {t('Save')}
        </Button>
        <Button look="text" onClick={onChange}>
          {t('Change my ballot')}
        </Button>
      </div>
      <details>
        <summary>{t('What the receipt is for')}</summary>
        <p className="m-0">
          <T>
            After closing, ‘Count again’ on this page finds your ballot in the box: on this device by itself, on another
            one with this receipt.
          </T>
        </p>
        <KeepPaper vote={vote} />
      </details>
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
      return { refused: t(error instanceof AppError ? error.message : 'This file cannot be read.') };
    }
  };
  return (
    <section aria-labelledby="elsewhere" className="card p-3 grid gap-2">
      <h2 id="elsewhere" className="text-22 m-0">
        {t('You have taken your paper')}
      </h2>
      <p className="m-0 font-semibold">{t('If you saw the green tick on another device, you have voted.')}</p>
      <p className="m-0">
        <T>
          If not, put your ballot into the box there: your paper is on that device, in the browser with which you took
          it. If you have saved your paper as a file, you can go on here.
        </T>
      </p>
      <FilePicker
        label={t('The file with my paper')}
        accept="any"
        hint={t('Its name ends in .json.')}
        taken="JSON"
        value={file}
        prepare={load}
        onChange={setFile}
      />
    </section>
  );
}
