import type { Config } from '#server/config.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { lockIfFreeUntilCommit } from '#server/platform/database/locks.ts';
import type { Background } from '#server/platform/loop.ts';
import { createLoop, eachAlone, nameOf } from '#server/platform/loop.ts';
import { insertMails, postponeLastBulk } from '#server/platform/mail/mail.queries.ts';
import { officeAddresses } from '#server/platform/mail/to-office.ts';
import type { Ended, Taking } from '#server/taking-back.ts';
import { clock } from '#shared/clock.ts';
import { paths } from '#shared/paths.ts';
import { beginScheduled, endOf, lackOfDays, returnToDraft, senderObstacle } from './begin.ts';
import * as letters from './letters.queries.ts';
import { stopLetter } from './mail-makers.ts';
import * as queries from './sending.queries.ts';

/** Interval of steps while a letter is being sent, and of checks otherwise: a new letter is notified at once. */
const stepMs = 500;
const idleMs = 30_000;
const afterTroubleMs = 5_000;
/** The burst at the beginning and after a pause: this many mails, or those of this many seconds. */
const burst = { mails: 10, seconds: 10 };
/** Recipients who are left out do not count for the rate; this many are checked per step besides its mails. */
const beside = 500;

/**
 * Queues the mails of letters at their rate and in their order. One process does so at a time, in steps of one
 * transaction each: so everybody is queued once, even if it dies.
 */
export function createLetterSender({ database, config, log }: BaseCore): Background {
  /** Number of mails that this process may queue now. */
  let allowance = 0;
  let lastStep: number | undefined;

  function refill(perMinute: number): number {
    const max = Math.max(Math.min(perMinute, burst.mails), (perMinute / 60) * burst.seconds);
    const now = clock.ms();
    // A clock that was set back earns nothing, and takes nothing away.
    const earned = lastStep === undefined ? max : (Math.max(0, now - lastStep) / 60_000) * perMinute;
    lastStep = now;
    allowance = Math.min(max, allowance + earned);
    return Math.floor(allowance);
  }

  /** Queues up to `budget` mails of a letter. @returns how many */
  async function queue(tx: Transaction, { id, kind }: letters.LetterRow, budget: number): Promise<number> {
    const next = await queries.findNext(tx, id, budget + beside);
    const left: typeof next = [];
    const sent: typeof next = [];
    for (const each of next) {
      if (each.leftOut !== null) left.push(each);
      else if (sent.length < budget) sent.push(each);
      else break;
    }
    await queries.leaveOut(tx, left);
    if (sent.length > 0) {
      if (kind === 'circular')
        await queries.ensureCodes(
          tx,
          sent.map(({ memberId }) => memberId!),
        );
      const rows = sent.map(({ id: recipientId, memberId, name, email }) => ({
        id: recipientId,
        kind,
        recipient: email!,
        data: { name: name!, circular: id },
        memberId: memberId!,
        bulk: true,
      }));
      await insertMails(tx, rows);
      await queries.noteQueued(
        tx,
        sent.map(({ id: recipientId }) => recipientId),
      );
    } else if (next.length === 0) {
      if (!(await queries.isDone(tx, id))) await queries.forgetLost(tx, id);
      else {
        await letters.saveLetter(tx, id, { state: 'sent', endedAt: clock.now() });
        // The next letter begins as after a pause.
        lastStep = undefined;
      }
    }
    return sent.length;
  }

  /** @returns whether there is more to send */
  async function step(): Promise<boolean> {
    await eachAlone({ log }, await letters.findDue(database), 'a scheduled letter could not begin', (id) =>
      database.transaction((tx) => beginScheduled(tx, id, config.publicUrl, paths.admin.letters)),
    );
    return database.transaction(async (tx) => {
      if (!(await lockIfFreeUntilCommit(tx, 'letters'))) return true;
      const sending = await queries.lockSending(tx);
      if (sending.length === 0) return false;
      const { perMinute } = await letters.findLetterSettings(tx);
      const pace = await queries.countPace(tx);
      if (pace > perMinute) await postponeLastBulk(tx, queries.letterMailKinds, pace - perMinute);
      let budget = Math.max(0, Math.min(refill(perMinute), perMinute - pace));
      let queued = 0;
      for (const letter of sending) {
        const obstacle = letter.senderId ? await senderObstacle(tx, letter) : null;
        // Where only retries are left, each of these mails asks by itself.
        const isLeft = async () => (await queries.findNext(tx, letter.id, 1)).length > 0;
        const end = obstacle ?? (await endOf(tx, letter));
        if (end !== '' && (obstacle !== null || (await isLeft()))) {
          await stopLetter(tx, config, letter, end);
          continue;
        }
        // A night, or an outage, may have gone by. Those who wait get it when somebody lets it go on.
        const lack = end === '' ? await lackOfDays(tx, letter) : '';
        if (lack !== '' && !(await queries.isDone(tx, letter.id))) {
          await stopLetter(tx, config, letter, lack);
          continue;
        }
        const count = await queue(tx, letter, budget);
        budget -= count;
        queued += count;
      }
      allowance -= queued;
      if (queued > 0) await notify(tx, 'mail');
      return true;
    });
  }

  async function waitAfter(isSending: boolean): Promise<number> {
    if (isSending) return stepMs;
    lastStep = undefined;
    const next = await letters.secondsToNextLetter(database);
    return next === null ? idleMs : Math.min(idleMs, Math.max(stepMs, next * 1_000));
  }

  const loop = createLoop(async () => waitAfter(await step()), {
    failed(error) {
      log.warn({ reason: nameOf(error) }, 'letters could not be sent');
      return afterTroubleMs;
    },
    soonMs: stepMs,
  });
  return {
    start() {
      if (!config.publicUrl.startsWith('https:')) {
        log.warn({}, 'PUBLIC_URL is not https: mail programs offer no unsubscribing in one press.');
      }
      database.listen('letters', loop.wake);
      loop.start();
    },
    stop: loop.stop,
  };
}

/** Ends what an administrator has set going whose account was taken back: what is scheduled becomes a draft, what is being sent stops. */
export async function endLettersOf(
  tx: Transaction,
  { subject }: Taking,
  _ended: Ended,
  site: Pick<Config, 'publicUrl'>,
): Promise<void> {
  if (!('administratorId' in subject)) return;
  const reason = 'The account of the administrator who sends it was taken back: somebody else may have written it.';
  for (const id of await letters.findUnfinishedOf(tx, subject.administratorId)) {
    const row = await letters.lockLetter(tx, id);
    if (row?.state === 'sending') await stopLetter(tx, site, row, reason);
    if (row?.state !== 'scheduled') continue;
    const office = await officeAddresses(tx, { power: 'letters', states: row.states });
    await returnToDraft(tx, row, reason, `${site.publicUrl}${paths.admin.letters}`, [row.by, ...office]);
  }
}
