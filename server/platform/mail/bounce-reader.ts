import { ImapFlow } from 'imapflow';
import type { BaseCore } from '#server/platform/base-core.ts';
import { withLockIfFree } from '#server/platform/database/locks.ts';
import { createLoop } from '#server/platform/loop.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { plainEmail } from '#shared/typing.ts';
import { findReported } from './bounces.queries.ts';
import { type DeliveryReport, readDeliveryReport, reasonOf } from './delivery-report.ts';
import type { ImapAddress } from './imap-address.ts';
import type { OnFinalOutcome } from './kinds.ts';

const everyMs = 5 * 60 * 1_000;
const longestMs = 4 * 60 * 1_000;
/** The fields that count are at the beginning of a report; the whole mail with its file may follow. */
const maxBytes = 256 * 1024;
/** For a mailbox that was never emptied; the rest is read the next time. */
const maxAtOnce = 5_000;
const headsAtOnce = 200;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface BounceReader {
  start(): void;
  stop(): Promise<void>;
  /** Reads the mailbox now; for tests. */
  read(): Promise<void>;
}

/**
 * Reads the mailbox of returned mails at the start and every five minutes, in one process at a time. Reports about our mails are
 * counted and marked as read; everything else stays as it is.
 */
export function createBounceReader(
  { config, database, log }: BaseCore,
  onFinalOutcome: readonly OnFinalOutcome[],
  address: ImapAddress,
): BounceReader {
  const host = new URL(config.publicUrl).hostname;
  let stopped = false;
  let client: ImapFlow | undefined;
  /** The position that this process has read up to: mails left unread before it need no second look. */
  let position = { validity: 0n, uid: 0 };

  /** @returns whether the report is about one of our mails, failed or delayed */
  async function take({ messageId, recipients }: DeliveryReport): Promise<boolean> {
    const [id = '', ofHost] = messageId.split('@');
    if (!uuid.test(id) || ofHost !== host) return false;
    return database.transaction(async (tx) => {
      const mail = await findReported(tx, id);
      const about =
        mail && recipients.find(({ addresses }) => addresses.includes(plainEmail(mail.recipient).toLowerCase()));
      if (!mail || !about) return false;
      if (about.action !== 'failed') return about.action === 'delayed';
      if (mail.bouncedAt !== null) return true;
      for (const note of onFinalOutcome) await note(tx, mail, { state: 'bounced', reason: reasonOf(about.status) });
      return true;
    });
  }

  async function takeMessage(imap: ImapFlow, uid: number): Promise<void> {
    const whole = await imap.fetchOne(String(uid), { source: { start: 0, maxLength: maxBytes } }, { uid: true });
    const { source } = whole || {};
    if (!source) return;
    // A mail that cannot be parsed is not a report of ours.
    const report = await readDeliveryReport(source).catch(() => null);
    if (report && (await take(report))) await imap.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  }

  async function readMailbox(imap: ImapFlow): Promise<void> {
    await imap.connect();
    const lock = await imap.getMailboxLock(address!.mailbox);
    try {
      const { uidValidity = 0n } = imap.mailbox || {};
      if (uidValidity !== position.validity) position = { validity: uidValidity, uid: 0 };
      const newUids = (await imap.search({ seen: false, uid: `${position.uid + 1}:*` }, { uid: true })) || [];
      // The range always includes the last mail, even if it was read before.
      const uids = newUids.filter((uid) => uid > position.uid).sort((a, b) => a - b);
      for (let from = 0; from < uids.length && from < maxAtOnce; from += headsAtOnce) {
        const some = uids.slice(from, from + headsAtOnce);
        const heads = await imap.fetchAll(some.join(), { uid: true, headers: ['content-type'] }, { uid: true });
        const reports = heads.filter(({ headers }) => /multipart\/report/i.test(headers?.toString('latin1') ?? ''));
        for (const { uid } of reports.sort((a, b) => a.uid - b.uid)) {
          if (stopped) return;
          await takeMessage(imap, uid);
          position.uid = uid;
        }
        position.uid = some.at(-1)!;
      }
    } finally {
      lock.release();
    }
  }

  async function readOnce(): Promise<void> {
    const { mailbox: _, ...connection } = address!;
    client = new ImapFlow({
      ...connection,
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
      maxLiteralSize: 4 * 1024 * 1024,
      maxResponseSize: 8 * 1024 * 1024,
    });
    // A broken connection also rejects the call that waits for it.
    client.on('error', () => {});
    try {
      await withTimeout(longestMs, readMailbox(client));
      await withTimeout(5_000, client.logout()).catch(() => {});
    } finally {
      client.close();
      client = undefined;
    }
  }

  async function read(): Promise<void> {
    try {
      await withLockIfFree(database, 'bounces', readOnce);
    } catch (error) {
      if (stopped) return;
      const failure = error as { authenticationFailed?: boolean; code?: string; name?: string };
      const reason = failure.authenticationFailed
        ? 'the login was refused'
        : (failure.code ?? failure.name ?? 'unknown');
      log.warn({ reason }, 'the mailbox of BOUNCE_IMAP_URL could not be read');
    }
  }

  const loop = createLoop(
    async () => {
      await read();
      return everyMs;
    },
    { failed: () => everyMs },
  );
  return {
    start: loop.start,
    read,
    async stop() {
      stopped = true;
      client?.close();
      await loop.stop();
    },
  };
}
