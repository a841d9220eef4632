import { isIP } from 'node:net';
import { resolve, sep } from 'node:path';
import { z } from 'zod';
import { email } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { type Dkim, readDkimKey } from './platform/mail/dkim.ts';
import { type ImapAddress, parseImapAddress } from './platform/mail/imap-address.ts';
import { parseSmtpAddress } from './platform/mail/smtp-address.ts';
import { type ClamdAddress, parseClamdAddress } from './platform/storage/clamd.ts';
import { fileKeyPath, isFileKeySource } from './platform/storage/file-keys.ts';
import { parseS3Address } from './platform/storage/s3-address.ts';

/** The program's settings from the environment, checked once at the start. */
export interface Config {
  nodeEnv: 'production' | 'development' | 'test';
  /** The lowest level that is logged. */
  logLevel: 'error' | 'warn' | 'info' | 'debug';
  /** Address and port to listen on. */
  host: string;
  port: number;
  /** How people reach the site: an origin without a trailing slash. */
  publicUrl: string;
  /** False: nobody has said how people reach the site. */
  isPublicUrlSet: boolean;
  /** Number of processes that share the port. */
  workers: number;
  /** Absolute path of the folder of all persistent data. */
  dataDir: string;
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  databaseUrl?: string;
  /** The same database as the owner of its tables. Unset: `databaseUrl` is the owner. */
  databaseOwnerUrl?: string;
  /** The same database without the pooler (such as pgbouncer) that `databaseUrl` leads to. */
  databaseDirectUrl?: string;
  /** A streaming replica of it, for reads. */
  databaseReadUrl?: string;
  /** Unset: mails are written as files into `dataDir/outbox`. */
  smtpUrl?: string;
  /** The key that mails are signed with. Unset: not by this program. */
  dkim?: Dkim;
  /** The mailbox of returned mails. Unset: none is read. */
  bounceImap?: ImapAddress;
  /** `a@b` or `Name <a@b>`. */
  mailFrom: string;
  /** The first administrator, created when there is none; the e-mail in lower case. */
  adminEmail: string;
  /** Unset: a random one is made and printed once. */
  adminPassword?: string;
  /** `s3://…`. Unset: files under `dataDir/files`. */
  storageUrl?: string;
  /** The malware scanner for uploads. Unset: none. */
  clamd?: ClamdAddress;
  /** The key that encrypts people's files, or the path of its file. Unset: no encryption. */
  filesKey?: string;
  /** Keys that files may still be encrypted with. */
  filesKeyOld?: string[];
  /** Asked instead of the system's DNS servers: `address:port`. */
  dnsServer?: string;
  dataGovInApiKey?: string;
  /** Without a trailing slash. */
  dataGovInBaseUrl: string;
  /** Proxies whose `X-Forwarded-For` counts: addresses, networks, or the names `loopback`, `linklocal`, `uniquelocal`. */
  trustProxy?: string[];
  /** The account for payments online. Unset: there are none. */
  gateway?: GatewayAccount;
  /** Set: `/metrics` answers requests with this token. */
  metricsToken?: string;
  /** How long a CDN may serve public pages without revalidation; 0: not at all. */
  cdnSeconds: number;
  /** Called to purge all pages whenever public content changes, with the token as bearer. */
  cdnPurge?: { url: string; token?: string };
  /** The scope of HSTS; only effective while `publicUrl` is HTTPS. */
  hsts: 'off' | 'host' | 'subdomains' | 'preload';
  /** Backups are encrypted with one of them. */
  backupPassphrase?: string;
  backupPassphraseFile?: string;
  /** The clock's time at the start, for tests: it runs on from there. */
  testClock?: Date;
}

/** An account at Razorpay. */
export interface GatewayAccount {
  keyId: string;
  keySecret: string;
  /** The current one first; webhooks signed with an older one are taken too. */
  webhookSecrets: string[];
  /** Without a trailing slash. */
  apiUrl: string;
}

