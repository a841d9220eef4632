import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asTyped, readText } from '#server/http/bodies.ts';
import { describeForLog, toAppError } from '#server/http/error-handler.ts';
import type { SendRefusedForm } from '#server/rendering/rendering.ts';
import { createContact } from '#shared/contracts/contact.ts';
import type { Failure } from '#shared/errors.ts';

const path = '/contact-us';
const tooLong = 'It is longer than the form takes. Your browser may still have it: go back, and send a shorter text.';
const fieldNames = ['fullname', 'email', 'mobile_no', 'message', 'website'] as const;

/**
 * Takes the contact form from a browser that runs no script: through the same call, then back to the page; when it is
 * refused, with each message at its field and all that was typed.
 */
export function registerContactForm(app: FastifyInstance, sendRefused: SendRefusedForm): void {
  app.register(async (scope) => {
    // Read like every other body: of one that is too long the rest is passed over, or the browser would never read the page.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async (request: FastifyRequest, payload: Readable) =>
        Object.fromEntries(new URLSearchParams(await readText(request, payload))),
    );
    // What could not even be read is answered with the page as well.
    scope.setErrorHandler((error, request, reply) => {
      const { code, status, message, retryAfter } = toAppError(error);
      if (status >= 500) request.log.error({ error: describeForLog(error) }, 'a posted form failed');
      if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter));
      const said = code === 'TOO_LARGE' ? tooLong : message;
      return sendRefused(request, reply, path, { status, message: said, values: {} });
    });
    scope.post(path, { bodyLimit: 100_000 }, async (request, reply) => {
      const values = typedValues(request.body);
      const answer = await app.inject({
        method: createContact.method,
        url: `/api${createContact.path}`,
        payload: values,
        remoteAddress: request.ip,
      });
      if (answer.statusCode === 200) return reply.redirect(`${path}?sent`, 303);
      const { message, fields } = answer.json<Failure>();
      const wait = answer.headers['retry-after'];
      if (wait !== undefined) reply.header('retry-after', wait);
      return sendRefused(request, reply, path, { status: answer.statusCode, message, fields, values });
    });
  });
}

/** What the form has, and nothing else. */
function typedValues(body: unknown): Record<string, string> {
  const posted = (body ?? {}) as Partial<Record<string, unknown>>;
  const typed = (value: unknown) => (typeof value === 'string' ? asTyped(value) : '');
  return Object.fromEntries(fieldNames.map((name) => [name, typed(posted[name])]));
}
