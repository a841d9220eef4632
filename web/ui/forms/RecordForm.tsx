import type { FormEventHandler, ReactNode } from 'react';
import { FormStack } from './FormStack.tsx';
import type { RecordState } from './useRecordForm.tsx';

interface Props {
  /** The form's name. */
  label: string;
  record: RecordState;
  /** Absent: saves. */
  onSubmit?: FormEventHandler;
  className?: string;
  /** What the input means, next to the fields where there is room; or below them, where these need it. */
  beside?: { title: string; content: ReactNode; isBelow?: boolean };
  /** The fields. */
  children: ReactNode;
}

/** The form of {@link useRecordForm}. */
export function RecordForm({ label, record, onSubmit = record.submit, className, beside, children }: Props) {
  const fields = (
    <>
      {record.notice}
      <FormStack disabled={record.busy}>{children}</FormStack>
    </>
  );
  return (
    <form noValidate onSubmit={onSubmit} aria-label={label} className={className}>
      {beside ? (
        <div className={`stack gap-4 one-column ${beside.isBelow ? '' : 'two-in-room'}`}>
          <div>{fields}</div>
          <section aria-label={beside.title}>
            <p className="muted small flush below-1">{beside.title}</p>
            <div className="pad-3 breaks framed paper">{beside.content}</div>
          </section>
        </div>
      ) : (
        fields
      )}
      {record.bar}
      {record.question}
    </form>
  );
}
