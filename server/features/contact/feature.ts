import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import type { ContactState } from '#shared/contracts/contact.ts';
import * as contract from '#shared/contracts/contact.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { deleteOldContacts, messagesWith } from './contact.queries.ts';
import { createContactService } from './contact.service.ts';
import { createRepliesService } from './contact-replies.service.ts';
import { messageWork } from './work.queries.ts';

/** Messages of visitors, and the replies. */
export const contact: Feature = {
  name: 'contact',
  work: messageWork,
  routes: contactRoutes,
  logScreens: [{ action: 'Message ', path: () => paths.admin.contacts }],
  cleanUps: { contacts: ({ database }) => deleteOldContacts(database, limits.kept.contactDays) },
  search: {
    kind: 'message',
    heading: 'Messages',
    power: 'members',
    async find(db, term, { reach }) {
      // Their senders are of no State.
      if (!reach.isAll) return [];
      return (await messagesWith(db, term)).map(({ id, name, message, createdAt }) => ({
        id,
        title: name,
        details: [dayInWords(createdAt), message.replace(/\s+/gu, ' ').trim()],
        link: paths.admin.opened(paths.admin.contacts, id),
      }));
    },
  },
};

function contactRoutes(app: FastifyInstance, core: Core): void {
  const contact = serviceOf(core, createContactService);
  const replies = serviceOf(core, createRepliesService);

  route(app, contract.createContact, async ({ body }) => {
    await contact.receive(body);
    return { message: 'Thank you. Your message has been sent to the office.' };
  });

  route(app, contract.listContacts, async ({ query: { state, search, page } }) => ({
    ...(await replies.list({ state, text: search }, page)),
  }));
  route(app, contract.countOpenContacts, async () => ({ open: await replies.countOpen() }));
  route(app, contract.getContact, async ({ params }) => ({ contact: await replies.get(params.id) }));
  route(app, contract.replyToContact, async ({ params, body: { text, expectedState } }, caller) => ({
    message: 'The reply is on its way.',
    contact: await replies.reply(params.id, text, expectedState, administratorOf(caller).email),
  }));
  route(app, contract.setContactState, async ({ params, body }, caller) => ({
    message: changeText(body),
    contact: await replies.change(params.id, body, administratorOf(caller).email),
  }));
}

function changeText({ state, doubtful }: { state?: ContactState | undefined; doubtful?: false | undefined }): string {
  if (state === 'answered') return 'The message is marked as answered.';
  if (state === 'open') return 'The message is open again.';
  return doubtful === false ? 'The message is no longer doubtful.' : 'Nothing was changed.';
}
