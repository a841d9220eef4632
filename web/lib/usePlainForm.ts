import { type FormEvent, useRef, useState } from 'react';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';

export interface PlainForm<Values extends Record<string, string>> {
  values: Values;
  errors: { [K in keyof Values]?: string };
  /** Why the last call failed as a whole; also shown as a toast, which a modal dialog would keep from being read out. */
  failure: string | undefined;
  /** A call is on its way; the form's `<fieldset>` is disabled meanwhile. */
  busy: boolean;
  /** Sets one field and clears its error. */
  set: (name: keyof Values & string, value: string) => void;
  reset: (values?: Values) => void;
  /** What a PlainField needs of one field. */
  field: (name: keyof Values & string) => {
    name: string;
    value: string;
    onValue: (value: string) => void;
    error: string | undefined;
  };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

interface PlainFormOptions<Values extends Record<string, string>> {
  initial: Values;
  /** Messages that are there from the first drawing on. */
  initialErrors?: FieldErrors;
  /** Messages by field; all at once. May fetch its schema first: see `validate.ts`. */
  validate?: (values: Values) => FieldErrors | Promise<FieldErrors>;
  /** What it throws comes to the fields and as a toast. */
  send: (values: Values) => Promise<void>;
}

/** A small form of a public page: nothing but React, so that a first view does not carry a form library. */
export function usePlainForm<Values extends Record<string, string>>(
  options: PlainFormOptions<Values>,
): PlainForm<Values> {
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState((options.initialErrors ?? {}) as { [K in keyof Values]?: string });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A second press before React has drawn the disabled button must not send twice.
  const running = useRef(false);

  const show = (fields: FieldErrors, form: HTMLFormElement) => {
    setErrors(fields as { [K in keyof Values]?: string });
    // By the form's order, not by that of the messages.
    const first = [...form.elements].find(
      (element) => element instanceof HTMLElement && fields[element.getAttribute('name') ?? ''],
    );
    // A disabled fieldset cannot take the focus; it is enabled again with the next drawing.
    requestAnimationFrame(() => (first as HTMLElement | undefined)?.focus());
  };

  const submit = async (form: HTMLFormElement) => {
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const fields = (await options.validate?.(values)) ?? {};
      if (Object.keys(fields).length > 0) {
        show(fields, form);
        return;
      }
      setErrors({});
      await options.send(values);
    } catch (error) {
      if (!(error instanceof AppError)) console.error(error);
      if (error instanceof AppError && error.fields) show(error.fields, form);
      const message = error instanceof AppError ? error.message : messages.general.failed;
      if (!(error instanceof AppError && error.fields)) setFailure(message);
      toast.error(message);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const set: PlainForm<Values>['set'] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };

  return {
    values,
    errors,
    failure,
    busy,
    set,
    field: (name) => ({ name, value: values[name] ?? '', onValue: (value) => set(name, value), error: errors[name] }),
    reset: (next = options.initial) => {
      setValues(next);
      setErrors({});
      setFailure(undefined);
    },
    onSubmit: (event) => {
      event.preventDefault();
      if (!running.current) void submit(event.currentTarget);
    },
  };
}
