import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { FieldErrors } from '#shared/errors.ts';
import { pressEnd } from '#web/lib/forms/press.ts';
import type { FormControl, Path } from '#web/lib/forms/useForm.ts';

type At<V, P> = P extends `${infer K}.${infer Rest}`
  ? K extends keyof V
    ? At<NonNullable<V[K]>, Rest>
    : V extends readonly (infer Entry)[]
      ? At<NonNullable<Entry>, Rest>
      : never
  : P extends keyof V
    ? V[P]
    : V extends readonly (infer Entry)[]
      ? Entry
      : never;

/** The values as they were loaded or saved, and the fields that were left, or edited since they were checked. */
interface Progress {
  saved: object;
  left: ReadonlySet<string>;
  edited: Set<string>;
}
const progresses = new WeakMap<FormControl<object>, Progress>();
function progressOf(control: FormControl<object>): Progress {
  const progress = progresses.get(control) ?? { saved: control.values, left: new Set(), edited: new Set() };
  progresses.set(control, progress);
  return progress;
}

const valueAt = (values: unknown, name: string): unknown =>
  name.split('.').reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], values);

function withValue(values: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  const copy = (Array.isArray(values) ? [...values] : { ...(values as object) }) as Record<string, unknown>;
  copy[key] = rest.length > 0 ? withValue(copy[key], rest, value) : value;
  return copy;
}

/** Whether a name is that of a field, or of a part of it. */
const isAt = (name: string, field: string) => `${name}.`.startsWith(`${field}.`);

/** Notes that a field is edited: what stood at it as an error is mended. */
export function editField<V extends object>(control: FormControl<V>, name: string): void {
  const { saved, edited } = progressOf(control);
  edited.add(name);
  const { state } = control;
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([at]) => !isAt(at, name)));
  const next = {
    errors,
    isDirty: JSON.stringify(control.values) !== JSON.stringify(saved),
    failure: undefined,
  };
  // The whole form is drawn again only when one of them changes.
  if (JSON.stringify({ ...state, ...next }) !== JSON.stringify(state)) control.change(next, name);
  else for (const listener of control.listeners) listener(name);
}

/** Changes a value as if it were typed. */
export function setValue<V extends object, P extends Path<V>>(control: FormControl<V>, name: P, value: At<V, P>): void {
  progressOf(control);
  control.values = withValue(control.values, name.split('.'), value) as V;
  editField(control, name);
}

/** Fills the form with what is stored, without errors. */
export function resetForm<V extends object>(control: FormControl<V>, values: object): void {
  progresses.set(control, { saved: values, left: new Set(), edited: new Set() });
  control.values = values as V;
  control.change({ errors: {}, isDirty: false, failure: undefined });
}

/** Tells whether the form was sent or reset since this call, so that an older answer is of no use. */
function watchAttempts<V extends object>(control: FormControl<V>): () => boolean {
  const { attempts } = control.state;
  const progress = progressOf(control);
  return () => control.state.busy || control.state.attempts !== attempts || progressOf(control) !== progress;
}

/** Checks some fields only. @returns whether they are right */
export async function checkFields<V extends object>(control: FormControl<V>, ...names: Path<V>[]): Promise<boolean> {
  const isStale = watchAttempts(control);
  const before = control.values;
  let values: V;
  let errors: FieldErrors;
  do {
    values = control.values;
    errors = await control.check(values);
    // The rule of a field may depend on another one that was edited meanwhile.
  } while (control.values !== values && !isStale());
  // What is being edited again is checked when it is left.
  const unedited = names.filter((name) => valueAt(values, name) === valueAt(before, name));
  const isOne = ([at]: [string, string]) => unedited.some((name) => isAt(at, name));
  const wrong = Object.entries(errors).filter(isOne);
  if (!isStale()) {
    const others = Object.entries(control.state.errors).filter((entry) => !isOne(entry));
    control.change({ errors: Object.fromEntries([...others, ...wrong]) });
  }
  return wrong.length === 0;
}

