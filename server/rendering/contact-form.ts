import type { FastifyInstance } from 'fastify';
import type { SendRefusedForm } from '#server/rendering/rendering.ts';
import { createContact } from '#shared/contracts/contact.ts';
import type { Failure } from '#shared/errors.ts';

const path = '/contact-us';
const fieldNames = ['fullname', 'email', 'mobile_no', 'message', 'website'] as const;

/**
 * Takes the contact form from a browser that runs no script: through the same call, then back to the page; when it is
 * refused, with each message at its field and all that was typed.
 */
export function registerContactForm(app: FastifyInstance, sendRefused: SendRefusedForm): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 100_000 },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    scope.post(path, async (request, reply) => {
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

/** What the form has, and nothing else; line ends as a page has them, not as they travel. */
function typedValues(body: unknown): Record<string, string> {
  const posted = (body ?? {}) as Partial<Record<string, unknown>>;
  const typed = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '');
  return Object.fromEntries(fieldNames.map((name) => [name, typed(posted[name])]));
}