/** Thrown by {@link readConfig}; `problems` holds one line for every wrong variable. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

// Values of these variables may be secret, so no message ever repeats a value.

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function urlWith(protocols: string[], example: string) {
  return z.string().refine(
    (text) => {
      const url = urlOf(text);
      return url !== undefined && protocols.includes(url.protocol) && url.hostname !== '';
    },
    { error: `must be an address such as ${example}` },
  );
}

const publicUrl = urlWith(['http:', 'https:'], 'https://www.example.org').transform((text, context) => {
  const url = new URL(text);
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) {
    context.addIssue({
      code: 'custom',
      message: 'must be only scheme, host and port (https://www.example.org); the site cannot live under a path',
    });
  }
  return url.origin;
});

// A database may also be reached through a unix socket. That leaves the host empty (postgresql://user@/name?host=/run/postgresql),
// which PostgreSQL's clients accept and URLs do not.
const databaseUrl = z
  .string()
  .refine((text) => /^postgres(ql)?:$/.test(urlOf(text.replace('@/', '@socket/'))?.protocol ?? ''), {
    error: 'must be an address such as postgresql://user:password@host:5432/database',
  })
  // What pg takes these for anyway, but with a warning of nine lines.
  .transform((text) =>
    text.includes('uselibpqcompat=')
      ? text
      : text.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full'),
  );

function wholeNumber(least: number, max: number) {
  const error = `must be a whole number from ${least} to ${max}`;
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${String(max).length}}$`), { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= max, { error });
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

const mailFrom = z.string().refine(
  (text) => {
    // A line break here would add a header to every mail.
    if (/[\p{Cc}]/u.test(text)) return false;
    return ADDRESS.test(text) || ADDRESS.test(/^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? '');
  },
  { error: 'must be an e-mail address, or a name and an address: Association <office@example.org>' },
);

const dnsName = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;

const RANGE_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function isAddressOrNetwork(text: string): boolean {
  if (RANGE_NAMES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const trustProxy = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine((parts) => parts.length > 0 && parts.every(isAddressOrNetwork), {
    error: 'must be addresses or networks separated by commas, such as 127.0.0.1, 10.0.0.0/8',
  });

const fileKeyForm = 'the path of a file with one (/etc/association/files.key)';

/** It is rarely typed, and somebody with a backup may try guesses for years. */
export const passphraseMin = 16;

