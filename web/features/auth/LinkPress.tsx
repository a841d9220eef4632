import { type ReactNode, useState } from 'react';
import type { AppError } from '#shared/errors.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { t } from '#web/lib/languages/text.ts';
import { endSession } from '#web/lib/login/session.ts';

interface Props<Answer> {
  /** What the press does. */
  text: ReactNode;
  label: string;
  busyLabel: string;
  /** Makes the call, which ends all sessions. */
  press: () => Promise<Answer>;
  done: (answer: Answer) => ReactNode;
  /** In place of the button when the link no longer works. */
  otherwise?: ReactNode;
}

/** What a mailed link does to the account. Only on a press, because mail scanners open links. */
export function LinkPress<Answer>({ text, label, busyLabel, press, done, otherwise }: Props<Answer>) {
  const { busy, run } = useSingleRun();
  const [answer, setAnswer] = useState<{ given: Answer }>();
  const [failed, setFailed] = useState<AppError>();
  const act = () =>
    run(async () => {
      try {
        setAnswer({ given: await press() });
        endSession();
      } catch (error) {
        setFailed(failureOf(error));
      }
    });
  if (answer) return <div className="card p-3 grid gap-2 justify-items-start tight">{done(answer.given)}</div>;
  const isDead = failed !== undefined && !failed.isFault && failed.code !== 'TOO_MANY';
  return (
    <div className="card p-3 grid gap-2 justify-items-start tight">
      {failed ? <p role="alert">{t(failed.message)}</p> : text}
      {isDead ? (
        otherwise
      ) : (
        <button type="button" className="button" disabled={busy} onClick={() => void act()}>
          {busy ? busyLabel : label}
        </button>
      )}
    </div>
  );
}
