import type { FastifyInstance } from 'fastify';
import { registerPostedForm } from '#server/rendering/posted-form.ts';
import type { SendRefusedForm } from '#server/rendering/rendering.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { paths } from '#shared/paths.ts';

const fieldNames = ['fullname', 'email', 'mobile_no', 'message', 'website'];
const empty = Object.fromEntries(fieldNames.map((name) => [name, '']));

/** The contact form. */
export function registerContactForm(app: FastifyInstance, sendRefused: SendRefusedForm): void {
  registerPostedForm(app, sendRefused, {
    route: paths.contact,
    of: () => ({ path: paths.contact, call: createContact.path }),
    has: (name) => fieldNames.includes(name),
    body: (values) => ({ ...empty, ...values }),
  });
}
