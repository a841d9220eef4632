import { useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type ResolverResult,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { useFirstError } from '#web/lib/useFirstError.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';

export interface CheckedForm<Values extends FieldValues> extends UseFormReturn<Values, unknown, Values> {
  /**
   * For `<form onSubmit>`: checks all fields, shows every message at its field and goes to the first; without any it calls `send`.
   * Errors from `send` are shown at their fields and as a toast.
   */
  send: (send: (values: Values) => Promise<void>) => (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Puts a failed call's messages at their fields and shows its message. */
  showFailure: (error: unknown) => void;
}

/**
 * A form that is checked when it is sent; editing a field clears its error. The values handed to `send` are as typed: the
 * server trims and converts them.
 * @param resolver the rules; it may load them first, so that the form can be filled in before they arrive
 */
export function useCheckedForm<Values extends FieldValues>(
  resolver: Resolver<Values, unknown, Values>,
  defaultValues: DefaultValues<Values>,
): CheckedForm<Values> {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Values, unknown, Values>({
    resolver: async (...given) => withOwnMessages(await resolver(...given), element.current),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // See useFirstError.
    shouldFocusError: false,
  });
  const { clearErrors, setError, subscribe } = form;
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
  const send: CheckedForm<Values>['send'] = (work) => async (event) => {
    event?.preventDefault();
    element.current = (event?.currentTarget as HTMLFormElement | undefined) ?? null;
    await run(() =>
      form
        .handleSubmit(async (values) => {
          try {
            await work(values);
          } catch (error) {
            showFailure(error);
          }
        })(event)
        // The rules could not be fetched.
        .catch(showFailure),
    );
  };
  return Object.assign(form, { send, showFailure });
}

/** Adds the messages that fields have of their own, as of text that is no choice and so no value (`setCustomValidity`). */
function withOwnMessages<Values extends FieldValues>(
  result: ResolverResult<Values, Values>,
  form: HTMLFormElement | null,
): ResolverResult<Values, Values> {
  const own = Array.from(form?.querySelectorAll('input') ?? [])
    .filter(({ name, validity }) => name !== '' && validity.customError)
    .map(({ name, validationMessage }) => [name, { type: 'own', message: validationMessage }]);
  if (own.length === 0) return result;
  return { values: {}, errors: { ...result.errors, ...Object.fromEntries(own) } } as ResolverResult<Values, Values>;
}
