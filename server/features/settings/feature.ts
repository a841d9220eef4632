import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { administratorOf, isOffice, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/settings.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { settingsChecks } from './ready.ts';
import { createSettingsService, ensureSettings } from './settings.service.ts';

/** The tab of a section. */
const tabs: Record<string, string> = {
  'Association details': '?tab=association',
  'Payment details': '?tab=payment',
  'About text': '?tab=about',
  'Retention periods': '?tab=retention',
};

/** The site’s texts, addresses and rules. */
export const settings = (needs: SettingsNeeds): Feature => ({
  name: 'settings',
  checks: settingsChecks,
  prepare: ensureSettings,
  routes: (api, core) => settingsRoutes(api, core, needs),
  logScreens: [
    { action: 'Settings changed', path: (section) => `${paths.admin.settings}${tabs[section] ?? ''}` },
    { action: 'Registration ', path: () => `${paths.admin.settings}?tab=association` },
    { action: 'Important update', path: () => `${paths.admin.settings}?tab=updates` },
  ],
});

/** What features above this one do for it. */
export interface SettingsNeeds {
  /** Whether the page of office bearers has content. */
  hasBearers: (db: Readable) => Promise<boolean>;
  /** Called when the office has changed the retention periods. */
  periodsChanged: (core: Core) => Promise<void>;
}

function settingsRoutes(app: FastifyInstance, core: Core, needs: SettingsNeeds): void {
  const settings = serviceOf(core, createSettingsService);
  const done = (message: string) => ({ message });

  route(app, contract.getSettings, async (_request, caller) => {
    const [{ security, ...shown }, officeBearers] = await Promise.all([
      settings.get(),
      needs.hasBearers(core.database.reader),
    ]);
    return { data: [{ ...shown, officeBearers, ...(isOffice(caller, 'full') && { security }) }] };
  });

  route(app, contract.updateSettings, async ({ params, body: { version, ...changes } }, caller) => {
    const message = await settings.update(params.settingsId, changes, version, administratorOf(caller).email);
    if (changes.retention) await needs.periodsChanged(core);
    return done(message);
  });

  route(app, contract.setRegistration, async ({ body: { open, sentence, sentenceHi } }, caller) => {
    const texts = { ...(sentence !== undefined && { sentence }), ...(sentenceHi !== undefined && { sentenceHi }) };
    await settings.setRegistration({ open, ...texts }, administratorOf(caller).email);
    return done(open ? 'People can register.' : 'The registration is closed.');
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
