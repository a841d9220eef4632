import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asTyped, readText } from '#server/platform/http/bodies.ts';
import { describeForLog, toAppError } from '#server/platform/http/error-handler.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { SendRefusedForm } from '#server/rendering/pages.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { participateAsGuest } from '#shared/contracts/participations.ts';
import { errorStatus } from '#shared/error-status.ts';
import type { Failure } from '#shared/errors.ts';
import { type Language, languages, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { CallNames } from '#shared/wire-names.ts';

const tooLong = 'It is longer than the form takes. Your browser may still have it: go back, and send a shorter text.';

interface PostedForm {
  /** Of the page that has the form, such as `/ConferencesDetails/:id`. */
  route: string;
  /** The page's address, and the call that takes the form. */
  of: (id: string) => { path: string; call: string };
  /** Whether the form has this field; other posted fields are dropped. */
  has: (name: string) => boolean;
  /** What the wire calls the body's fields. */
  names?: CallNames | undefined;
  /** The call's body. */
  body: (values: Readonly<Record<string, string>>) => object;
}

const contactFields = ['name', 'email', 'mobile', 'message', 'website'];
const emptyContact = Object.fromEntries(contactFields.map((name) => [name, '']));
const answer = /^answers\.([\w-]{1,100})$/;
const emptyGuest = { name: '', email: '', mobile: '' };

const forms: PostedForm[] = [
  {
    route: paths.contact,
    of: () => ({ path: paths.contact, call: createContact.path }),
    has: (name) => contactFields.includes(name),
    names: createContact.names,
    body: (values) => ({ ...emptyContact, ...values }),
  },
  // With which a guest takes part in a conference.
  {
    route: `${paths.conference('')}:id`,
    of: (id) => ({
      path: paths.conference(id),
      call: participateAsGuest.path.replace('{id}', encodeURIComponent(id)),
    }),
    has: (name) => Object.hasOwn(emptyGuest, name) || answer.test(name),
    body: (values) => {
      const { name, email, mobile } = { ...emptyGuest, ...values };
      const answers = Object.entries(values).flatMap(([key, value]) => {
        const id = answer.exec(key)?.[1];
        return id ? [[id, value]] : [];
      });
      return { name, email, mobile, answers: Object.fromEntries(answers) };
    },
  },
];

/** The forms of pages that work without scripts. */
export function registerPostedForms(app: FastifyInstance, sendRefused: SendRefusedForm): void {
  for (const form of forms) for (const language of languages) registerPostedForm(app, sendRefused, form, language);
}

/**
 * Takes a page's form from a browser without scripts: through the same call, then back to the page; a refused form
 * comes back with a message at each field and all that was typed.
 */
function registerPostedForm(
  app: FastifyInstance,
  sendRefused: SendRefusedForm,
  form: PostedForm,
  language: Language,
): void {
  const { route } = form;
  const addressOf = ({ params }: FastifyRequest) => form.of((params as { id?: string }).id ?? '');
  app.register(async (scope) => {
    // Read like every other body: the rest of a too long one is dropped, or the browser would never read the page.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async (request: FastifyRequest, payload: Readable) =>
        Object.fromEntries(new URLSearchParams(await readText(request, payload))),
    );
    // A body that cannot be read is answered with the page as well.
    scope.setErrorHandler((error, request, reply) => {
      const { code, said, retryAfter } = toAppError(error);
      const status = errorStatus[code];
      if (status >= 500) request.log.error({ error: describeForLog(error) }, 'a posted form failed');
      if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter));
      const text = code === 'TOO_LARGE' ? tooLong : said;
      const page = { path: addressOf(request).path, route, language };
      return sendRefused(request, reply, page, { status, message: inLanguage(text, language), values: {} });
    });
    scope.post(pathIn(language, route), { bodyLimit: 100_000 }, async (request, reply) => {
      const { path, call } = addressOf(request);
      const values = typedValues(request.body, form.has);
      const body = { ...form.body(values), language };
      const answer = await app.inject({
        method: 'POST',
        url: `/api${call}`,
        payload: form.names?.sent('body', body) ?? body,
        // The address decides, not the browser.
        headers: { 'accept-language': language },
        remoteAddress: request.ip,
      });
      if (answer.statusCode === 200) return reply.redirect(`${pathIn(language, path)}?sent`, 303);
      const { message, fields } = answer.json<Failure>();
      const wait = answer.headers['retry-after'];
      if (wait !== undefined) reply.header('retry-after', wait);
      const page = { path, route, language };
      const at = fields && (form.names?.errors(fields) ?? fields);
      return sendRefused(request, reply, page, { status: answer.statusCode, message, fields: at, values });
    });
  });
}

/** The posted values of the form's own fields. */
function typedValues(body: unknown, has: PostedForm['has']): Record<string, string> {
  const posted = Object.entries((body ?? {}) as Record<string, unknown>).filter(([name]) => has(name));
  return Object.fromEntries(posted.map(([name, value]) => [name, typeof value === 'string' ? asTyped(value) : '']));
}
