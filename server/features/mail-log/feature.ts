import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { type Feature, stillTrueOf } from '#server/feature.ts';
import { notify } from '#server/platform/database/client.ts';
import { administratorOf, isOffice, route } from '#server/platform/http/route.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { countFailed, countWritten } from '#server/platform/mail/again.queries.ts';
import { countMails, deleteOldMails, findDeleted, restartMail, trimMails } from '#server/platform/mail/mail.queries.ts';
import { isMailKind } from '#server/platform/mail/templates.ts';
import { outboxName, removeWritten } from '#server/platform/mail/transport.ts';
import { findMailWay } from '#server/platform/mail/way.ts';
import { daysAgo } from '#shared/clock.ts';
import * as contract from '#shared/contracts/mail-log.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { mailName } from '#shared/mail-names.ts';
import { paths } from '#shared/paths.ts';
import { sendAgain } from './again.ts';
import { createMailServerService } from './mail-server.ts';
import { mailChecks } from './ready.ts';

/** The mails that were sent, and failed ones again. */
export const mail: Feature = {
  name: 'mail-log',
  work: [
    {
      kind: 'mail',
      counted: 'mails',
      power: 'full',
      find: (db) => countFailed(db, daysAgo(limits.failedMailDays)),
      title: (count) => `${count} ${count === 1 ? 'mail' : 'mails'} could not be sent`,
      href: `${paths.admin.log}?kind=mail`,
    },
  ],
  checks: mailChecks,
  routes: mailRoutes,
  logScreens: [{ action: 'Mail server ', path: () => paths.admin.ready }],
  cleanUps: {
    mails: ({ database }) => trimMails(database, limits.kept.mailTextDays),
    oldMails: ({ database }) => deleteOldMails(database, limits.kept.logDays),
    // A mail's file goes with its row: also with those of erased people.
    written: ({ config, database }) => removeWritten(config, (ids) => findDeleted(database, ids)),
  },
};

/** Older failures are not shown: the office has seen them. */
const failedDays = 30;

function mailRoutes(app: FastifyInstance, core: Core): void {
  const { config, database } = core;
  const stillTrue = stillTrueOf(app.features, core);
  const servers = serviceOf(core, createMailServerService);
  /** Mails that wait for a lost key are neither sent nor written. */
  const stateOfWay = async () => {
    const { address, passwordLost } = await findMailWay({ config, database });
    return { sending: address !== null, outbox: address === null && !passwordLost ? outboxName : '' };
  };
  route(app, contract.mailState, async (_request, caller) => ({
    ...(await stateOfWay()),
    ...(isOffice(caller, 'full')
      ? { ...(await countMails(database, failedDays)), written: await countWritten(database, failedDays) }
      : {}),
  }));

  route(app, contract.mailAgain, async ({ body }, caller) => {
    const answer = await sendAgain(core, stillTrue, body.kind, administratorOf(caller).email);
    const { queued } = answer;
    return { message: `${queued} ${queued === 1 ? 'mail is' : 'mails are'} being sent.`, ...answer };
  });

  route(app, contract.getMailServer, async () => ({ data: await servers.get() }));
  route(app, contract.testMailServer, async ({ body }, caller) => {
    await servers.test(body, administratorOf(caller));
    return { message: `A code was mailed to ${administratorOf(caller).email}.` };
  });
  route(app, contract.updateMailServer, async ({ body }, caller) => {
    await servers.save(body, administratorOf(caller));
    return { message: body.host.trim() === '' ? 'Mails become files again.' : 'The mail server is set.' };
  });

  route(app, contract.retryMail, async ({ params }, caller) => {
    const { email: by, reach } = administratorOf(caller);
    const whose = isOffice(caller, 'full')
      ? null
      : { reach, people: isOffice(caller, 'members'), money: isOffice(caller, 'money') };
    await database.transaction(async (tx) => {
      const outcome = await restartMail(tx, params.id, whose);
      if (outcome === null) throw notFound('The mail');
      if (outcome === 'not failed') throw new AppError('WRONG_STATE', 'Only a mail that failed can be tried again.');
      if (outcome === 'trimmed') throw new AppError('WRONG_STATE', 'This mail is too old to be tried again.');
      const { due, about } = outcome;
      const { kind, memberId } = due;
      if (isMailKind(kind) && (await stillTrue[kind]?.(tx, due)) === false) {
        throw new AppError('WRONG_STATE', 'This mail is no longer needed: its reason has ended since.');
      }
      await writeLog(tx, {
        kind: memberId === null ? 'administrator' : 'member',
        by,
        subject: about,
        action: 'had a failed mail tried again',
        note: mailName(kind),
        ...(memberId !== null && { memberId }),
      });
      await notify(tx, 'mail');
    });
    return { message: 'The mail is being tried again.' };
  });
}
