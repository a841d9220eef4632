import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Core } from '#server/core.ts';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { peopleOfTables } from '#server/platform/database/people.ts';
import type { DoStep } from '#server/platform/jobs/jobs.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { outboxName } from '#server/platform/mail/transport.ts';
import * as queries from '#server/platform/rehearsal/rehearsal.queries.ts';
import { readRehearsalState } from '#server/platform/rehearsal/state.ts';
import { clock } from '#shared/clock.ts';
import { type RehearsalOfOffice, rehearsalAtOnce, rehearsalRest } from '#shared/contracts/rehearsal.ts';
import { AppError } from '#shared/errors.ts';

export const endKind = 'endRehearsal';

/** Ends it, with the rows of all that goes; its files follow. */
async function endIn(tx: Transaction): Promise<void> {
  await queries.endRehearsal(tx);
  await notify(tx, 'content');
  await notify(tx, 'members');
}

/** Mails that nobody has received lie as files; what was rehearsed goes with them. */
async function removeFiles({ config, files }: Core): Promise<void> {
  await rm(join(config.dataDir, outboxName), { recursive: true, force: true });
  await files.cleanUp();
}

/** Goes on with an end whose process has died, before the first request. */
export async function finishEnding(core: Core): Promise<void> {
  const row = await queries.findRehearsal(core.database);
  if (!row || row.endedAt !== null || row.endingAt === null) return;
  await core.database.transaction(async (tx) => {
    const now = await queries.lockRehearsal(tx);
    if (now?.endedAt === null && now.endingAt !== null) await endIn(tx);
  });
  await readRehearsalState(core.database);
  await removeFiles(core);
}

/** The end of a large one; all of it in the step that also ends the job. */
export const endStep =
  (core: Core): DoStep<Record<string, never>> =>
  async (tx) => {
    const row = await queries.lockRehearsal(tx);
    if (row?.endedAt === null && row.endingAt !== null) await endIn(tx);
    setImmediate(() =>
      removeFiles(core).catch(() => core.log.warn({}, 'files of the rehearsal are left for the next clean-up')),
    );
    return { done: 1, last: true };
  };

/** A rehearsal: its beginning, its people, its end. */
export function createRehearsalService(core: Core, findMissing: (core: Core) => Promise<string[]>) {
  const { database, jobs } = core;

  async function state() {
    const row = await queries.findRehearsal(database);
    const on = row !== undefined && row.endedAt === null;
    return { on, ...(on && row.endingAt !== null && { ending: true }) };
  }

  async function stateOfOffice(): Promise<RehearsalOfOffice> {
    const row = await queries.findRehearsal(database);
    const on = row !== undefined && row.endedAt === null;
    const tables = peopleOfTables().filter(({ rehearsal }) => rehearsal === 'goes');
    const counts = await queries.countRows(
      database,
      tables.map(({ table }) => table),
    );
    const named = tables.flatMap(({ what }, index) => (what ? [{ what, count: counts[index]! }] : []));
    const rest = tables.reduce((sum, { what }, index) => (what ? sum : sum + counts[index]!), 0);
    const { first, last } = await queries.findRegistrationDays(database);
    return {
      ...(await state()),
      possible: row === undefined && (await queries.countPeople(database)) === 0,
      begunAt: row?.begunAt.toISOString() ?? null,
      filled: row?.filledAt != null,
      goes: [...named, { what: rehearsalRest, count: rest }].filter(({ count }) => count > 0),
      stays: peopleOfTables().flatMap(({ rehearsal, what }) => (rehearsal !== 'goes' && what ? [what] : [])),
      days: first && last ? { first: new Date(first).toISOString(), last: new Date(last).toISOString() } : null,
      addresses: on ? row.addresses : [],
      missing: on ? await findMissing(core) : [],
    };
  }

  /** @throws WRONG_STATE on already, or ended once; PEOPLE_THERE */
  async function begin(by: string): Promise<void> {
    await database.transaction(async (tx) => {
      const row = await queries.lockRehearsal(tx);
      if (row)
        throw new AppError(
          'WRONG_STATE',
          row.endedAt ? 'The rehearsal has ended, and there is only one.' : 'The rehearsal is on already.',
        );
      if ((await queries.countPeople(tx)) > 0)
        throw new AppError(
          'PEOPLE_THERE',
          'Somebody is registered already: a rehearsal would delete real people at its end.',
        );
      await queries.beginRehearsal(tx, by);
      await writeLog(tx, { kind: 'administrator', by, action: 'began the rehearsal' });
      await notify(tx, 'content');
    });
    await readRehearsalState(database);
  }

  /** @throws WRONG_STATE */
  async function setAddresses(addresses: readonly string[], by: string): Promise<string[]> {
    const different = [...new Set(addresses)];
    await database.transaction(async (tx) => {
      const row = await queries.lockRehearsal(tx);
      if (!row || row.endedAt || row.endingAt) throw queries.notOn();
      await queries.updateRehearsal(tx, { addresses: different });
      await writeLog(tx, {
        kind: 'administrator',
        by,
        action: 'changed who is mailed in the rehearsal',
        subject: `${different.length} addresses`,
      });
    });
    return different;
  }

  /**
   * Ends the rehearsal.
   * @returns the job that does it where there are many people; null once it is done
   * @throws WRONG_STATE, VALIDATION for another name, NOT_READY
   */
  async function end(
    { name, anyway }: { name: string; anyway?: true | undefined },
    by: string,
  ): Promise<string | null> {
    const row = await queries.findRehearsal(database);
    if (!row || row.endedAt || row.endingAt) throw queries.notOn();
    const { association } = (await findSettings(database)) ?? {};
    const names = [association?.shortName, association?.hi?.shortName].filter(
      (each) => each !== undefined && each !== '',
    );
    if (!names.includes(name)) {
      const message = 'Please type the short name of the association as it stands in Settings';
      throw new AppError('VALIDATION', message, { fields: { name: message } });
    }
    const missing = await findMissing(core);
    if (missing.length > 0 && !anyway)
      throw new AppError('NOT_READY', `Not everything is ready yet: ${missing.join(', ')}.`, { missing });
    const job = await database.transaction(async (tx) => {
      const now = await queries.lockRehearsal(tx);
      if (!now || now.endedAt || now.endingAt) throw queries.notOn();
      await queries.updateRehearsal(tx, { endingAt: clock.now() });
      const isLarge = (await queries.countPeople(tx)) > rehearsalAtOnce;
      const without = missing.length > 0 ? ` without: ${missing.join(', ')}` : '';
      await writeLog(tx, { kind: 'administrator', by, action: `ended the rehearsal${without}` });
      await notify(tx, 'content');
      if (isLarge) return jobs.begin(tx, { kind: endKind, by, data: {}, items: { count: 1 } });
      await endIn(tx);
      return null;
    });
    await readRehearsalState(database);
    if (job === null) await removeFiles(core);
    return job;
  }

  return { state, stateOfOffice, begin, setAddresses, end };
}
