import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contracts/contact.ts';
import { createContactService } from './contact.service.ts';

const success = true as const;

export function contactRoutes(app: FastifyInstance, core: Core): void {
  const contact = createContactService(core);

  route(app, contract.createContact, async ({ body }, caller) => {
    await contact.receive(body, caller.address);
    return { success, message: 'Thank you. Your message has been sent to the office.' };
  });

  route(app, contract.listContacts, async () => ({ success, contactsdata: await contact.list() }));
}
