import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { Queryable, Readable } from '#server/platform/database/client.ts';
import { type FileKey, keyOf, readFileKeys } from '#server/platform/storage/file-keys.ts';
import { clock } from '#shared/clock.ts';
import { parseSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { mailServers } from './tables.ts';

// The one owner of where mails go: to the server of the environment, to that of the office's form, or into files.

/** What the office says of a mail server; `password` is '' for none. */
export interface MailServer {
  host: string;
  port: number;
  secure: 'tls' | 'starttls' | 'none';
  user: string;
  password: string;
  sender: string;
}

export interface MailWay {
  /** Who has named the server; null: mails become files. */
  from: 'environment' | 'form' | null;
  /** The server; null: mails become files, or wait where `passwordLost`. */
  address: SmtpAddress | null;
  /** `a@b` or `Name <a@b>`. */
  sender: string;
  /** What the form says cannot be used any more: its key is not here. Mails wait. */
  passwordLost: boolean;
  /** Differs when mails go another way. */
  mark: string;
}

type Site = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'storageUrl' | 'filesKey' | 'filesKeyOld' | 'smtpUrl' | 'mailFrom' | 'publicUrl'
>;

/** The file with the key, where the site is one machine. */
const keyFile = 'settings.key';

/** Whether what the form says can be sealed here: a key beside a database or a store elsewhere would end with this folder. */
export const isFormOffered = ({ databaseUrl, storageUrl, filesKey }: Site): boolean =>
  (databaseUrl === undefined && storageUrl === undefined) || filesKey !== undefined;

/** The keys that seal and open; the first seals. */
function keysOf(site: Site): FileKey[] {
  if (site.filesKey !== undefined) {
    const { current, all } = readFileKeys(site);
    return current ? [current, ...all.values()] : [...all.values()];
  }
  if (!isFormOffered(site)) return [];
  try {
    return [keyOf(readFileSync(join(site.dataDir, keyFile), 'utf8').trim())];
  } catch {
    return [];
  }
}

/** Makes the key of a site on one machine when the first password is sealed. */
async function makeKey(site: Site): Promise<void> {
  if (site.filesKey !== undefined || !isFormOffered(site)) return;
  const text = `${randomBytes(32).toString('base64')}\n`;
  await writeFile(join(site.dataDir, keyFile), text, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
}

const derived = ({ bytes }: FileKey) => Buffer.from(hkdfSync('sha256', bytes, '', 'a password of settings', 32));

/** Seals a password. @throws Error without a key */
export async function sealPassword(site: Site, password: string): Promise<string> {
  if (password === '') return '';
  await makeKey(site);
  const [key] = keysOf(site);
  if (!key) throw new Error('There is no key for passwords of settings.');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived(key), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}.${sealed.toString('base64url')}`;
}

/** @returns null when the key is not here, or is another one */
export function openPassword(site: Site, sealed: string): string | null {
  if (sealed === '') return '';
  const [id, text = ''] = sealed.split('.');
  const key = keysOf(site).find((each) => each.id === id);
  if (!key) return null;
  const bytes = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', derived(key), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** What the form keeps, with the sealed password; undefined for nothing. */
export async function findMailServer(db: Readable) {
  const [row] = await db.select().from(mailServers).limit(1);
  return row;
}

/** Keeps what the form says, for the site under which its code was typed. @param server null: none any more */
export async function saveMailServer(
  tx: Queryable,
  server: (MailServer & { publicUrl: string }) | null,
): Promise<void> {
  await tx.delete(mailServers);
  if (server) await tx.insert(mailServers).values({ ...server, savedAt: clock.now() });
}

/** The domain of a sender. */
export const domainOf = (sender: string): string => /@([^\s@<>]+)>?$/.exec(sender)?.[1]?.toLowerCase() ?? '';

const local = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;
/** Whether nothing leaves this machine on the way there. */
export const isThisMachine = (host: string): boolean => local.test(host);

export const addressOf = ({ host, port, secure, user, password }: MailServer): SmtpAddress => ({
  host,
  port,
  secure: secure === 'tls',
  requireTLS: secure === 'starttls',
  ignoreTLS: secure === 'none',
  auth: user === '' ? undefined : { user, pass: password },
});

const hashOf = (...parts: (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);

/** The hash of all that a code of the form holds for. */
export const markOf = ({ host, port, secure, user, password, sender }: MailServer): string =>
  hashOf(host, port, secure, user, password, sender);

/** Where mails go while nothing but the environment counts. */
export function wayOfEnvironment({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailWay {
  if (smtpUrl === undefined) return { from: null, address: null, sender: mailFrom, passwordLost: false, mark: 'files' };
  const address = parseSmtpAddress(smtpUrl);
  if (!address) throw new Error('SMTP_URL cannot be read.');
  return { from: 'environment', address, sender: mailFrom, passwordLost: false, mark: hashOf(smtpUrl, mailFrom) };
}

/** Where mails go now. */
export async function findMailWay({ config, database }: { config: Site; database: Readable }): Promise<MailWay> {
  const ofEnvironment = wayOfEnvironment(config);
  if (ofEnvironment.from) return ofEnvironment;
  const row = await findMailServer(database);
  // A copy of the site at another address must not write to real people.
  if (!row || row.publicUrl !== config.publicUrl) return ofEnvironment;
  const password = openPassword(config, row.password);
  const way = { from: 'form', sender: row.sender || config.mailFrom } as const;
  if (password === null) return { ...way, address: null, passwordLost: true, mark: 'lost' };
  const server = { ...row, password };
  return { ...way, address: addressOf(server), passwordLost: false, mark: markOf(server) };
}

/** Whether mails leave; else they become files, or wait. */
export const isSending = async (core: { config: Site; database: Readable }): Promise<boolean> =>
  (await findMailWay(core)).address !== null;

/** The hash of what a typed code proves of a way: another server, sender or site needs another one. */
export const proofOf = (
  { address, sender }: Pick<MailWay, 'address' | 'sender'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string => (address ? hashOf(address.host, address.port, address.auth?.user ?? '', sender, publicUrl) : '');
