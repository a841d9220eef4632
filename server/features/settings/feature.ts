import type { Feature } from '#server/feature.ts';
import { type SettingsNeeds, settingsRoutes } from './settings.routes.ts';
import { ensureSettings } from './settings.service.ts';

/** The site’s texts, addresses and rules. */
export const settings = (needs: SettingsNeeds): Feature => ({
  name: 'settings',
  prepare: ensureSettings,
  routes: (api, core) => settingsRoutes(api, core, needs),
});
