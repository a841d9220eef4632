import { Suspense } from 'react';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { useField } from '#web/lib/forms/useField.ts';
import type { Form, Path } from '#web/lib/forms/useForm.ts';
import { Loading } from '#web/ui/page/Loading.tsx';

/** Loaded where a letter is written, and nowhere else. */
const TextEditor = lazyPart(() => import('./TextEditor.tsx'), 'TextEditor');

interface Props<Values extends object> {
  control: Form<Values>['control'];
  name: Path<Values>;
  disabled: boolean;
  /** As the mail greets its reader; '' while unknown. */
  greeting: string;
}

/** The field for a letter's text. */
export function LetterText<Values extends object>({ control, name, disabled, greeting }: Props<Values>) {
  const field = useField(control, name);
  return (
    <Suspense fallback={<Loading />}>
      <TextEditor
        label="Text"
        value={String(field.value ?? '')}
        onChange={field.onChange}
        error={field.error}
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