/** Whether nobody on the way can read what goes there. */
function isPrivateWay(text: string): boolean {
  const url = urlOf(text);
  // That it is no address at all is said already.
  if (!url) return true;
  const { protocol, hostname, username, password, search, hash } = url;
  if (username || password || search || hash) return false;
  return protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** `127.0.0.1:53`, `[::1]:53`, or without the port. */
function isServerAddress(text: string): boolean {
  const [, bracketed, plain = text, port = '53'] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  return isIP(bracketed ?? plain) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}

/** Four numbers are an address or a mistake, never a name. */
const isAddressOrName = (text: string): boolean =>
  isIP(text) !== 0 || (/^[\w.-]+$/.test(text) && !/^[\d.]+$/.test(text));

export const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('production'),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug'], { error: 'must be error, warn, info or debug' }).optional(),
  HOST: z
    .string()
    .refine(isAddressOrName, { error: 'must be one address or host name, such as 127.0.0.1 or 0.0.0.0' })
    .default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535).default(3000),
  WORKERS: wholeNumber(1, 32).default(1),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z
    .string()
    .refine((text) => !text.includes('\0'), { error: 'must be the path of a folder' })
    .default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  SMTP_URL: z
    .string()
    .refine((text) => parseSmtpAddress(text) !== null, {
      error: 'must be an address such as smtp://user:password@mail.example.org:587',
    })
    .optional(),
  MAIL_FROM: mailFrom.optional(),
  DKIM_DOMAIN: z.string().regex(dnsName, { error: 'must be a domain such as example.org' }).toLowerCase().optional(),
  DKIM_SELECTOR: z.string().regex(dnsName, { error: 'must be a name such as mail2026' }).optional(),
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((text, context) => {
      try {
        return readDkimKey(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional(),
  BOUNCE_IMAP_URL: z
    .string()
    .transform(parseImapAddress)
    .refine((address) => address !== null, {
      error: 'must be an address such as imaps://user:password@mail.example.org/INBOX',
    })
    .optional(),
  ADMIN_EMAIL: email('must be an e-mail address', 'must be an e-mail address').default('admin@localhost.test'),
  ADMIN_PASSWORD: z
    .string()
    .min(limits.passwordMin, { error: `must have at least ${limits.passwordMin} characters` })
    .max(limits.passwordMax, { error: `must have at most ${limits.passwordMax} characters` })
    .optional(),
  STORAGE_URL: z
    .string()
    .refine((text) => parseS3Address(text) !== null, {
      error: 'must be an address such as s3://key:secret@endpoint.example.org/bucket?region=ap-south-1',
    })
    .optional(),
  CLAMD_URL: z
    .string()
    .transform(parseClamdAddress)
    .refine((address) => address !== null, {
      error: 'must be an address such as tcp://127.0.0.1:3310 or unix:///run/clamd.sock',
    })
    .optional(),
  FILES_KEY: z
    .string()
    .refine(isFileKeySource, { error: `must be 32 bytes in base64 ('openssl rand -base64 32'), or ${fileKeyForm}` })
    .optional(),
  FILES_KEY_OLD: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine((parts) => parts.length > 0 && parts.every(isFileKeySource), {
      error: `must be keys separated by commas, each one 32 bytes in base64, or ${fileKeyForm}`,
    })
    .optional(),
  DNS_SERVER: z
    .string()
    .refine(isServerAddress, { error: 'must be an address with its port, such as 127.0.0.1:53' })
    .optional(),
  DATA_GOV_IN_API_KEY: z.string().regex(/^\S+$/, { error: 'must be one key without spaces' }).optional(),
  DATA_GOV_IN_BASE_URL: urlWith(['http:', 'https:'], 'https://api.data.gov.in')
    .transform((text) => text.replace(/\/+$/, ''))
    .default('https://api.data.gov.in'),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be one key, such as rzp_live_…' })
    .optional(),
  RAZORPAY_KEY_SECRET: z.string().regex(/^\S+$/, { error: 'must be one secret without spaces' }).optional(),
  RAZORPAY_WEBHOOK_SECRET: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => part !== ''), {
      error: 'must be secrets separated by commas, none of them empty',
    })
    .optional(),
  RAZORPAY_API_URL: urlWith(['http:', 'https:'], 'https://api.razorpay.com')
    .refine(isPrivateWay, { error: 'must begin with https, except on this machine itself' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  TRUST_PROXY: trustProxy.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, { error: 'must have at least 16 characters: letters, digits and -._~+/=' })
    .optional(),
  CDN_SECONDS: wholeNumber(0, 86_400).default(0),
  CDN_PURGE_URL: urlWith(['http:', 'https:'], 'https://api.example.org/purge').optional(),
  CDN_PURGE_TOKEN: z.string().regex(/^\S+$/, { error: 'must be one token without spaces' }).optional(),
  HSTS: z
    .enum(['off', 'host', 'subdomains', 'preload'], { error: 'must be off, host, subdomains or preload' })
    .default('host'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(passphraseMin, { error: `must have at least ${passphraseMin} characters` })
    .optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  TEST_CLOCK: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2027-04-01T00:05:00+05:30' })
    .transform((text) => new Date(text))
    .optional(),
});

/** The embedded database accepts 60 connections; each process takes eleven at most, commands some more. */
const embeddedWorkers = 4;

/** What has an effect only beside another variable. */
const belongings = [
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['DATABASE_READ_URL', 'DATABASE_URL'],
  ['CDN_PURGE_URL', 'CDN_SECONDS'],
  ['CDN_PURGE_TOKEN', 'CDN_PURGE_URL'],
] as const;

/** Picks our variables; one that is empty or blank counts as unset. A password keeps its outer spaces. */
function pick(env: NodeJS.ProcessEnv): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of Object.keys(environment.shape)) {
    const value = env[name];
    if (value !== undefined && value.trim() !== '') picked[name] = name === 'ADMIN_PASSWORD' ? value : value.trim();
  }
  return picked;
}

const gatewayNames = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;

