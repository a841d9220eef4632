import type { Feature } from '#server/feature.ts';
import { paths } from '#shared/paths.ts';
import { type SettingsNeeds, settingsRoutes } from './settings.routes.ts';
import { ensureSettings } from './settings.service.ts';

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
  prepare: ensureSettings,
  routes: (api, core) => settingsRoutes(api, core, needs),
  logScreens: [
    { action: 'Settings changed', path: (section) => `${paths.admin.settings}${tabs[section] ?? ''}` },
    { action: 'Important update', path: () => `${paths.admin.settings}?tab=updates` },
  ],
});
