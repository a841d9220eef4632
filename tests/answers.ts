import { errorStatus } from '#shared/error-status.ts';
import { failureSchema } from '#shared/errors.ts';

// Raw messages of libraries, and internal details that clients must not see.
const notForPeople =
  /invalid input|expected |received |too (big|small):|invalid (string|option|url|uuid|iso|element)|must match pattern|unexpected (token|end)|json at position|\bat .+:\d+:\d+|select .+ from |insert into|node_modules|\/server\//i;

/** The fault of an answer to any call by anybody; '' for none. */
export function faultOf(status: number, text: string): string {
  const value = text.slice(0, 300);
  if (status >= 500) return `${status} ${value}`;
  if (status < 400) return '';
  let failure: ReturnType<typeof failureSchema.safeParse>;
  try {
    failure = failureSchema.strict().safeParse(JSON.parse(text));
  } catch {
    return `not JSON: ${status} ${value}`;
  }
  if (!failure.success) return `not the shape of a failure: ${value}`;
  const { code, message, fields = {} } = failure.data;
  if ((errorStatus as Record<string, number>)[code] !== status) return `${code} with ${status}`;
  const odd = [message, ...Object.values(fields)].filter((each) => each === '' || notForPeople.test(each));
  return odd.length > 0 ? JSON.stringify(odd) : '';
}
