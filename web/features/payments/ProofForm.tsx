import { useCallback, useId, useRef, useState } from 'react';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { utrWarning } from '#web/features/members/fields/field-texts.ts';
import { prepareScreenshot } from '#web/features/members/fields/prepare-file.ts';
import { t } from '#web/lib/text.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';

/** The proof of a payment. */
export interface Proof {
  /** As typed; '' if none. */
  utr: string;
  screenshot: File | undefined;
}

interface Props {
  title: string;
  note?: string;
  /** The button's text. */
  label: string;
  /** Below the button: what it does. */
  consequence?: string;
  /** The storage key under which the input survives a reload. */
  keptAs: string;
  /** The transaction reference alone is enough. */
  eitherIsEnough?: boolean;
  send: (proof: Proof, onProgress: (fraction: number) => void) => Promise<void>;
  /** Called if the office has decided meanwhile, so that no proof is accepted any more. */
  onClosed: () => void;
}

/** The form for the proof of a payment. After a failure the file stays chosen and can be sent again. */
export function ProofForm({ title, note, label, consequence, keptAs, eitherIsEnough = false, send, onClosed }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [utr, setUtr] = useStoredText(`utr-${keptAs}`);
  const [errors, setErrors] = useState<{ screenshot?: string; utr?: string }>({});
  const [failure, setFailure] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const { run } = useSingleRun();
  const sending = progress !== null;
  const [left, setLeft] = useState(false);
  const warning = left ? utrWarning(utr) : undefined;

  function fail(fields: typeof errors) {
    setErrors(fields);
    // After the fields are enabled again.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  async function prepareAndSend() {
    const prepared = file ? await prepareScreenshot(file) : { file: undefined };
    if ('refused' in prepared) {
      fail({ screenshot: prepared.refused });
      return;
    }
    setProgress(0);
    await send({ utr, screenshot: prepared.file }, setProgress);
    setUtr('');
  }

  async function submit() {
    setFailure('');
    if (!file && !(eitherIsEnough && utr.trim() !== '')) {
      fail({ screenshot: messages.registration.screenshot });
      return;
    }
    try {
      await prepareAndSend();
    } catch (error) {
      if (!(error instanceof AppError)) console.error(error);
      const message = t(error instanceof AppError ? error.message : messages.general.failed);
      if (error instanceof AppError && error.fields) fail(error.fields);
      else if (error instanceof AppError && (error.code === 'WRONG_STATE' || error.code === 'NOT_FOUND')) {
        toast.error(message);
        onClosed();
      } else setFailure(message);
    } finally {
      setProgress(null);
    }
  }

  return (
    <form
      ref={form}
      className="grid gap-2 justify-items-start max-w-760 no-print"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(submit);
      }}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className="text-22 m-0">
        {title}
      </h2>
      {note && <p className="text-muted m-0 measure">{note}</p>}
      <fieldset className="grid gap-2 w-full" disabled={sending}>
        <div>
          <label htmlFor={`${id}-utr`} className="label">
            {eitherIsEnough ? 'Transaction Reference (UTR)' : 'Transaction Reference (UTR), optional'}
          </label>
          <input
            id={`${id}-utr`}
            className="w-full min-h-touch field px-2 py-1 max-w-480"
            name="utr"
            value={utr}
            maxLength={limits.utrLength}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={errors.utr ? true : undefined}
            aria-describedby={`${id}-utr-text`}
            onBlur={() => setLeft(true)}
            onChange={(event) => {
              setUtr(event.target.value);
              setErrors((before) => ({ ...before, utr: undefined }));
            }}
          />
          <div id={`${id}-utr-text`} className="text-14" role="status">
            {errors.utr && <p className="text-bad m-0 mt-4px">{t(errors.utr)}</p>}
            <p className="text-muted m-0 mt-4px">{t(warning ?? messages.payment.utrHint)}</p>
          </div>
        </div>
        <FilePicker
          label="Payment Screenshot"
          name="screenshot"
          accept="image"
          required={!eitherIsEnough}
          value={file}
          onChange={(next) => {
            setFile(next);
            setErrors((before) => ({ ...before, screenshot: undefined }));
            setFailure('');
          }}
          prepare={prepareScreenshot}
          error={errors.screenshot}
          disabled={sending}
        />
      </fieldset>
      {failure && (
        <p className="text-bad m-0" role="alert">
          {failure} What you have entered is still here; press {label} to send it again.
        </p>
      )}
      {progress !== null && <UploadProgress fraction={progress} label="Sending your screenshot" />}
      <button type="submit" className="button-accent w-full-below-sm" disabled={sending}>
        {sending ? 'Sending …' : label}
      </button>
      {consequence && <p className="text-muted text-14 m-0">{consequence}</p>}
    </form>
  );
}

/** A text that outlives a reload of this tab; '' drops it. Only for parts of a page that the server does not render. */
function useStoredText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => read(key));
  const keep = useCallback(
    (next: string) => {
      setText(next);
      try {
        if (next === '') sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, next);
      } catch {
        // Storage is blocked: kept until the page is closed.
      }
    },
    [key],
  );
  return [text, keep];
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
