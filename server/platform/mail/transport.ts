import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { clock } from '#shared/clock.ts';
import { isPlainAddress } from '#shared/fields.ts';
import { languageNames } from '#shared/languages.ts';
import { signedHeaders } from './dkim.ts';
import type { Attachment, DueMail } from './kinds.ts';
import type { SmtpAddress } from './smtp-address.ts';
import type { RenderedMail } from './templates.ts';
import { type MailWay, wayOfEnvironment } from './way.ts';

/** A mail ready to be sent; `unsubscribe`: the address for one-click unsubscribing (RFC 8058), '' for none. */
type SentMail = RenderedMail & { unsubscribe?: string };

/** Where mails go: to a mail server, or as files into a folder. */
export interface MailTransport {
  /** Whether it writes files that nobody receives. */
  toFile: boolean;
  /** The number of mails it takes at a time. */
  connections: number;
  /** @throws errors that {@link explainFailure} understands */
  send(mail: DueMail, rendered: SentMail, attachments: readonly Attachment[]): Promise<void>;
  close(): void;
}

/** The folder in the data folder into which mails are written while there is no mail server. */
export const outboxName = 'outbox';

/** Thrown for an address to which nothing can be sent. */
export class BadAddress extends Error {}

/** A sender without a name gets the association's, which people look for in their mailbox. */
function senderOf(mailFrom: string, name: string): { name: string; address: string } {
  const named = /^(.*)<([^<>]+)>$/.exec(mailFrom);
  if (named) return { name: named[1]?.trim().replace(/^"(.*)"$/, '$1') ?? '', address: named[2] ?? '' };
  return { name, address: mailFrom };
}

export function compose(
  config: Pick<Config, 'publicUrl'>,
  sender: string,
  mail: Pick<DueMail, 'id' | 'recipient' | 'kind'>,
  rendered: SentMail,
  attachments: readonly Attachment[],
): SendMailOptions {
  if (!isPlainAddress(mail.recipient)) throw new BadAddress();
  const { replyTo } = rendered;
  const host = new URL(config.publicUrl).hostname;
  return {
    from: senderOf(sender, rendered.senderName),
    // As an object: a text would be split at commas.
    to: { name: '', address: mail.recipient },
    ...(replyTo && isPlainAddress(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: rendered.subject,
    text: rendered.text,
    html: rendered.html,
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    date: clock.now(),
    // The same at every try: if a mail arrives twice, mailboxes show it once.
    messageId: `<${mail.id}@${host}>`,
    headers: {
      ...(rendered.personal ? {} : { 'Auto-Submitted': 'auto-generated' }),
      ...(rendered.unsubscribe
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${rendered.unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
      'Content-Language': languageNames[rendered.language].tag,
      'X-Mail-Kind': mail.kind,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Timeouts for a mail server. */
export const smtpOptions = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

function smtpTransport(config: Config, sender: string, address: SmtpAddress): MailTransport {
  const mailer = nodemailer.createTransport({
    ...address,
    ...smtpOptions,
    ...(config.dkim && { dkim: { ...config.dkim, headerFieldNames: signedHeaders } }),
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    // The worker retries by its own schedule.
    maxRequeues: 0,
  });
  return {
    toFile: false,
    connections: 3,
    async send(mail, rendered, attachments) {
      await mailer.sendMail(compose(config, sender, mail, rendered, attachments));
    },
    close: () => mailer.close(),
  };
}

/** Sorted by time, and the same at every try, so that a retry replaces the file. */
const fileNameOf = ({ id, createdAt }: Pick<DueMail, 'id' | 'createdAt'>) =>
  `${createdAt.toISOString().replaceAll(':', '-')}-${id}.eml`;

/** Removes the file of a mail that has left after all. */
export async function removeFileOf({ dataDir }: Pick<Config, 'dataDir'>, mail: Pick<DueMail, 'id' | 'createdAt'>) {
  await rm(join(dataDir, outboxName, fileNameOf(mail)), { force: true });
}

function fileTransport(config: Config, sender: string): MailTransport {
  const folder = join(config.dataDir, outboxName);
  const mailer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    toFile: true,
    connections: 1,
    async send(mail, rendered, attachments) {
      const { message } = await mailer.sendMail(compose(config, sender, mail, rendered, attachments));
      const name = fileNameOf(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const beside = join(folder, `.${name}`);
      try {
        const file = await open(beside, 'w', 0o600);
        try {
          await file.writeFile(message as Buffer);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(beside, join(folder, name));
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    },
    close: () => mailer.close(),
  };
}

/** Removes mails that were written as files. @param choose those of their rows' ids that go */
export async function removeWritten(
  { dataDir }: Pick<Config, 'dataDir'>,
  choose: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const folder = join(dataDir, outboxName);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const written = names.flatMap((name) => {
    const [, id] = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.eml$/.exec(name) ?? [];
    return id ? [{ name, id }] : [];
  });
  const gone = await choose(written.map(({ id }) => id));
  for (const { name, id } of written) {
    if (gone.has(id)) await rm(join(folder, name), { force: true });
  }
}

export function openTransport(config: Config, { address, sender }: MailWay = wayOfEnvironment(config)): MailTransport {
  return address ? smtpTransport(config, sender, address) : fileTransport(config, sender);
}
