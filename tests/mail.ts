import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import type { MailKind } from '#shared/mail-names.ts';

/** A mail as its reader gets it. */
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

/** A site whose mails are written as files: a booted app, or a running server. */
export type MailSite = { dataDir: string } | { config: { dataDir: string } };

const outboxOf = (site: MailSite) => join('config' in site ? site.config.dataDir : site.dataDir, 'outbox');

/** Reads a mail as it went over the wire. */
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

/** Every mail written so far, oldest first; `to` and `kind` leave out others. */
export async function mailsOf(
  site: MailSite,
  { to, kind }: { to?: string; kind?: MailKind } = {},
): Promise<ReceivedMail[]> {
  const folder = outboxOf(site);
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort();
  const mails = await Promise.all(names.map(async (name) => parseMail(await readFile(join(folder, name)), name)));
  return mails.filter((mail) => (!to || mail.to === to) && (!kind || mail.kind === kind));
}

const seen = new Set<string>();

/**
 * Waits for the next mail to `to`. Each mail is handed out once: call again for the one after it.
 * @throws after `timeout` milliseconds, naming what has come instead
 */
export async function waitForMail(
  site: MailSite,
  { to, kind, timeout = 20_000 }: { to: string; kind?: MailKind; timeout?: number },
): Promise<ReceivedMail> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const next = (await mailsOf(site, kind ? { to, kind } : { to })).find((mail) => !seen.has(mail.file));
    if (next) {
      seen.add(next.file);
      return next;
    }
    if (Date.now() > deadline) {
      const others = (await mailsOf(site)).map((mail) => `${mail.kind} to ${mail.to}`);
      throw new Error(`No ${kind ?? 'mail'} to ${to} came. There are: ${others.join(', ') || 'none'}.`);
    }
    await sleep(50);
  }
}
