import type { Core } from '#server/core.ts';
import { notify } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { findToSendAgain, requeueMails } from '#server/platform/mail/again.queries.ts';
import { mailsAgain, type StillTrue } from '#server/platform/mail/kinds.ts';
import { isMailKind } from '#server/platform/mail/templates.ts';
import { isSending } from '#server/platform/mail/way.ts';
import { AppError } from '#shared/errors.ts';
import { mailName } from '#shared/mail-names.ts';

type Why = 'EXPIRED' | 'PERSON_CHANGED' | 'LOGGED_IN';

/** How far back, and how many letters leave a minute. */
const days = 30;
const perMinute = 60;

/**
 * Queues what was written as files or failed of a kind, each mail once, as far as it is still true.
 * @throws VALIDATION at `kind` for one that is never sent again, WRONG_STATE while mails become files
 */
export async function sendAgain(core: Core, stillTrue: StillTrue, kind: string, by: string) {
  const { config, database } = core;
  if (!isMailKind(kind) || !mailsAgain[kind]) {
    const message = 'Mails of this kind are not sent again.';
    throw new AppError('VALIDATION', message, { fields: { kind: message } });
  }
  if (!(await isSending({ config, database })))
    throw new AppError('WRONG_STATE', 'Mails are not being sent. Please set the mail server first.');
  return database.transaction(async (tx) => {
    const rows = await findToSendAgain(tx, kind, days);
    const queued: string[] = [];
    const left = new Map<Why, number>();
    for (const { due, emailNow, hasLoggedIn } of rows) {
      const why = await reasonOf(due, emailNow, hasLoggedIn);
      if (why === null) queued.push(due.id);
      else left.set(why, (left.get(why) ?? 0) + 1);
    }
    await requeueMails(tx, queued, perMinute);
    const note = `${mailName(kind)}: ${queued.length}`;
    if (queued.length > 0) await writeLog(tx, { kind: 'administrator', by, action: 'had written mails sent', note });
    await notify(tx, 'mail');
    return { queued: queued.length, left: [...left].map(([why, count]) => ({ why, count })) };

    async function reasonOf(
      due: (typeof rows)[number]['due'],
      emailNow: string | null,
      isIn: boolean,
    ): Promise<Why | null> {
      if (isIn && ['credentials', 'administrator-invitation'].includes(due.kind)) return 'LOGGED_IN';
      if (emailNow !== null && emailNow !== due.recipient) return 'PERSON_CHANGED';
      if (Object.keys(due.data).length === 0) return 'EXPIRED';
      if (isMailKind(due.kind) && (await stillTrue[due.kind]?.(tx, due)) === false) return 'EXPIRED';
      return null;
    }
  });
}
