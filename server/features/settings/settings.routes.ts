import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { createRetentionService } from '#server/features/registrations/retention.service.ts';
import { administratorOf, isOffice, route } from '#server/http/route.ts';
import * as contract from '#shared/contracts/settings.ts';
import { powerNeeded } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { createSettingsService } from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance, core: Core): void {
  const settings = createSettingsService(core);
  const retention = createRetentionService(core);
  const done = (message: string) => ({ message });

  route(app, contract.getSettings, async () => ({ data: [await settings.get()] }));

  route(app, contract.updateSettings, async ({ params, body: { version, ...changes } }, caller) => {
    const isContent = ({ Home_data: _home, About: _about, ...others }: typeof changes) =>
      Object.values(others).every((value) => value === undefined);
    if (!isContent(changes) && !isOffice(caller, 'full')) throw powerNeeded('full');
    const message = await settings.update(params.settingsId, changes, version, administratorOf(caller).email);
    if (changes.retention) await retention.periodsChanged();
    return done(message);
  });

  route(app, contract.addImportantUpdate, async ({ params, body }, caller) => {
    await settings.addUpdate(params.settingsId, body, administratorOf(caller).email);
    return done(messages.update.added);
  });

  route(app, contract.editImportantUpdate, async ({ params, body: { version, ...text } }, caller) => {
    await settings.editUpdate(params.settingsId, params.updateId, text, version, administratorOf(caller).email);
    return done(messages.update.edited);
  });

  route(app, contract.deleteImportantUpdate, async ({ params }, caller) => {
    await settings.deleteUpdate(params.settingsId, params.updateId, administratorOf(caller).email);
    return done(messages.update.deleted);
  });

  route(app, contract.orderImportantUpdates, async ({ params, body }, caller) => {
    await settings.orderUpdates(params.settingsId, body.order, administratorOf(caller).email);
    return done('The order was saved');
  });
}
