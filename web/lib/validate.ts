import type { z } from 'zod';
import type { FieldErrors } from '#shared/errors.ts';

/** The first message of every failing field; empty when all is well. */
export function fieldErrors(schema: z.ZodType, values: unknown): FieldErrors {
  const parsed = schema.safeParse(values);
  const errors: FieldErrors = {};
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    errors[name] ??= issue.message;
  }
  return errors;
}
