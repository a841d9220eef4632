import type { ReactNode } from 'react';
import { msg, t } from '#web/lib/languages/text.ts';
import styles from './Steps.module.css';

const names = [msg('Details'), msg('Payment'), msg('Done')] as const;
export type StepName = (typeof names)[number];

interface Props {
  current: StepName;
  /** What is kept, and what comes next. */
  children?: ReactNode;
}

/** The steps of a registration, with the current one marked. */
export function Steps({ current, children }: Props) {
  const at = names.indexOf(current);
  return (
    <>
      <ol className={`no-print ${styles.steps}`} aria-label={t('Steps of the registration')}>
        {names.map((name, index) => (
          <li key={name} aria-current={index === at ? 'step' : undefined} data-passed={index < at || undefined}>
            <span className={`text-14 font-semibold ${styles.number}`} aria-hidden="true">
              {index < at ? '✓' : index + 1}
            </span>
            <span>
              {t(name)}
              {index < at && <span className="sr-only"> {t('(done)')}</span>}
            </span>
          </li>
        ))}
      </ol>
      {children && <p className="text-muted measure no-print">{children}</p>}
    </>
  );
}
