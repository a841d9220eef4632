import { zodResolver } from '@hookform/resolvers/zod';
import type { DefaultValues, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { type CheckedForm, useCheckedForm } from '#web/lib/useCheckedForm.ts';

export type { CheckedForm as SchemaForm };

/** A schema as a form's resolver. */
export function resolverOf<S extends z.ZodType<unknown, FieldValues>>(
  schema: S,
): Resolver<z.input<S>, unknown, z.input<S>> {
  // The resolver's own types do not follow a schema that is itself a type parameter.
  return zodResolver(schema as never, undefined, { raw: true }) as never;
}

/** A form that is checked by the same schema as the server's. */
export function useSchemaForm<S extends z.ZodType<unknown, FieldValues>>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): CheckedForm<z.input<S>> {
  return useCheckedForm(resolverOf(schema), defaultValues);
}
