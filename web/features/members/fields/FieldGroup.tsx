import type { ReactNode } from 'react';
import { t } from '#web/lib/languages/text.ts';
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
      <legend className={`text-22 font-semibold w-full font-serif mb-2 ${styles.title} border-b`}>{t(title)}</legend>
      {note && <p className="text-muted">{t(note)}</p>}
      <div className={`grid gap-2 grid-cols-1 grid-cols-2-from-sm ${styles.grid} items-start`}>{children}</div>
    </fieldset>
  );
}

/** A field over the full width of its group. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className="min-w-0 col-span-full">{children}</div>;
}
