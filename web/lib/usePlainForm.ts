import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';

type Errors<Values> = { [K in keyof Values]?: string };

export interface PlainForm<Values extends Record<string, string>> {
  /** Why the last call failed as a whole; also shown as a toast, which screen readers do not announce behind a modal dialog. */
  failure: string | undefined;
  /** A call is in progress; the form's `<fieldset>` is disabled meanwhile. */
  busy: boolean;
  /** For the `<form>`. Editing a field clears its error. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** The props of a TextField. */
  field: (name: keyof Values & string) => { name: string; defaultValue: string; error: string | undefined };
  /** The fields' current values. */
  read: () => Values;
  /** Empties every field. */
  clear: () => void;
}

interface PlainFormOptions<Values extends Record<string, string>> {
  /** Every field, in the form's order. */
  initial: Values;
  /** Messages shown from the first render on. */
  initialErrors?: FieldErrors;
  /** All messages by field. May load its schema first: see `validate.ts`. */
  validate?: (values: Values) => FieldErrors | Promise<FieldErrors>;
  /** Its errors are shown at their fields and as a toast. */
  send: (values: Values) => Promise<void>;
}

/**
 * A small form of a public page, with React alone, so that the first view loads no form library. The fields are uncontrolled:
 * what was typed, or filled in by the browser, before hydration stays there.
 */
export function usePlainForm<Values extends Record<string, string>>(
  options: PlainFormOptions<Values>,
): PlainForm<Values> {
  const { initial } = options;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState((options.initialErrors ?? {}) as Errors<Values>);
  const [failure, setFailure] = useState<string>();
  const { busy, run } = useSingleRun();
  useEffect(() => {
    // Without a script the browser checks the required fields.
    if (form.current) form.current.noValidate = true;
  }, []);

  const names = Object.keys(initial);
  const control = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;
  const read = () =>
    Object.fromEntries(names.map((name) => [name, control(name)?.value ?? initial[name]])) as unknown as Values;

  const show = (fields: FieldErrors) => {
    setErrors(fields as Errors<Values>);
    // In the form's order, not in that of the messages.
    const first = names.find((name) => fields[name]);
    if (first) focusOnceEnabled(() => control(first));
  };

  const submit = async (values: Values) => {
    const { activeElement, body } = document;
    const focused = form.current?.contains(activeElement) ? (activeElement as HTMLElement) : undefined;
    setFailure(undefined);
    try {
      const fields = (await options.validate?.(values)) ?? {};
      if (Object.keys(fields).length > 0) {
        show(fields);
        return;
      }
      setErrors({});
      await options.send(values);
    } catch (error) {
      if (!(error instanceof AppError)) console.error(error);
      if (error instanceof AppError && error.fields) show(error.fields);
      const message = error instanceof AppError ? error.message : messages.general.failed;
      if (!(error instanceof AppError && error.fields)) setFailure(message);
      toast.error(message);
    } finally {
      // The browser takes the focus from what is disabled.
      const isLost = () => document.activeElement === body || document.activeElement === focused;
      focusOnceEnabled(() => (isLost() ? focused : undefined));
    }
  };

  return {
    failure,
    busy,
    read,
    props: {
      ref: form,
      onSubmit: (event) => {
        event.preventDefault();
        const values = read();
        void run(() => submit(values));
      },
      onInput: ({ target }) => {
        const { name } = target as HTMLInputElement;
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    },
    field: (name) => ({ name, defaultValue: initial[name] ?? '', error: errors[name] }),
    clear: () => {
      for (const name of names) {
        const field = control(name);
        if (field) field.value = '';
      }
    },
  };
}

/** A disabled fieldset cannot take the focus; one of the next renders enables it again. */
function focusOnceEnabled(field: () => HTMLElement | null | undefined, frames = 20) {
  requestAnimationFrame(() => {
    field()?.focus();
    if (frames > 0 && field()?.matches(':disabled')) focusOnceEnabled(field, frames - 1);
  });
}
