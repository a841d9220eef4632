import type { ReactNode } from 'react';
import { t } from '#web/lib/text.ts';
import styles from './FieldGroup.module.css';

interface Props {
  title: string;
  /** A sentence under the title. */
  note?: string;
  children: ReactNode;
}

/** Fields that belong together, under a heading that screen readers announce with them. */
export function FieldGroup({ title, note, children }: Props) {
  return (
    <fieldset>
      <legend className={`text-22 strong wide serif below-2 ${styles.title} line-below`}>{t(title)}</legend>
      {note && <p className="muted">{t(note)}</p>}
      <div className={`stack one-column two-from-sm ${styles.grid} from-top`}>{children}</div>
    </fieldset>
  );
}

/** A field over the full width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className="shrinks whole-row">{children}</div>;
}
