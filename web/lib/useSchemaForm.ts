import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { useFirstError } from '#web/lib/useFirstError.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';

export interface SchemaForm<Values extends FieldValues> extends UseFormReturn<Values, unknown, Values> {
  /**
   * For `<form onSubmit>`: checks all fields, shows every message at its field and goes to the first; without any it calls `send`.
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
    // See useFirstError.
    shouldFocusError: false,
  });
  const { clearErrors, setError, subscribe } = form;
  const element = useRef<HTMLElement>(null);
  useFirstError(element, form.formState);

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
      for (const [name, message] of Object.entries(error.fields)) {
        setError(name as Path<Values>, { type: 'server', message });
      }
    }
    toast.error(error instanceof AppError ? error.message : messages.general.failed);
  };

  const { run } = useSingleRun();
  const send: SchemaForm<Values>['send'] = (work) => async (event) => {
    event?.preventDefault();
    element.current = event?.currentTarget ?? null;
    await run(() =>
      form.handleSubmit(async (values) => {
        try {
          await work(values);
        } catch (error) {
          showFailure(error);
        }
      })(event),
    );
  };
  return Object.assign(form, { send, showFailure });
}
