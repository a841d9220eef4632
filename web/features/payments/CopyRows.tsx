import { useEffect, useRef, useState } from 'react';
import styles from './CopyRows.module.css';

/** Rows of a name and a value, each with a button that copies the value. Empty values have no row. */
export function CopyRows({ rows }: { rows: readonly { label: string; value: string }[] }) {
  return (
    <dl className="flush ruled line-above line-below">
      {rows
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label} className="pad-y-1">
            <dt className="small">{label}</dt>
            <dd className="bar apart gap-half-2">
              <span className={`strong breaks shrinks numbers ${styles.value}`}>
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
    <span className="no-print keeps">
      <button type="button" className={`strong touch field navy pressed ${styles.button}`} onClick={() => void copy()}>
        {state === 'copied' ? 'Copied' : 'Copy'}
        <span className="unseen"> {label}</span>
      </button>
      <span className="unseen" role="status">
        {state === 'copied' && `${label} copied`}
        {state === 'failed' && `${label} could not be copied; please select it and copy it yourself`}
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
    area.className = 'unseen';
    document.body.append(area);
    const before = document.activeElement;
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return copied;
  }
}
