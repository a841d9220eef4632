import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { type Database, notify } from '#server/platform/database/client.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { limits } from '#shared/limits.ts';
import type { MailKind } from '#shared/mail-names.ts';
import { scaled } from './speed.ts';

/** A mail as its recipient sees it. */
export interface ReceivedMail {
  kind: string;
  to: string;
  from: string;
  fromName: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  /** The file's name, which sorts by time. */
  file: string;
}

/** A site that writes its mails as files: an app in this process, or a server process. */
export type MailSite = ({ dataDir: string } | { config: { dataDir: string } }) & { database?: Database };

const outboxOf = (site: MailSite) => join('config' in site ? site.config.dataDir : site.dataDir, 'outbox');

/** Parses a raw mail. */
export async function parseMail(raw: Uint8Array, file = ''): Promise<ReceivedMail> {
  const parsed = await PostalMime.parse(raw);
  const header = (name: string) => parsed.headers.find((entry) => entry.key === name)?.value ?? '';
  return {
    kind: header('x-mail-kind'),
    to: parsed.to?.[0]?.address ?? '',
    from: parsed.from?.address ?? '',
    fromName: parsed.from?.name ?? '',
    replyTo: parsed.replyTo?.[0]?.address ?? '',
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    file,
  };
}

/** Every mail so far, oldest first, filtered by `to` and `kind`. */
export async function mailsOf(
  site: MailSite,
  { to, kind }: { to?: string; kind?: MailKind } = {},
): Promise<ReceivedMail[]> {
  const folder = outboxOf(site);
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort();
  const mails = await Promise.all(names.map(async (name) => parseMail(await readFile(join(folder, name)), name)));
  return mails.filter((mail) => (!to || mail.to === to) && (!kind || mail.kind === kind));
}

const ids = new Set<string>();

/** Sends at once what waits only because its decision may still be taken back. */
async function hurry(database: Database, to: string): Promise<void> {
  const delay = sql`${mail.nextAttemptAt} - ${mail.createdAt}`;
  const undoable = sql`${delay} > interval '1 second' and ${delay} < make_interval(secs => ${limits.undoSeconds + 2})`;
  const { rowCount } = await database
    .update(mail)
    .set({ nextAttemptAt: mail.createdAt })
    .where(and(eq(mail.recipient, to), eq(mail.state, 'waiting'), eq(mail.attempts, 0), undoable));
  if (rowCount) await notify(database, 'mail');
}

/**
 * Waits for the next mail to `to`. Each mail is returned once: call again for the next one.
 * @throws after `timeout` milliseconds, listing the mails that came instead
 */
export async function waitForMail(
  site: MailSite,
  { to, kind, timeout = 20_000 }: { to: string; kind?: MailKind; timeout?: number },
): Promise<ReceivedMail> {
  const deadline = Date.now() + scaled(timeout);
  for (;;) {
    const next = (await mailsOf(site, kind ? { to, kind } : { to })).find((mail) => !ids.has(mail.file));
    if (next) {
      ids.add(next.file);
      return next;
    }
    if (Date.now() > deadline) {
      const others = (await mailsOf(site)).map((mail) => `${mail.kind} to ${mail.to}`);
      throw new Error(`No ${kind ?? 'mail'} to ${to} came. There are: ${others.join(', ') || 'none'}.`);
    }
    if (site.database) await hurry(site.database, to);
    await sleep(50);
  }
}
