import type { z } from 'zod';
import type { Access, AnyEndpoint, FileRule } from '#shared/endpoint.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import type { UploadedFile } from './multipart.ts';

export interface RawRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, UploadedFile>;
  fileErrors: FieldErrors;
}

/**
 * Checks a whole request against its endpoint and reports every failing field at once.
 * @throws MALFORMED, NOT_FOUND for path parameters that cannot name anything, VALIDATION for the rest
 */
export function validateRequest(endpoint: AnyEndpoint, role: Access, raw: RawRequest) {
  if ([raw.params, raw.query, raw.body].some(holdsNul)) {
    throw new AppError('MALFORMED', 'The request could not be read.');
  }
  const params = endpoint.params?.safeParse(raw.params);
  if (params && !params.success) throw new AppError('NOT_FOUND', 'This address leads nowhere.');

  const bodySchema: z.ZodType | undefined = endpoint.variants?.[role] ?? endpoint.body;
  const body = bodySchema?.safeParse(raw.body ?? {});
  const query = endpoint.query?.safeParse(raw.query);
  const fields: FieldErrors = { ...raw.fileErrors };
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
    const message = problems.length === 1 ? problems[0]! : 'Please check the fields that are marked.';
    throw new AppError('VALIDATION', message, { fields });
  }
  return { params: params?.data, query: query?.data, body: body?.data, files: raw.files };
}

/** PostgreSQL takes every character in a text but this one. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsNul);
}
