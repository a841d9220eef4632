import type { FormEvent } from 'react';
import type { FieldErrors } from '#shared/errors.ts';

/** What the fields need of their form. */
export interface NativeOwner<V extends object> {
  values: V;
  element: HTMLFormElement | null;
  readonly state: { errors: FieldErrors };
  change(state: { errors: FieldErrors }): void;
}

/** The fields of a document's form, which hold their values, so that what was typed before the script came stays. */
export class NativeFields<V extends object> {
  readonly #form: NativeOwner<V>;
  readonly #names = new Set<string>();

  constructor(form: NativeOwner<V>) {
    this.#form = form;
  }

  /** The props of the form. */
  readonly props = {
    ref: (element: HTMLFormElement | null) => {
      this.#form.element = element;
      // Without a script the browser checks the required fields.
      if (element) element.noValidate = true;
    },
    onInput: ({ target }: FormEvent) => {
      const { [(target as HTMLInputElement).name]: _mended, ...errors } = this.#form.state.errors;
      this.#form.change({ errors });
    },
  };

  /** The props of a field. */
  readonly text = (name: string) => {
    this.#names.add(name);
    const { values, state } = this.#form;
    return { name, defaultValue: String(values[name as keyof V] ?? ''), error: state.errors[name] };
  };

  /** The values, also those that somebody or the browser filled in before the script was there. */
  read(): V {
    for (const name of this.#names) {
      const input = this.input(name);
      if (input) this.#form.values = { ...this.#form.values, [name]: input.value };
    }
    return this.#form.values;
  }

  input(name: string) {
    return this.#form.element?.elements.namedItem(name) as HTMLInputElement | null | undefined;
  }
}