/** Checks a field that was edited and is left. The rules may be out of reach; sending the form says so. */
async function leaveField<V extends object>(control: FormControl<V>, name: Path<V>): Promise<void> {
  const progress = progressOf(control);
  progress.left = new Set([...progress.left, name]);
  for (const listener of control.listeners) listener();
  if (!progress.edited.delete(name)) return;
  const isStale = watchAttempts(control);
  await pressEnd();
  if (!isStale()) await checkFields(control, name).catch(() => false);
}

function useValue<T>({ subscribe }: Pick<FormControl<object>, 'subscribe'>, read: () => T): T {
  return useSyncExternalStore(subscribe, read, read);
}

/** The message of a field, or the first one inside it. */
export const errorAt = (errors: FieldErrors, name: string): string | undefined =>
  errors[name] ?? Object.entries(errors).find(([at]) => isAt(at, name))?.[1];

/** A form's errors and what it is doing, in a part of it. */
export const useFormState = <V extends object>(control: FormControl<V>) => useValue(control, () => control.state);

/** Whether a field was left since the form was drawn or saved. */
export const useLeft = <V extends object>(control: FormControl<V>, name: Path<V>): boolean =>
  useValue(control, () => progressOf(control).left.has(name));

/** A value of a form, or several, drawn again when one of them changes; without a name all of them. */
export function useWatch<V extends object>(control: FormControl<V>): V;
export function useWatch<V extends object, const P extends readonly Path<V>[]>(
  control: FormControl<V>,
  names: P,
): { -readonly [I in keyof P]: At<V, P[I]> };
export function useWatch<V extends object, P extends Path<V>>(control: FormControl<V>, name: P): At<V, P>;
export function useWatch<V extends object>(control: FormControl<V>, names?: string | readonly string[]): unknown {
  const last = useRef<unknown[]>([]);
  return useValue(control, () => {
    if (names === undefined) return control.values;
    if (typeof names === 'string') return valueAt(control.values, names);
    const next = names.map((name) => valueAt(control.values, name));
    const isSame = next.length === last.current.length && next.every((value, index) => value === last.current[index]);
    if (!isSame) last.current = next;
    return last.current;
  });
}

/** One value of a form, its error and what an input needs. */
export function useField<V extends object, P extends Path<V>>(control: FormControl<V>, name: P) {
  const ref = useCallback(
    (element: Pick<HTMLElement, 'focus'> | null) => {
      if (element) control.focusable.set(name, element);
      else control.focusable.delete(name);
    },
    [control, name],
  );
  return {
    name: name as string,
    value: useWatch(control, name),
    error: useValue(control, () => errorAt(control.state.errors, name)),
    onChange: (next: unknown) => setValue(control, name, next as At<V, P>),
    onBlur: () => leaveField(control, name),
    ref,
  };
}

/** The ref of a field whose input says by its own validity why its text is no value. */
export function useRemark<V extends object>(
  control: FormControl<V>,
  name: Path<V>,
  ref: (element: HTMLInputElement | null) => void,
) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const remark = (): FieldErrors =>
      input.current?.validity.customError ? { [name]: input.current.validationMessage } : {};
    control.remarks.add(remark);
    return () => {
      control.remarks.delete(remark);
    };
  }, [control, name]);
  return (element: HTMLInputElement | null) => {
    input.current = element;
    ref(element);
  };
}

let lastKey = 0;

/** A list among a form's values, each entry with a key of its own for React. */
export function useRows<V extends object, P extends Path<V>>(control: FormControl<V>, name: P) {
  type Row = NonNullable<At<V, P>> extends readonly (infer Entry)[] ? Entry : never;
  const list = (useWatch(control, name) ?? []) as readonly Row[];
  const keys = useRef<number[]>([]);
  while (keys.current.length < list.length) keys.current.push(++lastKey);
  keys.current.length = list.length;
  const set = (next: readonly unknown[]) => setValue(control, name, next as At<V, P>);
  const change = (edit: (list: unknown[]) => void) => {
    const next = [...list];
    edit(next);
    edit(keys.current);
    set(next);
  };
  return {
    rows: list.map((row, index) => ({ key: keys.current[index]!, row })),
    append: (row: Row) => set([...list, row]),
    remove: (index: number) => change((entries) => entries.splice(index, 1)),
    move: (from: number, to: number) => change((entries) => entries.splice(to, 0, ...entries.splice(from, 1))),
  };
}
