import { type ReactNode, useEffect, useId, useState } from 'react';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { prepareScreenshot } from '#web/features/members/fields/prepare-file.ts';
import { ready } from '#web/features/members/fields/to-send.ts';
import { utrWarning } from '#web/features/members/fields/UtrField.tsx';
import { showFailure } from '#web/lib/calls/failures.ts';
import { setValue, useField, useLeft } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
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

interface Values {
  utr: string;
  screenshot: File | null;
}

/** The form for the proof of a payment. After a failure the file stays chosen and can be sent again. */
export function ProofForm({ title, note, label, consequence, keptAs, eitherIsEnough = false, send, onClosed }: Props) {
  const id = useId();
  const key = `utr-${keptAs}`;
  const form = useForm<Values>(
    ({ utr, screenshot }): FieldErrors =>
      screenshot || (eitherIsEnough && utr.trim() !== '') ? {} : { screenshot: messages.registration.screenshot },
    { utr: readStored(key), screenshot: null },
    { showsFailure: true },
  );
  const { control, busy, errors } = form;
  const failure = !errors.utr && !errors.screenshot && form.failure && t(form.failure);
  const [progress, setProgress] = useState<number | null>(null);
  const { value: utr, ...field } = useField(control, 'utr');
  const warning = useLeft(control, 'utr') ? utrWarning(utr) : undefined;
  useEffect(() => store(key, utr), [key, utr]);

  const submit = form.send(async (values) => {
    const file = await ready('screenshot', values.screenshot);
    setProgress(0);
    try {
      await send({ utr: values.utr, screenshot: file }, setProgress);
      setValue(control, 'utr', '');
    } catch (error) {
      if (!(error instanceof AppError && (error.code === 'WRONG_STATE' || error.code === 'NOT_FOUND'))) throw error;
      showFailure(error);
      onClosed();
    } finally {
      setProgress(null);
    }
  });

  return (
    <form
      className="grid gap-2 justify-items-start max-w-760 no-print"
      noValidate
      onSubmit={submit}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`} className="text-22 m-0">
        {title}
      </h2>
      {note && <p className="text-muted m-0 measure">{note}</p>}
      <fieldset className="grid gap-2 w-full" disabled={busy}>
        <div className="max-w-480">
          <TextField
            {...field}
            value={utr}
            label={eitherIsEnough ? t('Transaction Reference (UTR)') : t('Transaction Reference (UTR), optional')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={limits.utrLength}
            onChange={({ target }) => field.onChange(target.value)}
            hint={warning ?? messages.payment.utrHint}
          />
        </div>
        <FilePickerField
          control={control}
          name="screenshot"
          label={t('Payment Screenshot')}
          accept="image"
          required={!eitherIsEnough}
          prepare={prepareScreenshot}
          disabled={busy}
        />
      </fieldset>
      {failure && (
        <p className="text-bad m-0" role="alert">
          <T>
            {failure} What you have entered is still here; press {label} to send it again.
          </T>
        </p>
      )}
      {progress !== null && <UploadProgress fraction={progress} label={t('Sending your screenshot')} />}
      <button type="submit" className="button-accent w-full-below-sm" disabled={busy}>
        {busy ? t('Sending …') : label}
      </button>
      {consequence && <p className="text-muted text-14 m-0">{consequence}</p>}
    </form>
  );
}

/** A form for another proof, collapsed at first: an open one would invite people to pay twice. */
export function AnotherProof({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details>
      <summary className="opener">{label}</summary>
      {children}
    </details>
  );
}

// A text that outlives a reload of this tab. Only for parts of a page that the server does not render.
function readStored(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function store(key: string, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is blocked: kept until the page is closed.
  }
}
