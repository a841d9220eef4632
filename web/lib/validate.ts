import { z } from 'zod';
import type { FieldErrors } from '#shared/errors.ts';

/**
 * A file that must be chosen. Left alone a failed `z.custom` keeps back the rules that look at two fields, and all messages
 * are to come at once.
 */
export const requiredFile = (message: string) =>
  z.custom<File | null>((value) => value instanceof File, { error: message, abort: false });

/** A file that may be chosen. */
export const optionalFile = z.custom<File | null>((value) => value === null || value instanceof File);

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
