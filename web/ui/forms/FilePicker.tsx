import { type ReactNode, type RefCallback, useId, useRef, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { useBlobAddress } from '#web/lib/browser/useBlobAddress.ts';
import { t } from '#web/lib/languages/text.ts';
import styles from './FilePicker.module.css';

interface FilePickerProps {
  label: string;
  value: File | null;
  onChange: (file: File | null) => void;
  /** `image`: pictures only, with a preview. `any`: any file, by name. */
  accept: 'image' | 'any';
  /** The field's name on the wire, by which the server's messages find the field. */
  name?: string;
  error?: string;
  hint?: string;
  inputRef?: RefCallback<HTMLInputElement>;
  required?: boolean;
  disabled?: boolean;
  /** The stored file, shown in the preview until another one is chosen. */
  current?: ReactNode;
  /**
   * Checks the file as soon as it is chosen, and may convert it; without it only size and type are checked. The value stays
   * the chosen file: call the same function again to get the converted one.
   */
  prepare?: (file: File) => Promise<PreparedFile>;
  /** The accepted files, if neither `image` nor `any` describes them; `maxBytes` then sets their size. */
  taken?: string;
  maxBytes?: number;
}

/** A chosen file that is ready to send, or the message why it is refused. */
export type PreparedFile = { file: File } | { refused: string };

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
const megabytes = limits.fileBytes / 1024 / 1024;

/** Why this file cannot be sent; undefined if it can. The server checks it again, and more closely. */
export function fileProblem(
  file: File,
  accept: 'image' | 'any',
  maxBytes: number = limits.fileBytes,
): string | undefined {
  const max = maxBytes / 1024 / 1024;
  if (file.size > maxBytes) return t(`This file is larger than ${max} MB. Please choose a smaller one.`);
  if (file.size === 0) return t('This file is empty. Please choose another one.');
  if (accept === 'image' && !pictureTypes.includes(file.type)) {
    return t('Please choose a picture in JPEG, PNG, WebP, AVIF or GIF format.');
  }
  return undefined;
}

/** A file to send, chosen or dropped, with a preview and a button to remove it. */
export function FilePicker(props: FilePickerProps) {
  const { label, value, onChange, accept, name, error, hint, required, disabled, current, prepare, taken, maxBytes } =
    props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const preview = useBlobAddress(value && (accept === 'image' || pictureTypes.includes(value.type)) ? value : null);
  const message = problem ?? error;

  const latest = useRef<File>(undefined);

  const take = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    const problem = prepare ? undefined : fileProblem(file, accept, maxBytes);
    setProblem(problem);
    onChange(problem ? null : file);
    const prepared = await prepare?.(file);
    // Another one may have been chosen meanwhile.
    if (!prepared || !('refused' in prepared) || latest.current !== file) return;
    setProblem(prepared.refused);
    onChange(null);
  };
  const remove = () => {
    latest.current = undefined;
    setProblem(undefined);
    onChange(null);
    if (input.current) input.current.value = '';
    input.current?.focus();
  };

  return (
    <div className="no-print">
      <label className="label" htmlFor={id}>
        {t(label)}
        {required && <span className="text-bad"> *</span>}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; keyboards use the input inside */}
      <div
        className={`flex flex-wrap items-center gap-2 ${styles.area} relative rounded bg-surface p-2`}
        data-over={over || undefined}
        data-error={message ? true : undefined}
        data-disabled={disabled || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          if (!disabled) setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled) void take(event.dataTransfer.files[0]);
        }}
      >
        <div className={`hidden-if-empty ${styles.preview}`}>
          {preview ? (
            <img
              key={preview}
              src={preview}
              alt={t('The chosen file')}
              className={`block ${styles.picture} rounded-4px`}
              // No picture: the server says so when it is sent.
              onError={({ currentTarget }) => {
                currentTarget.hidden = true;
              }}
            />
          ) : (
            !value && current
          )}
        </div>
        <p className={`m-0 break-anywhere min-w-0 ${styles.text}`}>
          {value ? (
            <strong className="block">{value.name}</strong>
          ) : (
            // A phone has nothing to drop.
            <span className="hidden-below-sm">{t('Choose a file, or drop it here.')}</span>
          )}
          <span className="text-muted text-14 block">
            {value ? sizeOf(value) : (taken ?? whatIsTaken(accept, prepare !== undefined))}
          </span>
        </p>
        <span className="flex flex-wrap items-center gap-1">
          <span
            className={`font-semibold min-h-touch inline-flex items-center ${styles.choose} rounded text-navy`}
            aria-hidden="true"
          >
            {value || current ? t('Choose another') : t('Choose file')}
          </span>
          <input
            ref={(element) => {
              input.current = element;
              props.inputRef?.(element);
            }}
            id={id}
            name={name}
            className={`w-full ${styles.input} h-full cursor-pointer`}
            type="file"
            accept={accept === 'image' ? 'image/*' : undefined}
            disabled={disabled}
            aria-invalid={message ? true : undefined}
            aria-describedby={`${id}-text`}
            onChange={(event) => void take(event.target.files?.[0])}
          />
          {value && (
            <button
              type="button"
              className="font-semibold text-bad min-h-touch bare tints p-1 relative rounded"
              onClick={remove}
              disabled={disabled}
            >
              {t('Remove')}
            </button>
          )}
        </span>
      </div>
      <div id={`${id}-text`} className="text-14" aria-live="polite">
        {message && <p className="text-bad m-0 mt-4px">{t(message)}</p>}
        {hint && <p className="text-muted m-0 mt-4px">{t(hint)}</p>}
      </div>
    </div>
  );
}

function whatIsTaken(accept: 'image' | 'any', shrunk: boolean): string {
  if (!shrunk) {
    return accept === 'image' ? t(`JPEG, PNG or WebP, up to ${megabytes} MB`) : t(`Any file, up to ${megabytes} MB`);
  }
  return accept === 'image'
    ? t('JPEG, PNG or WebP. A large photo is made smaller here.')
    : t(`Any file up to ${megabytes} MB. A larger photo is made smaller here.`);
}

function sizeOf(file: File): string {
  const kilobytes = file.size / 1024;
  return kilobytes < 1024 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
