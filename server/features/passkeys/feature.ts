import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { loggedIn, notMeOf, route } from '#server/platform/http/route.ts';
import { createLoop, nameOf } from '#server/platform/loop.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/passkeys.ts';
import { passkeyHost, passkeyLimits } from '#shared/passkeys.ts';
import { removePasskeys } from './account-passkeys.ts';
import { createNotMe, makeNotMeLink, openNotMeLink } from './not-me.ts';
import { countOfOtherHosts, deleteOldNotMeLinks, sweepCeremonies } from './passkeys.queries.ts';
import { createPasskeysService } from './passkeys.service.ts';

const sweepMs = 60_000;
/** How long the reason is kept why a link no longer works. */
const linksKeptDays = 30;

/** Logging in and confirming with a passkey. */
export const passkeys: Feature = {
  name: 'passkeys',
  routes: passkeysRoutes,
  accountParts: {
    passkeys: {
      tables: ['passkeys'],
      async end(tx, { subject, passkeysSince, passkeyId }, ended) {
        ended.passkeys = await removePasskeys(tx, subject, { since: passkeysSince, id: passkeyId });
      },
    },
  },
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
    const isInTime = async (_db: Queryable, { createdAt }: DueMail) =>
      clock.ms() - createdAt.getTime() < passkeyLimits.notMeDays * 24 * 60 * 60 * 1_000;
    return {
      stillTrue: {
        'new-device': isInTime,
        'passkey-added': isInTime,
        'wish-made': isInTime,
        'second-factor-changed': isInTime,
        'administrator-changed': isInTime,
      },
      lateValues: {
        'new-device': notMe,
        'passkey-added': notMe,
        'wish-made': notMe,
        // Others than who seems to have done it cannot say so.
        'administrator-changed': (due) => (due.data.since ? notMe(due) : Promise.resolve({ notMeLink: '' })),
        // Of the other changes the owner knows by the code or the password that they need.
        'second-factor-changed': (due) => (due.data.change === 'on' ? notMe(due) : Promise.resolve({ notMeLink: '' })),
      },
    };
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
};

function passkeysRoutes(app: FastifyInstance, core: Core): void {
  const passkeys = serviceOf(core, createPasskeysService);

  route(app, contract.beginPasskey, async ({ body }, caller) => {
    if (body.for === 'admin') caller.answerInEnglish();
    return passkeys.begin(body.for, caller.auth);
  });

  route(app, contract.loginWithPasskey, async ({ body }, caller) => ({
    message: 'Login successful',
    ...(await passkeys.login({ ...body, device: body.device }, caller)),
  }));

  route(app, contract.beginAddingPasskey, async (_request, caller) => passkeys.beginAdding(loggedIn(caller)));

  route(app, contract.addPasskey, async ({ body }, caller) => ({
    message: 'The passkey was added. A mail tells you of it.',
    passkey: await passkeys.add(loggedIn(caller), body, caller.browser),
  }));

  route(app, contract.listPasskeys, async (_request, caller) => ({ data: await passkeys.list(loggedIn(caller)) }));

  route(app, contract.renamePasskey, async ({ params, body }, caller) => ({
    message: 'The passkey was renamed.',
    passkey: await passkeys.rename(loggedIn(caller), params.id, body.name),
  }));

  const secureAccount = serviceOf(core, createNotMe);
  route(app, contract.notMe, async (_request, caller) => ({
    message: 'The account is secured.',
    ...(await secureAccount(notMeOf(caller))),
  }));

  route(app, contract.removePasskey, async ({ params }, caller) => {
    await passkeys.remove(loggedIn(caller), params.id);
    return { message: 'The passkey was removed.' };
  });
}