/** @throws ConfigError naming what is missing beside what is set */
function gatewayOf(values: z.output<typeof environment>): GatewayAccount | undefined {
  const missing = gatewayNames.filter((name) => values[name] === undefined);
  if (missing.length === gatewayNames.length && values.RAZORPAY_API_URL === undefined) return undefined;
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecrets,
    RAZORPAY_API_URL: apiUrl = 'https://api.razorpay.com',
  } = values;
  if (keyId && keySecret && webhookSecrets) return { keyId, keySecret, webhookSecrets, apiUrl };
  throw new ConfigError(missing.map((name) => `${name} is not set; ${gatewayNames.join(', ')} belong together`));
}

/**
 * Reads the environment.
 * @returns the whole configuration with its defaults filled in
 * @throws ConfigError naming every wrong variable and what is wrong with it, never its value
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(pick(env));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  }
  const values = parsed.data;
  if (values.TEST_CLOCK && values.NODE_ENV !== 'test') {
    throw new ConfigError(['TEST_CLOCK is for tests: it needs NODE_ENV=test']);
  }
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY: privateKey } = values;
  const dkim = domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : undefined;
  if (!dkim && (domainName || keySelector || privateKey)) {
    throw new ConfigError(['DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY belong together; one of them is not set']);
  }
  const gateway = gatewayOf(values);
  for (const [name, needed] of belongings) {
    if (values[name] && !values[needed]) throw new ConfigError([`${name} belongs to ${needed}, which is not set`]);
  }
  if (values.WORKERS > embeddedWorkers && !values.DATABASE_URL) {
    throw new ConfigError([
      `WORKERS can be at most ${embeddedWorkers} with the database that the site brings; set DATABASE_URL for more`,
    ]);
  }
  if (values.BACKUP_PASSPHRASE && values.BACKUP_PASSPHRASE_FILE) {
    throw new ConfigError(['BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE cannot both be set']);
  }
  const dataDir = resolve(values.DATA_DIR);
  const isInside = (key: string) => resolve(fileKeyPath(key) ?? '/').startsWith(`${dataDir}${sep}`);
  if ([values.FILES_KEY ?? [], values.FILES_KEY_OLD ?? []].flat().some(isInside)) {
    throw new ConfigError([
      'FILES_KEY must lie outside DATA_DIR: a copy of the data folder must not bring its own key',
    ]);
  }
  const siteUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    nodeEnv: values.NODE_ENV,
    logLevel: values.LOG_LEVEL ?? (values.NODE_ENV === 'production' ? 'info' : 'debug'),
    host: values.HOST,
    port: values.PORT,
    workers: values.WORKERS,
    publicUrl: siteUrl,
    isPublicUrlSet: values.PUBLIC_URL !== undefined,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? values.DATABASE_DIRECT_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(siteUrl).hostname}`,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    storageUrl: values.STORAGE_URL,
    ...(dkim ? { dkim } : {}),
    ...(values.BOUNCE_IMAP_URL ? { bounceImap: values.BOUNCE_IMAP_URL } : {}),
    ...(values.CLAMD_URL ? { clamd: values.CLAMD_URL } : {}),
    filesKey: values.FILES_KEY,
    filesKeyOld: values.FILES_KEY_OLD,
    ...(values.DNS_SERVER && { dnsServer: values.DNS_SERVER }),
    dataGovInApiKey: values.DATA_GOV_IN_API_KEY,
    dataGovInBaseUrl: values.DATA_GOV_IN_BASE_URL,
    trustProxy: values.TRUST_PROXY,
    ...(gateway ? { gateway } : {}),
    metricsToken: values.METRICS_TOKEN,
    cdnSeconds: values.CDN_SECONDS,
    ...(values.CDN_PURGE_URL && {
      cdnPurge: { url: values.CDN_PURGE_URL, ...(values.CDN_PURGE_TOKEN && { token: values.CDN_PURGE_TOKEN }) },
    }),
    hsts: values.HSTS,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backupPassphraseFile: values.BACKUP_PASSPHRASE_FILE,
    testClock: values.TEST_CLOCK,
  };
}
