import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';

export interface SchemaForm<Values extends FieldValues> extends UseFormReturn<Values, unknown, Values> {
  /**
   * For `<form onSubmit>`: checks all fields, shows every message at its field, and only then calls `send`.
   * What `send` throws comes to the fields and as a toast.
   */
  send: (send: (values: Values) => Promise<void>) => (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Puts a failed call's messages at their fields and shows its message. */
  showFailure: (error: unknown) => void;
}

/**
 * A form of the member or admin area, checked on submit by the same schema as the server's; editing a field clears its
 * error. The values handed to `send` are as typed: the server trims and converts them.
 */
export function useSchemaForm<S extends z.ZodType<unknown, FieldValues>>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): SchemaForm<z.input<S>> {
  type Values = z.input<S>;
  const form = useForm<Values, unknown, Values>({
    // The resolver's own types do not follow a schema that is itself a type parameter.
    resolver: zodResolver(schema as never, undefined, { raw: true }) as never,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: true,
  });
  const { clearErrors, setError, getValues, subscribe } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name) clearErrors(name as Path<Values>);
        },
      }),
    [subscribe, clearErrors],
  );

  const showFailure = (error: unknown) => {
    if (!(error instanceof AppError)) console.error(error);
    if (error instanceof AppError && error.fields) {
      const names = Object.keys(getValues());
      const entries = Object.entries(error.fields);
      const first = entries.find(([name]) => names.includes(name))?.[0];
      for (const [name, message] of entries) {
        setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: name === first });
      }
    }
    toast.error(error instanceof AppError ? error.message : messages.general.failed);
  };

  // A second press comes before React has drawn the disabled button; it must not send twice.
  const running = useRef(false);
  const send: SchemaForm<Values>['send'] = (work) => async (event) => {
    event?.preventDefault();
    if (running.current) return;
    running.current = true;
    try {
      await form.handleSubmit(async (values) => {
        try {
          await work(values);
        } catch (error) {
          showFailure(error);
        }
      })(event);
    } finally {
      running.current = false;
    }
  };
  return Object.assign(form, { send, showFailure });
}
