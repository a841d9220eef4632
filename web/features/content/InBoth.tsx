import type { ReactNode } from 'react';
import { useFormState, useWatch } from '#web/lib/forms/useField.ts';
import type { FormControl, Path } from '#web/lib/forms/useForm.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';

interface Stored<Texts> {
  hi: Texts;
  older: readonly string[];
}

/** Whether a record has texts in Hindi, and whether these are older than the English ones. */
export function HindiState({ hi, older }: Stored<object>) {
  if (Object.keys(hi).length === 0) return <span className="text-muted">English only</span>;
  return older.length > 0 ? (
    <StatusDot tone="warn">Hindi older than English</StatusDot>
  ) : (
    <StatusDot tone="good">English and Hindi</StatusDot>
  );
}

interface PairProps<Values extends object> {
  control: FormControl<Values>;
  name: Path<Values>;
  /** The field of the Hindi text. */
  hindi: Path<Values>;
  label: string;
  required?: boolean;
  hint?: string;
  rows?: number;
  maxLength?: number;
  /** The stored Hindi text is older than the English one. */
  isOlder: boolean;
}

/** A text of the office and its second one in Hindi, side by side where there is room. */
export function FieldInBoth<Values extends object>({ hindi, isOlder, ...english }: PairProps<Values>) {
  const { control, label, rows, maxLength } = english;
  const text: unknown = useWatch(control, hindi);
  const isOutdated = isOlder && Boolean(text);
  const filled = isOutdated ? 'the English one was changed after this one was saved.' : 'shown on Hindi pages.';
  const remark = text
    ? filled
    : 'while this is empty, Hindi pages show the English one, or our translation of a new site’s text.';
  return (
    <div className="grid gap-2 grid-cols-1 grid-cols-2-from-md grid-cols-2-in-640">
      <Field {...english} />
      <Field
        control={control}
        name={hindi}
        // Its hint says which text it is: the names of the English fields stay the only ones of their kind.
        label="In Hindi"
        lang="hi"
        hint={`${label}: ${remark}`}
        {...(rows && { rows })}
        {...(maxLength && { maxLength })}
        {...(isOutdated && { above: <StatusDot tone="warn">Older than the English text</StatusDot> })}
      />
    </div>
  );
}

interface StillFitsProps<Values extends object> extends Stored<object> {
  control: FormControl<Values>;
  name: Path<Values>;
}

/** For an English text that was changed without changing what it says: its Hindi one is not older then. */
export function StillFits<Values extends object>({ control, name, hi, older }: StillFitsProps<Values>) {
  const { isDirty } = useFormState(control);
  if (Object.keys(hi).length === 0 || (older.length === 0 && !isDirty)) return null;
  return <CheckField control={control} name={name} label="The Hindi texts fit the English ones as they are" />;
}

/** What visitors see in either language; on all pages the English texts where there are no others. */
export function ShownInBoth({ english, hindi }: { english: ReactNode; hindi: ReactNode }) {
  const parts = hindi
    ? [
        { title: 'On English pages', content: english },
        { title: 'On Hindi pages', content: hindi },
      ]
    : [{ title: 'What visitors will see', content: english }];
  return (
    <div
      className={`grid gap-2 w-full grid-cols-1 ${parts.length > 1 ? 'grid-cols-2-from-md grid-cols-2-in-640' : ''}`}
    >
      {parts.map(({ title, content }) => (
        <section key={title} aria-label={title}>
          <p className="text-muted text-14 m-0 mb-1">{title}</p>
          <div className="p-3 break-anywhere border rounded bg-paper">{content}</div>
        </section>
      ))}
    </div>
  );
}

/**
 * The Hindi texts that a form sends: those that differ from the stored ones. A text that is sent counts as written with the English one,
 * so the others are sent only if they are said to fit.
 * @returns undefined when there are none
 */
export function hindiChanges<Texts extends object>(
  typed: Texts | undefined,
  stored: Texts,
  stillFits: boolean,
): Texts | undefined {
  const before = Object.entries(stored);
  const changes = Object.entries(typed ?? {}).filter(([name, text]) => {
    const old: unknown = before.find(([each]) => each === name)?.[1];
    const isSame = JSON.stringify(text) === JSON.stringify(old ?? (Array.isArray(text) ? [] : ''));
    return !isSame || (stillFits && old !== undefined);
  });
  return changes.length === 0 ? undefined : (Object.fromEntries(changes) as Texts);
}
