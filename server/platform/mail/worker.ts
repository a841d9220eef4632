import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseCore } from '#server/platform/base-core.ts';
import { type Background, createLoop, nameOf } from '#server/platform/loop.ts';
import { findRehearsalFor } from '#server/platform/rehearsal/rehearsal.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { Language } from '#shared/languages.ts';
import { explainFailure } from './failures.ts';
import type { Attachment, AttachmentMakers, DueMail, LateValues, OnFinalOutcome, Outcome, StillTrue } from './kinds.ts';
import * as queries from './mail.queries.ts';
import { findWords } from './templates.queries.ts';
import { isMailKind, renderMail, withBand } from './templates.ts';
import { type MailTransport, openTransport, removeFileOf } from './transport.ts';
import { languageOf } from './values.ts';
import { findMailWay } from './way.ts';

/** Minutes until the next try after each failed one: twelve tries over two days. */
const retryMinutes = [1, 5, 15, 60, 120, 240, 360, 480, 480, 480, 660];
/** Longer than any try may take, so that a mail is claimed again only after its process died. */
const leaseSeconds = 180;
const tryMs = 120_000;
const stopMs = 4_000;
const longestSleepMs = 60_000;
/** How soon a lost key that is back is noticed. */
const lostSleepMs = 5_000;
const afterTroubleMs = 5_000;

export interface MailWorkerOptions {
  stillTrue?: StillTrue;
  lateValues?: LateValues;
  attachmentMakers?: AttachmentMakers;
  /** Further steps in the transaction that ends a mail. */
  onFinalOutcome?: readonly OnFinalOutcome[];
  /** For tests: seconds instead of {@link retryMinutes}. */
  retrySeconds?: (attempts: number) => number | null;
}

/** Seconds until the next try; null after the last one. */
export function retryAfter(attempts: number): number | null {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? null : minutes * 60;
}

/** A sent mail cannot be called back: saving that is worth some retries, or it would be sent again. */
async function retryWrite(work: () => Promise<void>): Promise<void> {
  for (let left = 3; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(500);
    }
  }
}

