import type { FastifyInstance } from 'fastify';
import { registerPostedForm } from '#server/rendering/posted-form.ts';
import type { SendRefusedForm } from '#server/rendering/rendering.ts';
import { participateAsGuest } from '#shared/contracts/participations.ts';
import { paths } from '#shared/paths.ts';

const answer = /^answers\.([\w-]{1,100})$/;
const empty = { name: '', email: '', mobile: '' };

/** The form with which a guest takes part in a conference. */
export function registerGuestForm(app: FastifyInstance, sendRefused: SendRefusedForm): void {
  registerPostedForm(app, sendRefused, {
    route: `${paths.conference('')}:id`,
    of: (id) => ({
      path: paths.conference(id),
      call: participateAsGuest.path.replace('{id}', encodeURIComponent(id)),
    }),
    has: (name) => Object.hasOwn(empty, name) || answer.test(name),
    body: (values) => {
      const { name, email, mobile } = { ...empty, ...values };
      const answers = Object.entries(values).flatMap(([key, value]) => {
        const id = answer.exec(key)?.[1];
        return id ? [[id, value]] : [];
      });
      return { name, email, mobile, answers: Object.fromEntries(answers) };
    },
  });
}
