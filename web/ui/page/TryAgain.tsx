import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import styles from './TryAgain.module.css';

interface TryAgainProps {
  onClick: () => void;
  text?: string;
  busy?: boolean;
  /** Left-aligned, as a part of a text. */
  inText?: boolean;
}

/** Shown in place of content that could not be loaded. */
export function TryAgain({ onClick, text = t('This could not be loaded.'), busy, inText }: TryAgainProps) {
  return (
    <p className={inText ? undefined : `text-muted m-0 text-center ${styles.line}`} role="status">
      {t(text)}{' '}
      <button
        type="button"
        className={`font-semibold min-h-touch bare ${styles.button}`}
        disabled={busy}
        onClick={onClick}
      >
        {t('Try again')}
      </button>
    </p>
  );
}

/** The same for a part of a document, which is loaded again. `what`: the sentence's first words, such as 'The news'. */
export function NotLoaded({ what }: { what: string }) {
  return (
    <p role="status">
      <T>
        {what} could not be loaded. {/* biome-ignore lint/a11y/useValidAnchor: the page itself */}
        <a className={`font-semibold min-h-touch inline-flex items-center bare ${styles.button}`} href="">
          {t('Try again')}
        </a>
      </T>
    </p>
  );
}