/** Sends the queued mails. Any number of processes may run it. A stop finishes those under way, within a few seconds. */
export function createMailWorker(core: BaseCore, options: MailWorkerOptions = {}): Background {
  const { config, database, log } = core;
  const {
    stillTrue = {},
    lateValues = {},
    attachmentMakers = {},
    onFinalOutcome = [],
    retrySeconds = retryAfter,
  } = options;
  let transport: (MailTransport & { mark: string }) | undefined;
  const sending = new Set<Promise<void>>();
  /** How many of them are bulk mails. */
  let bulkUnderWay = 0;

  async function secretFor(mail: DueMail): Promise<Record<string, string> | null> {
    const make = lateValues[mail.kind as keyof LateValues];
    return make ? make(mail) : {};
  }

  async function attachmentsOf(mail: DueMail): Promise<Attachment[] | null> {
    const make = attachmentMakers[mail.kind as keyof AttachmentMakers];
    return make ? make(mail) : [];
  }

  /** Ends a mail with all consequences in one transaction; does nothing when another try has begun. */
  async function settle(mail: DueMail, outcome: Outcome, toFile = false): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await queries.settleMail(tx, mail, outcome, toFile))) return;
      for (const note of onFinalOutcome) await note(tx, mail, outcome);
    });
  }

  const drop = (mail: DueMail, reason: string) => settle(mail, { state: 'dropped', reason });

  async function send(mail: DueMail & { language: Language }, to: MailTransport): Promise<void> {
    if (!isMailKind(mail.kind)) return drop(mail, 'This kind of mail is no longer sent.');
    try {
      const rehearsed = await findRehearsalFor(database, mail.recipient);
      if (rehearsed === 'withheld') return await drop(mail, serverMessages.notSentInRehearsal);
      const isTrue = await (stillTrue[mail.kind]?.(database, mail) ?? true);
      const secret = isTrue ? await secretFor(mail) : null;
      const attachments = secret && (await attachmentsOf(mail));
      if (attachments === null) return await drop(mail, serverMessages.noLongerNeeded);
      const sender = { ...(await queries.findSender(database, mail.language)), site: config.publicUrl };
      // A test of a letter shows the frame around it; one of a template brings its own words.
      const kind = mail.kind === 'template-test' ? (mail.data.letter ?? 'circular') : mail.kind;
      const { language } = mail;
      const words = await findWords(database, kind, mail.kind === 'template-test' ? languageOf(mail.data) : language);
      const plain = renderMail(mail.kind, mail.recipient, { ...mail.data, ...secret }, sender, words, language);
      const rendered = rehearsed === 'allowed' ? withBand(plain) : plain;
      await withTimeout(tryMs, to.send(mail, { ...rendered, unsubscribe: secret?.unsubscribeLink ?? '' }, attachments));
    } catch (error) {
      const failure = explainFailure(error);
      const wait = failure.final ? null : retrySeconds(mail.attempts);
      log.warn({ mail: mail.id, kind: mail.kind, attempt: mail.attempts, final: wait === null }, failure.message);
      if (wait !== null) return queries.postponeMail(database, mail, failure.message, wait);
      return settle(mail, { state: failure.bounced ? 'bounced' : 'failed', reason: failure.message });
    }
    await retryWrite(() => settle(mail, { state: 'sent', reason: '' }, to.toFile));
    if (mail.toFile && !to.toFile) await removeFileOf(config, mail);
  }

  function begin(mail: DueMail & { language: Language }, to: MailTransport): void {
    if (mail.bulk) bulkUnderWay++;
    const sent = send(mail, to)
      .catch((error: unknown) => log.warn({ mail: mail.id, reason: nameOf(error) }, 'the end of a mail was not noted'))
      .finally(() => {
        if (mail.bulk) bulkUnderWay--;
        sending.delete(sent);
        loop.wake();
      });
    sending.add(sent);
  }

  /** The way that mails go now; null while they wait. The earlier one is closed when what is under way has ended. */
  async function currentTransport() {
    const way = await findMailWay(core);
    if (transport?.mark === way.mark) return transport;
    const earlier = transport;
    if (earlier) void Promise.allSettled(sending).then(() => earlier.close());
    transport = way.passwordLost ? undefined : { ...openTransport(config, way), mark: way.mark };
    return transport;
  }

  /** Begins what is due, as many at once as the server takes; one that ends wakes it. */
  async function round(isStopping: () => boolean): Promise<number> {
    const to = await currentTransport();
    if (!to) return lostSleepMs;
    while (!isStopping() && sending.size < to.connections) {
      // One connection is kept free of bulk mails, however slowly the server takes them.
      const takesBulk = bulkUnderWay === 0 || bulkUnderWay < to.connections - 1;
      const mail = await queries.claimMail(database, leaseSeconds, takesBulk);
      if (mail) begin(mail, to);
      else {
        const next = await queries.secondsToNext(database);
        // A bulk mail that waits for a connection is due all the time.
        const least = sending.size > 0 ? 1_000 : 50;
        return next === null ? longestSleepMs : Math.min(longestSleepMs, Math.max(least, next * 1_000));
      }
    }
    return longestSleepMs;
  }

  const loop = createLoop(round, {
    failed(error) {
      log.warn({ reason: nameOf(error) }, 'the outbox could not be read');
      return afterTroubleMs;
    },
  });

  return {
    start() {
      database.listen('mail', loop.wake);
      loop.start();
    },
    async stop() {
      // A slower one stays claimed, and is retried after its lease.
      await withTimeout(
        stopMs,
        loop.stop().then(() => Promise.all(sending)),
      ).catch(() => {});
      transport?.close();
    },
  };
}
