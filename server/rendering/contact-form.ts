import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#server/http/escape-html.ts';
import { createContact } from '#shared/contracts/contact.ts';
import type { Failure } from '#shared/errors.ts';

/** Takes the contact form from a browser that runs no script: through the same call, then back to the page. */
export function registerContactForm(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 100_000 },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    scope.post('/contact-us', async (request, reply) => {
      const answer = await app.inject({
        method: createContact.method,
        url: `/api${createContact.path}`,
        payload: (request.body ?? {}) as Record<string, string>,
        remoteAddress: request.ip,
      });
      if (answer.statusCode === 200) return reply.redirect('/contact-us?sent', 303);
      const { message, fields } = answer.json<Failure>();
      const lines = fields ? Object.values(fields) : [message];
      return reply
        .code(answer.statusCode)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(failurePage(lines));
    });
  });
}

function failurePage(lines: string[]): string {
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your message was not sent</title></head><body><main><h1>Your message was not sent</h1><ul>${list}</ul>
<p>Please go back with your browser; what you have written is still there.</p></main></body></html>`;
}
