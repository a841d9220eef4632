import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/letters.ts';
import { messages } from '#shared/messages.ts';
import { createDraftService } from './drafts.service.ts';
import { createLetterRecords } from './letter-records.ts';
import { createLetterSettings } from './letter-settings.service.ts';
import { createLettersService } from './letters.service.ts';
import { createLetterResults } from './results.ts';
import { createSendingService } from './sending.service.ts';

/** What the office writes to members. */
export function lettersRoutes(app: FastifyInstance, core: Core): void {
  const records = serviceOf(core, createLetterRecords);
  const letters = serviceOf(core, createLettersService);
  const drafts = serviceOf(core, createDraftService);
  const sending = serviceOf(core, createSendingService);
  const settings = serviceOf(core, createLetterSettings);
  const results = serviceOf(core, createLetterResults);

  route(app, contract.letterRecipients, async ({ query: { kind, ...filter } }, caller) => ({
    data: await letters.recipients(kind, filter, administratorOf(caller)),
    nextNumber: await letters.nextNumber(),
  }));
  route(app, contract.listLetters, ({ query }, caller) => letters.list(query, administratorOf(caller)));
  route(app, contract.getLetter, async ({ params }, caller) => ({
    circular: await records.view(params.id, administratorOf(caller)),
  }));
  route(app, contract.letterFile, ({ params }, caller) => letters.file(params.id, administratorOf(caller)));
  route(app, contract.createLetter, async ({ body, files }, caller) => ({
    message: messages.letters.draftSaved,
    circular: await drafts.create(body, files.file, administratorOf(caller)),
  }));
  route(app, contract.updateLetter, async ({ params, body: { version, ...change }, files }, caller) => ({
    message: messages.letters.draftSaved,
    circular: await drafts.update(params.id, change, files.file, version, administratorOf(caller)),
  }));
  route(app, contract.deleteLetter, async ({ params }, caller) => {
    await drafts.remove(params.id, administratorOf(caller));
    return { message: messages.letters.draftDeleted };
  });
  route(app, contract.sendLetter, async ({ params, body }, caller) => {
    const circular = await sending.send(params.id, body, administratorOf(caller));
    const message =
      circular.state === 'scheduled' ? 'It will be sent at that time.' : `${circular.number} is being sent.`;
    return { message, circular };
  });
  route(app, contract.stopLetter, async ({ params, body }, caller) => {
    const circular = await sending.stop(params.id, body?.version, administratorOf(caller));
    return { message: circular.state === 'draft' ? 'It is a draft again.' : 'The sending was stopped.', circular };
  });
  route(app, contract.resumeLetter, async ({ params, body }, caller) => ({
    message: 'The sending goes on.',
    circular: await sending.resume(params.id, body ?? {}, administratorOf(caller)),
  }));
  route(app, contract.letterResults, ({ params, query }, caller) =>
    results.list(params.id, query.mail, query.page, administratorOf(caller).states),
  );
  route(app, contract.exportLetterResults, ({ params }, caller) => {
    const { states, email } = administratorOf(caller);
    return results.exported(params.id, states, email);
  });
  route(app, contract.getLetterSettings, async () => ({ data: await settings.read() }));
  route(app, contract.updateLetterSettings, async ({ body: { version, ...change } }, caller) => ({
    message: 'The settings were saved.',
    data: await settings.change(change, version, administratorOf(caller).email),
  }));
}
