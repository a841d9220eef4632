import { z } from 'zod';

/**
 * A required file. By default a failed `z.custom` skips the rules over several fields, but all messages must come at once.
 */
export const requiredFile = (message: string) =>
  z.custom<File | null>((value) => value instanceof File, { error: message, abort: false });

/** An optional file. */
export const optionalFile = z.custom<File | null>((value) => value === null || value instanceof File);

/** The same rules for a form, which holds numbers as text. */
export const asTyped = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  schema as unknown as z.ZodType<unknown, Record<keyof Shape & string, string>>;
