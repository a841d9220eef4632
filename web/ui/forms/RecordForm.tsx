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
        <div className={`grid gap-4 grid-cols-1 ${beside.isBelow ? '' : 'grid-cols-2-in-640'}`}>
          <div>{fields}</div>
          <section aria-label={beside.title}>
            <p className="text-muted text-14 m-0 mb-1">{beside.title}</p>
            <div className="p-3 break-anywhere border rounded bg-paper">{beside.content}</div>
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
