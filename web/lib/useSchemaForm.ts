import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { resolverOf } from '#web/lib/resolver-of.ts';
import { type CheckedForm, useCheckedForm } from '#web/lib/useCheckedForm.ts';

export type { CheckedForm as SchemaForm };

/** A form that is checked by the same schema as the server's. */
export function useSchemaForm<S extends z.ZodType<unknown, FieldValues>>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): CheckedForm<z.input<S>> {
  return useCheckedForm(resolverOf(schema), defaultValues);
}
