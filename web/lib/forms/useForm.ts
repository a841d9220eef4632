import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FieldErrors } from '#shared/errors.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { NativeFields, type NativeOwner } from './native-fields.ts';

/** The names of a form's values: `email`, `hi.title`, `questions.0.text`. */
export type Path<V> = {
  [K in keyof V & string]: K | (NonNullable<V[K]> extends infer Part ? InPart<K, Part> : never);
}[keyof V & string];
type InPart<K extends string, Part> = Part extends File | string | number | boolean
  ? never
  : Part extends readonly (infer Entry)[]
    ? `${K}.${number}` | (Entry extends object ? `${K}.${number}.${Path<Entry>}` : never)
    : Part extends object
      ? `${K}.${Path<Part>}`
      : never;

/** What a form starts with: some values may not be there yet. */
export type Defaults<V> = unknown extends V ? V : V extends File ? V : { [K in keyof V]?: Defaults<V[K]> | undefined };

type Check = (values: unknown) => FieldErrors | Promise<FieldErrors>;

/** What `checkedBy` makes of the schema of a form's values. */
export interface Checked<V> {
  (values: unknown): Promise<FieldErrors>;
  readonly of: (values: V) => void;
}

interface FormState {
  /** Messages by the names of fields. */
  errors: FieldErrors;
  /** It is being sent; its fields are disabled meanwhile. */
  busy: boolean;
  isDirty: boolean;
  /** How often it has been tried to send. */
  attempts: number;
  /** Why the last call failed as a whole. */
  failure: string | undefined;
}

interface FormOptions {
  /** The form has an `ErrorSummary`, which takes the focus. */
  summary?: boolean;
  /** The form shows its `failure` too, also beside messages of fields. */
  showsFailure?: boolean;
  /** Messages shown from the start. */
  errors?: FieldErrors | undefined;
}

/** A form's values and errors. Its fields are made by `useField` in the app, by `NativeFields` in a document. */
export class FormControl<V extends object> implements NativeOwner<V> {
  values: V;
  state: FormState;
  check: Check = () => ({});
  element: HTMLFormElement | null = null;
  /** What can take the focus, by the names of fields. */
  readonly focusable = new Map<string, Pick<HTMLElement, 'focus'>>();
  /** What fields say of themselves, as of text that is no choice and so no value. */
  readonly remarks = new Set<() => FieldErrors>();
  readonly listeners = new Set<(name?: string) => void>();
  /** The mode of a document's form. */
  readonly inDocument = new NativeFields(this);
  readonly #options: FormOptions;
  #focused: HTMLElement | null = null;

  constructor(values: V, options: FormOptions) {
    this.values = values;
    this.#options = options;
    this.state = { errors: options.errors ?? {}, busy: false, isDirty: false, attempts: 0, failure: undefined };
  }

  /** Calls `listener` with the name of the value that was changed, or without one when something else was. */
  readonly subscribe = (listener: (name?: string) => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  change(state: Partial<FormState>, name?: string): void {
    this.state = { ...this.state, ...state };
    for (const listener of this.listeners) listener(name);
  }

  fieldOf(name: string): Pick<HTMLElement, 'focus'> | null | undefined {
    return this.focusable.get(name) ?? this.inDocument.input(name);
  }

  /** Shows why a call failed: as a toast, and its messages at their fields. */
  readonly showFailure = (error: unknown): void => {
    const { fields = {}, message } = failureOf(error);
    const isAtField = Object.keys(fields).some((name) => this.fieldOf(name));
    const failure = isAtField && !this.#options.showsFailure ? undefined : message;
    this.change({ errors: { ...this.state.errors, ...fields }, failure });
    toast.error(message);
  };

  /** Checks all fields and calls `work`, or shows what is wrong. */
  async submit(work: (values: V) => Promise<void>): Promise<void> {
    if (this.state.busy) return;
    this.#focused = document.activeElement as HTMLElement;
    // Before the fields are disabled: the browser then keeps their validation messages to itself.
    const remarks = [...this.remarks].map((remark) => remark());
    this.change({ busy: true, failure: undefined });
    try {
      const errors: FieldErrors = Object.assign({}, await this.check(this.inDocument.read()), ...remarks);
      this.change({ errors });
      if (!Object.keys(errors)[0]) await work(this.values);
    } catch (error) {
      // Also when the rules could not be fetched.
      this.showFailure(error);
    }
    this.change({ busy: false, attempts: this.state.attempts + 1 });
  }

  /**
   * After an attempt: focuses the first field with an error, in the middle of the window, clear of sticky bars; without any, what
   * had the focus before, as the browser takes it from what is disabled.
   */
  focusFirstError(): void {
    const wrong = this.element?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong && this.#options.summary) return;
    // What is sent without a form element is known by its fields alone.
    (wrong ?? [...this.focusable].find(([name]) => this.state.errors[name])?.[1])?.focus();
    wrong?.scrollIntoView({ block: 'center' });
    // In a modal dialog the dialog takes the focus from what is disabled.
    if (document.activeElement?.matches('body, dialog')) this.#focused?.focus();
  }
}

export interface Form<V extends object> extends FormState {
  /** For the fields. */
  control: FormControl<V>;
  /**
   * For `<form onSubmit>`: checks all fields, shows every message at its field and goes to the first; without any it calls `send`.
   * Errors from `send` are shown as a toast, and at their fields.
   */
  send: (
    send: (values: V) => Promise<void>,
  ) => (event?: { type: string; preventDefault: () => void; currentTarget: unknown }) => Promise<void>;
  /** For a form whose fields hold their values: `ref` and `onInput`. */
  native: NativeFields<V>['props'];
  /** Shows a failed call as `send` does. */
  showFailure: (error: unknown) => void;
  /** The props of a `TextField` or `TextArea` that holds its value itself. */
  text: (name: Path<V>) => { name: string; defaultValue: string; error: string | undefined };
}

/**
 * A form. A field of the app takes its `control`; it is checked when it is left after an edit, and all of them when the form is sent;
 * editing a field clears its error. A form of a document has `{...form.native}` and fields with `{...form.text(name)}`, which
 * hold their values, so that what was typed before the script came stays. The values handed to `send` are as typed: the server trims
 * and converts them.
 * @param check none: only the server checks
 */
export function useForm<V extends object>(check: Checked<V>, defaults: Defaults<V>, options?: FormOptions): Form<V>;
export function useForm<V extends object>(
  check: ((values: V) => FieldErrors | Promise<FieldErrors>) | undefined,
  defaults: V,
  options?: FormOptions,
): Form<V>;
export function useForm<V extends object>(
  check: ((values: V) => FieldErrors | Promise<FieldErrors>) | undefined,
  defaults: Defaults<V>,
  options: FormOptions = {},
): Form<V> {
  const [control] = useState(() => new FormControl(defaults as V, options));
  control.check = (values) => check?.(values as V) ?? {};
  const { subscribe, showFailure, inDocument } = control;
  const state = useSyncExternalStore(
    subscribe,
    () => control.state,
    () => control.state,
  );
  useEffect(() => {
    if (state.attempts > 0) control.focusFirstError();
  }, [state.attempts, control]);
  return {
    ...state,
    control,
    native: inDocument.props,
    showFailure,
    text: inDocument.text,
    send: (work) => (event) => {
      event?.preventDefault();
      if (event?.type === 'submit') control.element = event.currentTarget as HTMLFormElement;
      return control.submit(work);
    },
  };
}
