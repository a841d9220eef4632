import { type RefObject, useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type ResolverResult,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { pressEnd } from '#web/lib/press.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';

interface SubmitState {
  submitCount: number;
  isSubmitting: boolean;
  errors: object;
}

/**
 * Focuses the first field with an error after a failed submit: the first on the screen, once the form is enabled again,
 * and in the middle of the window, clear of sticky bars. A form with an `ErrorSummary` leaves the focus to it.
 */
export function useFirstError(form: RefObject<HTMLElement | null>, state: SubmitState, hasSummary = false) {
  const { submitCount, isSubmitting } = state;
  const failed = Object.keys(state.errors).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of a submit moves the focus, not an edit
  useEffect(() => {
    if (hasSummary || submitCount === 0 || isSubmitting || !failed) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A date field has several inputs and cannot be focused itself.
    const target = field?.matches('input, textarea, button, [tabindex]')
      ? field
      : field?.querySelector<HTMLElement>('[tabindex="0"]');
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  }, [submitCount, isSubmitting, form, hasSummary]);
}

export interface SchemaForm<Values extends FieldValues> extends UseFormReturn<Values, unknown, Values> {
  /**
   * For `<form onSubmit>`: checks all fields, shows every message at its field and goes to the first; without any it calls `send`.
   * Errors from `send` are shown at their fields, and as a toast what stands at none.
   */
  send: (send: (values: Values) => Promise<void>) => (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Puts a failed call's messages at their fields and shows its message. */
  showFailure: (error: unknown) => void;
}

interface SchemaFormOptions {
  /** The form has an `ErrorSummary`, which takes the focus; what it names is no notice as well. */
  summary?: boolean;
}

/** The schema of a form's values, or what loads it, so that the form can be filled in before it arrives. */
type Rules<S> = S | (() => Promise<S>);

/**
 * A form whose fields are checked when they are left after an edit, and all of them when it is sent; editing a field clears
 * its error. The values handed to `send` are as typed: the server trims and converts them.
 */
export function useSchemaForm<S extends z.ZodType<unknown, FieldValues>>(
  rules: Rules<S>,
  defaultValues: DefaultValues<z.input<S>>,
  { summary = false }: SchemaFormOptions = {},
): SchemaForm<z.input<S>> {
  type Values = z.input<S>;
  const resolver = resolverOf<Values>(rules);
  const element = useRef<HTMLFormElement>(null);
  /** The fields that were edited since they were last checked. */
  const edited = useRef(new Set<string>());
  const isSending = useRef(false);
  const form = useForm<Values, unknown, Values>({
    resolver: async (...args) => {
      const [values, , { names = [] }] = args;
      const [left] = names;
      if (isSending.current || left === undefined || names.length > 1) {
        return withOwnMessages(await resolver(...args), element.current);
      }
      // A field is left.
      const error: unknown = get(form.formState.errors, left);
      const unchanged = { values, errors: error ? { [left]: error } : {} } as ResolverResult<Values, Values>;
      if (!edited.current.delete(left)) return unchanged;
      // The rules may be out of reach; sending the form says so.
      const result = await Promise.resolve(resolver(...args)).catch(() => unchanged);
      await pressEnd();
      return result;
    },
    defaultValues,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    // See useFirstError.
    shouldFocusError: false,
  });
  const { clearErrors, setError, subscribe } = form;
  useFirstError(element, form.formState, summary);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!name) return;
          edited.current.add(name);
          clearErrors(name as Path<Values>);
        },
      }),
    [subscribe, clearErrors],
  );

  const showFailure = (error: unknown) => {
    if (!(error instanceof AppError)) console.error(error);
    const fields = error instanceof AppError ? Object.entries(error.fields ?? {}) : [];
    for (const [name, message] of fields) setError(name as Path<Values>, { type: 'server', message });
    if (summary && fields.length > 0) return;
    const message = error instanceof AppError ? error.message : messages.general.failed;
    // What stands at a field is not said twice.
    if (!fields.some(([, text]) => text === message)) toast.error(message);
  };

  const { run } = useSingleRun();
  const send: SchemaForm<Values>['send'] = (work) => async (event) => {
    event?.preventDefault();
    element.current = (event?.currentTarget as HTMLFormElement | undefined) ?? null;
    await run(async () => {
      isSending.current = true;
      const checkAndSend = form.handleSubmit(async (values) => {
        isSending.current = false;
        try {
          await work(values);
        } catch (error) {
          showFailure(error);
        }
      });
      // The rules could not be fetched.
      await checkAndSend(event).catch(showFailure);
      isSending.current = false;
    });
  };
  return Object.assign(form, { send, showFailure });
}

/** Adds the messages that fields have of their own, as of text that is no choice and so no value (`setCustomValidity`). */
function withOwnMessages<Values extends FieldValues>(
  result: ResolverResult<Values, Values>,
  form: HTMLFormElement | null,
): ResolverResult<Values, Values> {
  const customErrors = Array.from(form?.querySelectorAll('input') ?? [])
    .filter(({ name, validity }) => name !== '' && validity.customError)
    .map(({ name, validationMessage }) => [name, { type: 'own', message: validationMessage }]);
  if (customErrors.length === 0) return result;
  return { values: {}, errors: { ...result.errors, ...Object.fromEntries(customErrors) } } as ResolverResult<
    Values,
    Values
  >;
}

/** Checks all values, and gives each wrong field its first message. */
function resolverOf<Values extends FieldValues>(rules: Rules<z.ZodType>): Resolver<Values, unknown, Values> {
  return async (values) => {
    const schema = typeof rules === 'function' ? await rules() : rules;
    const { error } = await schema.safeParseAsync(values);
    if (!error) return { values, errors: {} };
    const errors = {};
    for (const issue of error.issues) {
      const name = issue.path.join('.');
      const { code, message } = (issue.code === 'invalid_union' && issue.errors[0]?.[0]) || issue;
      if (!get(errors, name)) set(errors, name, { type: code, message });
    }
    return { values: {}, errors };
  };
}
