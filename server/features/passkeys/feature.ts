import type { Feature } from '#server/feature.ts';
import { createLoop, nameOf } from '#server/platform/loop.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { makeNotMeLink, type NotMeNeeds, openNotMeLink } from './not-me.ts';
import { countOfOtherHosts, deleteOldNotMeLinks, sweepCeremonies } from './passkeys.queries.ts';
import { passkeysRoutes } from './passkeys.routes.ts';

const sweepMs = 60_000;
/** How long the reason is kept why a link no longer works. */
const linksKeptDays = 30;

/** Logging in and confirming with a passkey. */
export const passkeys = (needs: NotMeNeeds): Feature => ({
  name: 'passkeys',
  routes: (api, core) => passkeysRoutes(api, core, needs),
  async prepare({ config, database, log }) {
    const host = passkeyHost(config.publicUrl);
    if (host === '') log.info({}, 'no passkeys: they need PUBLIC_URL to be https with a name, or localhost');
    const useless = await countOfOtherHosts(database, host);
    if (useless > 0) log.warn({ passkeys: useless }, 'passkeys made for another host of PUBLIC_URL cannot be used');
  },
  cleanUps: { notMeLinks: ({ database }) => deleteOldNotMeLinks(database, linksKeptDays) },
  mails: ({ config, database }) => {
    const notMe = async (due: DueMail) => {
      const notMeLink = await makeNotMeLink(database, config.publicUrl, due);
      return notMeLink === null ? null : { notMeLink };
    };
    return { lateValues: { 'new-device': notMe, 'passkey-added': notMe } };
  },
  links: { notme: openNotMeLink },
  background: ({ database, log }) =>
    createLoop(
      async () => {
        await sweepCeremonies(database);
        return sweepMs;
      },
      {
        failed(error) {
          log.warn({ reason: nameOf(error) }, 'used ceremonies could not be deleted');
          return sweepMs;
        },
      },
    ),
});
