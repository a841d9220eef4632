import type { z } from 'zod';
import { serverMessages } from '#server/platform/server-messages.ts';
import { type Access, type AnyEndpoint, bodySchemaOf, type FileRule } from '#shared/endpoint.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import type { UploadedFile } from './multipart.ts';

export interface RawRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, UploadedFile>;
  fieldErrors: FieldErrors;
}

/**
 * Checks a whole request against its endpoint and reports every failing field at once.
 * @throws MALFORMED, NOT_FOUND for path parameters that cannot name a record, VALIDATION for the rest
 */
export function validateRequest(endpoint: AnyEndpoint, role: Access, raw: RawRequest) {
  const params = validateParams(endpoint, raw.params);
  const isAny = endpoint.anyJson && (typeof raw.body !== 'object' || Array.isArray(raw.body) || isUnstorable(raw.body));
  const rawBody = isAny ? {} : (raw.body ?? {});
  if (
    typeof rawBody !== 'object' ||
    Array.isArray(rawBody) ||
    [raw.query, rawBody].some((part) => isUnstorable(part))
  ) {
    throw new AppError('MALFORMED', serverMessages.unreadable);
  }
  const hasFiles = [...Object.keys(raw.files), ...Object.keys(raw.fieldErrors)].length > 0;
  const bodySchema: z.ZodType | undefined = bodySchemaOf(endpoint, role, rawBody, hasFiles);
  const body = bodySchema?.safeParse(rawBody, { error: plainMessage });
  const query = endpoint.query?.safeParse(raw.query, { error: plainMessage });
  const fields: FieldErrors = { ...raw.fieldErrors };
  for (const result of [query, body]) {
    for (const issue of result?.error?.issues ?? []) {
      const name = issue.path.length > 0 ? issue.path.join('.') : 'body';
      fields[name] ??= issue.message;
    }
  }
  for (const [name, rule] of Object.entries<FileRule>(endpoint.files ?? {})) {
    if (rule.requiredFor?.includes(role) && !raw.files[name]) fields[name] ??= rule.message;
  }
  const problems = Object.values(fields);
  if (problems.length > 0) {
    const message = problems.length === 1 ? problems[0]! : serverMessages.checkFields;
    throw new AppError('VALIDATION', message, { fields });
  }
  return { params, query: query?.data, body: body?.data, files: raw.files };
}

/** Checks a body whose rules depend on the record. @throws VALIDATION with every failing field */
export function checkBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body, { error: plainMessage });
  if (!error) return data;
  const fields: FieldErrors = {};
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  const problems = Object.values(fields);
  const message = problems.length === 1 ? problems[0]! : serverMessages.checkFields;
  throw new AppError('VALIDATION', message, { fields });
}

/** The path parameters of a call. @throws MALFORMED, NOT_FOUND for those that cannot name a record */
export function validateParams(endpoint: AnyEndpoint, raw: unknown): unknown {
  if (isUnstorable(raw)) throw new AppError('MALFORMED', serverMessages.unreadable);
  const params = endpoint.params?.safeParse(raw);
  if (params && !params.success) throw new AppError('NOT_FOUND', serverMessages.nothingHere);
  return params?.data;
}

/** The message of a rule that has none of its own: no form of ours sends such a value. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string') return messages.general.tooLong;
  if (issue.code === 'invalid_value') return messages.general.option;
  return issue.input === undefined ? messages.general.missing : messages.general.wrong;
}

/** No call needs a deeper body, and recursion must not exhaust the stack. */
const deepest = 20;

/** Too deep, or with NUL, the one character that PostgreSQL's texts cannot hold. */
function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return depth >= deepest || Object.values(value).some((entry) => isUnstorable(entry, depth + 1));
}
