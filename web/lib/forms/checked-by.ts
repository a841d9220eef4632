import type { z } from 'zod';
import type { FieldErrors } from '#shared/errors.ts';
import type { Checked } from '#web/lib/forms/useForm.ts';

/** The first message of every invalid field; empty if all are valid. */
export async function fieldErrors(schema: z.ZodType, values: unknown): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  for (const issue of (await schema.safeParseAsync(values)).error?.issues ?? []) {
    const { message } = (issue.code === 'invalid_union' && issue.errors[0]?.[0]) || issue;
    errors[issue.path.join('.')] ??= message;
  }
  return errors;
}

/** For `useForm`: checks the values by their schema, or by one that is loaded when it is needed. */
export const checkedBy = <S extends z.ZodType<unknown, object>>(schema: S | (() => Promise<S>)) =>
  (async (values) => fieldErrors(typeof schema === 'function' ? await schema() : schema, values)) as Checked<
    z.input<S>
  >;
