import { useEffect, useRef, useState } from 'react';
import { t } from '#web/lib/languages/text.ts';
import styles from './CopyRows.module.css';

/** Rows of a name and a value, each with a button that copies the value. Empty values have no row. */
export function CopyRows({ rows }: { rows: readonly { label: string; value: string }[] }) {
  return (
    <dl className="m-0 divide-y border-t border-b">
      {rows
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label} className="py-1">
            <dt className="text-14">{label}</dt>
            <dd className="flex items-center justify-between gap-4px-2">
              <span className={`font-semibold break-anywhere min-w-0 tabular-nums ${styles.value}`}>
                <Breakable text={value} />
              </span>
              <CopyButton label={label} value={value} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** A long UPI ID breaks after its @. */
function Breakable({ text }: { text: string }) {
  const [name, ...rest] = text.split(/(?<=@)/);
  return (
    <>
      {name}
      {rest.length > 0 && (
        <>
          <wbr />
          {rest}
        </>
      )}
    </>
  );
}

/** A button with a word, which answers. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  async function copy() {
    const copied = await toClipboard(value);
    setState(copied ? 'copied' : 'failed');
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setState('idle'), 3000);
  }

  return (
    <span className="no-print flex-none">
      <button
        type="button"
        className={`font-semibold min-h-touch field text-navy cursor-pointer ${styles.button}`}
        onClick={() => void copy()}
      >
        {state === 'copied' ? t('Copied') : t('Copy')}
        <span className="sr-only"> {label}</span>
      </button>
      <span className="sr-only" role="status">
        {state === 'copied' && t(`${label} copied`)}
        {state === 'failed' && t(`${label} could not be copied; please select it and copy it yourself`)}
      </span>
    </span>
  );
}

/** The clipboard API needs HTTPS; the fallback copies a selection. */
async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'sr-only';
    document.body.append(area);
    const before = document.activeElement;
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied;
  }
}
