import { Suspense } from 'react';
import { type FieldValues, type Path, useController } from 'react-hook-form';
import { lazyPart } from '#web/lib/lazyPart.ts';
import type { SchemaForm } from '#web/lib/useSchemaForm.ts';
import { Loading } from '#web/ui/page/Loading.tsx';

/** Loaded where a letter is written, and nowhere else. */
const TextEditor = lazyPart(() => import('./TextEditor.tsx'), 'TextEditor');

interface Props<Values extends FieldValues> {
  control: SchemaForm<Values>['control'];
  name: Path<Values>;
  disabled: boolean;
  /** As the mail greets its reader; '' while unknown. */
  greeting: string;
}

/** The field for a letter's text. */
export function LetterText<Values extends FieldValues>({ control, name, disabled, greeting }: Props<Values>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Suspense fallback={<Loading />}>
      <TextEditor
        label="Text"
        value={String(field.value ?? '')}
        onChange={field.onChange}
        error={fieldState.error?.message}
        disabled={disabled}
        before={
          greeting && (
            <>
              {greeting}
              <span className="text-14 block">for example</span>
            </>
          )
        }
        focusRef={field.ref}
      />
    </Suspense>
  );
}
