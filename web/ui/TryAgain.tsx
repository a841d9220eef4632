import { useRevalidator } from 'react-router';
import styles from './TryAgain.module.css';

interface TryAgainProps {
  onClick: () => void;
  text?: string;
  busy?: boolean;
  /** Left-aligned, as a part of a text. */
  inText?: boolean;
}

/** Shown in place of content that could not be loaded. */
export function TryAgain({ onClick, text = 'This could not be loaded.', busy, inText }: TryAgainProps) {
  return (
    <p className={inText ? undefined : `muted flush centred ${styles.line}`} role="status">
      {text}{' '}
      <button type="button" className={`strong touch bare ${styles.button}`} disabled={busy} onClick={onClick}>
        Try again
      </button>
    </p>
  );
}

/** The same for data of a public page's `loader`. `what`: the sentence's first words, such as 'The news'. */
export function NotLoaded({ what }: { what: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <TryAgain
      inText
      text={`${what} could not be loaded.`}
      busy={state === 'loading'}
      onClick={() => void revalidate()}
    />
  );
}
