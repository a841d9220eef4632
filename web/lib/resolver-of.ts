import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** A schema as a form's resolver. */
export function resolverOf<S extends z.ZodType<unknown, FieldValues>>(
  schema: S,
): Resolver<z.input<S>, unknown, z.input<S>> {
  // The resolver's own types do not follow a schema that is itself a type parameter.
  return zodResolver(schema as never, undefined, { raw: true }) as never;
}
