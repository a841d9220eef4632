import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { DueMail } from './kinds.ts';
import { parseSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import type { RenderedMail } from './templates.ts';

/** Where mails go: to a mail server, or as files into a folder. */
export interface MailTransport {
  /** How many mails it takes at a time. */
  lanes: number;
  /** @throws what {@link explainFailure} understands */
  send(mail: DueMail, rendered: RenderedMail): Promise<void>;
  close(): void;
}

export const outboxFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'outbox');

/** Thrown for an address to which nothing can be sent. */
export class BadAddress extends Error {}

/** One plain address; whatever could be read as two, or as part of a header, is none. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u;

/** A sender without a name of its own gets the association's, which is what people look for in their mailbox. */
function senderOf(mailFrom: string, name: string): { name: string; address: string } {
  const named = /^(.*)<([^<>]+)>$/.exec(mailFrom);
  if (named) return { name: named[1]?.trim().replace(/^"(.*)"$/, '$1') ?? '', address: named[2] ?? '' };
  return { name, address: mailFrom };
}

function compose(config: Config, mail: DueMail, rendered: RenderedMail): SendMailOptions {
  if (!plainAddress.test(mail.recipient)) throw new BadAddress();
  const { replyTo } = rendered;
  const host = new URL(config.publicUrl).hostname;
  return {
    from: senderOf(config.mailFrom, rendered.senderName),
    // As an object: a text would be taken apart at commas.
    to: { name: '', address: mail.recipient },
    ...(replyTo && plainAddress.test(replyTo) ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: rendered.subject,
    text: rendered.text,
    html: rendered.html,
    date: new Date(),
    // The same at every try: should a mail arrive twice after all, mailboxes show it once.
    messageId: `<${mail.id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Mail-Kind': mail.kind },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpTransport(config: Config, address: SmtpAddress): MailTransport {
  const mailer = nodemailer.createTransport({
    ...address,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    // The outbox tries again, with its own patience.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  });
  return {
    lanes: 3,
    async send(mail, rendered) {
      await mailer.sendMail(compose(config, mail, rendered));
    },
    close: () => mailer.close(),
  };
}

function fileTransport(config: Config): MailTransport {
  const folder = outboxFolder(config);
  const mailer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    lanes: 1,
    async send(mail, rendered) {
      const { message } = await mailer.sendMail(compose(config, mail, rendered));
      // Sorted by time, and the same at every try, so that a second try replaces the first.
      const name = `${mail.createdAt.toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
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

export function openTransport(config: Config): MailTransport {
  if (config.smtpUrl === undefined) return fileTransport(config);
  const address = parseSmtpAddress(config.smtpUrl);
  if (!address) throw new Error('SMTP_URL cannot be read.');
  return smtpTransport(config, address);
}
