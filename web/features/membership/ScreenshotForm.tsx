import { type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { uploadPaymentScreenshot } from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { prepareScreenshot } from '#web/features/members/fields/prepare-file.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { paths } from '#web/paths.ts';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import type { DueRegistration } from './PaymentStep.tsx';
import { dropRegistered } from './registered.ts';
import styles from './ScreenshotForm.module.css';
import { useKeptText } from './use-kept-text.ts';

interface Props {
  registration: DueRegistration;
  /** The office has decided meanwhile: nothing can be sent any more. */
  onClosed: () => void;
}

/** The proof of payment. When sending it fails, the file stays chosen and can be sent again. */
export function ScreenshotForm({ registration, onClosed }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [utr, setUtr] = useKeptText(`utr-${registration._id}`);
  const [errors, setErrors] = useState<{ Screenshot?: string; utr?: string }>({});
  const [failure, setFailure] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef(false);
  const sending = progress !== null;

  function fail(fields: typeof errors) {
    setErrors(fields);
    // Once the fields are enabled again.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  async function send(chosen: File) {
    const prepared = await prepareScreenshot(chosen);
    if ('refused' in prepared) {
      fail({ Screenshot: prepared.refused });
      return;
    }
    setProgress(0);
    const { message } = await api(
      uploadPaymentScreenshot,
      { params: { id: registration._id }, body: { utr }, files: { Screenshot: prepared.file } },
      { onProgress: setProgress },
    );
    dropRegistered();
    setUtr('');
    toast.success(message);
    await navigate(paths.registered, { replace: true });
    await navigate(paths.paymentSucceeded);
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    // A second press may come before the disabled button is drawn.
    if (running.current) return;
    setFailure('');
    if (!file) {
      fail({ Screenshot: messages.registration.Screenshot });
      return;
    }
    running.current = true;
    try {
      await send(file);
    } catch (error) {
      if (!(error instanceof AppError)) console.error(error);
      const message = error instanceof AppError ? error.message : messages.general.failed;
      toast.error(message);
      if (error instanceof AppError && error.fields) fail(error.fields);
      else if (error instanceof AppError && (error.code === 'WRONG_STATE' || error.code === 'NOT_FOUND')) onClosed();
      else setFailure(message);
    } finally {
      running.current = false;
      setProgress(null);
    }
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      aria-labelledby={`${id}-title`}
    >
      <h2 id={`${id}-title`}>Your proof of payment</h2>
      <p className={styles.note}>
        When you have paid, upload a screenshot of the confirmation. You can also do this later: the link in our
        acknowledgement e-mail leads back to this page.
      </p>
      <fieldset className={styles.fields} disabled={sending}>
        <FilePicker
          label="Payment Screenshot"
          name="Screenshot"
          accept="image"
          required
          value={file}
          onChange={(next) => {
            setFile(next);
            setErrors((before) => ({ ...before, Screenshot: undefined }));
            setFailure('');
          }}
          prepare={prepareScreenshot}
          error={errors.Screenshot}
          disabled={sending}
        />
        <div>
          <label htmlFor={`${id}-utr`} className={styles.label}>
            Transaction Reference (UTR), optional
          </label>
          <input
            id={`${id}-utr`}
            className={styles.input}
            name="utr"
            value={utr}
            maxLength={limits.utrLength}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={errors.utr ? true : undefined}
            aria-describedby={`${id}-utr-text`}
            onChange={(event) => {
              setUtr(event.target.value);
              setErrors((before) => ({ ...before, utr: undefined }));
            }}
          />
          <p id={`${id}-utr-text`} className={errors.utr ? styles.error : styles.hint}>
            {errors.utr ??
              'The number that your bank or UPI app shows with the payment; it helps the office to find it.'}
          </p>
        </div>
      </fieldset>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure} Your screenshot is still here; press Register to send it again.
        </p>
      )}
      {progress !== null && <UploadProgress fraction={progress} label="Sending your screenshot" />}
      <button type="submit" className="button" disabled={sending}>
        {sending ? 'Sending …' : 'Register'}
      </button>
    </form>
  );
}
