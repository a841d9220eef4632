import type { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import nodemailer from 'nodemailer';
import type { Config } from '#server/config.ts';
import { dkimRecord } from './dkim.ts';
import { explainFailure } from './failures.ts';
import { smtpOptions } from './transport.ts';
import { domainOf, type MailWay, wayOfEnvironment } from './way.ts';

/** A checked item, and the result in plain words. */
export interface Finding {
  what: string;
  /** `missing` has to be fixed; `look` is for the operator to judge. */
  state: 'good' | 'missing' | 'look';
  text: string;
}

export type Dns = Pick<Resolver, 'resolveTxt' | 'resolveMx' | 'resolve4' | 'resolve6' | 'reverse'>;

const good = (what: string, text: string): Finding => ({ what, state: 'good', text });
const missing = (what: string, text: string): Finding => ({ what, state: 'missing', text });
const look = (what: string, text: string): Finding => ({ what, state: 'look', text });

/** The DNS answer; [] for no record. @throws when the DNS cannot be asked */
async function answers<T>(work: Promise<T[]>): Promise<T[]> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
    throw error;
  });
}
const texts = async (dns: Dns, name: string, begins: RegExp) =>
  (await answers(dns.resolveTxt(name))).map((parts) => parts.join('')).filter((text) => begins.test(text));

const isWithin = (domain: string, other: string) => domain === other || domain.endsWith(`.${other}`);

async function checkSpf(dns: Dns, domain: string): Promise<Finding> {
  const records = await texts(dns, domain, /^v=spf1(\s|$)/i);
  if (records.length === 0) {
    return missing(
      'SPF',
      `${domain} has no TXT record 'v=spf1 …'. It says which servers may send for you; your mail provider tells you what to write.`,
    );
  }
  if (records.length > 1)
    return missing('SPF', `${domain} has ${records.length} SPF records; there may be one only, or none counts.`);
  const [record = ''] = records;
  if (/\s\+?all\s*$/i.test(record))
    return missing('SPF', `'${record}' lets every server of the world send for you. End it with '~all' or '-all'.`);
  if (!/\s[-~]all\s*$|\sredirect=/i.test(record))
    return look('SPF', `'${record}' forbids nobody to send for you. End it with '~all' or '-all'.`);
  return good('SPF', `'${record}'. Please see that your mail server is named in it.`);
}

async function checkDkim(dns: Dns, domain: string, { dkim }: Config, { address }: MailWay): Promise<Finding> {
  if (!dkim) {
    return look(
      'DKIM',
      `The program does not sign mails. ${address ? 'Ask your mail provider whether it does' : 'Your mail server may do it'}, or set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY.`,
    );
  }
  const name = `${dkim.keySelector}._domainkey.${dkim.domainName}`;
  const expected = dkimRecord(dkim);
  const keyIn = (text: string) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replace(/\s/g, '') ?? '';
  const records = await texts(dns, name, /(^|;)\s*p=/i);
  if (records.length === 0) return missing('DKIM', `${name} has no TXT record with the key. Write there: ${expected}`);
  if (!records.some((text) => keyIn(text) === keyIn(expected))) {
    return missing('DKIM', `The key at ${name} is not that of DKIM_PRIVATE_KEY. Write there: ${expected}`);
  }
  if (!isWithin(domain, dkim.domainName)) {
    return missing(
      'DKIM',
      `Mails are sent from ${domain} and signed for ${dkim.domainName}: DMARC counts only a signature of the same domain.`,
    );
  }
  return good('DKIM', `Mails are signed for ${dkim.domainName}, and the key at ${name} fits.`);
}

async function checkDmarc(dns: Dns, domain: string): Promise<Finding> {
  // A subdomain without a record uses that of its parent domain.
  const labels = domain.split('.');
  for (let from = 0; from <= labels.length - 2; from++) {
    const name = labels.slice(from).join('.');
    const [record] = await texts(dns, `_dmarc.${name}`, /^v=DMARC1\s*(;|$)/i);
    if (record === undefined) continue;
    const policy = /;\s*p=(\w+)/i.exec(record)?.[1]?.toLowerCase();
    if (policy === 'none')
      return look(
        'DMARC',
        `'${record}' at ${name} only watches. Once SPF and DKIM are good, 'p=quarantine' keeps others from writing in your name.`,
      );
    return good('DMARC', `'${record}' at ${name}.`);
  }
  return missing(
    'DMARC',
    `_dmarc.${domain} has no TXT record. Begin with 'v=DMARC1; p=none; rua=mailto:postmaster@${domain}': Gmail and Yahoo want one.`,
  );
}

async function checkMx(dns: Dns, domain: string): Promise<Finding> {
  const records = (await answers(dns.resolveMx(domain))).filter(({ exchange }) => exchange !== '');
  if (records.length === 0) {
    return missing(
      'MX',
      `${domain} receives no mail: answers, and mails that come back, are lost. Send from a domain that has a mailbox.`,
    );
  }
  return good('MX', `${domain} receives mail at ${records.map(({ exchange }) => exchange).join(', ')}.`);
}

/** Whether each address of a mail server has a name that resolves back to it. */
export async function checkPtr(dns: Dns, host: string): Promise<Finding> {
  const what = 'PTR';
  const addresses = isIP(host)
    ? [host]
    : [...(await answers(dns.resolve4(host))), ...(await answers(dns.resolve6(host)))];
  if (addresses.length === 0) return missing(what, `${host} has no address in the DNS.`);
  for (const address of addresses) {
    if (/^(127\.|10\.|192\.168\.|::1$|f[cd])/.test(address)) {
      return look(
        what,
        `${host} is a private address. The server that sends to the world from there needs a name for its public address (PTR) that leads back to it.`,
      );
    }
    const names = await answers(dns.reverse(address));
    if (names.length === 0)
      return missing(
        what,
        `${address} (${host}) has no name in the DNS (PTR). The provider of the address can set it; many servers refuse mails without one.`,
      );
    const back = await Promise.all(
      names.map(async (name) => [...(await answers(dns.resolve4(name))), ...(await answers(dns.resolve6(name)))]),
    );
    if (!back.flat().includes(address))
      return missing(what, `${address} is called ${names[0]}, and that name does not lead back to it.`);
  }
  return good(what, `${host}: each address has a name that leads back to it. With a relay, its own addresses count.`);
}

async function checkSmtp(address: NonNullable<MailWay['address']>): Promise<Finding> {
  const mailer = nodemailer.createTransport({ ...smtpOptions, ...address });
  try {
    await mailer.verify();
  } catch (error) {
    return missing('SMTP', explainFailure(error).message);
  } finally {
    mailer.close();
  }
  const secured =
    address.secure || address.requireTLS
      ? 'over TLS'
      : address.ignoreTLS
        ? 'on this machine'
        : 'with TLS if the server offers it';
  return good(
    'SMTP',
    `${address.host}:${address.port} answers ${secured}${address.auth ? ' and accepts the login' : ', without a login'}.`,
  );
}

async function checkMailbox({ bounceImap }: Config): Promise<Finding> {
  const what = 'Mails that come back';
  if (!bounceImap)
    return look(
      what,
      'BOUNCE_IMAP_URL is not set: nobody notices addresses of which the mail server learns later that they do not work.',
    );
  const { mailbox, ...connection } = bounceImap;
  const imap = new ImapFlow({
    ...connection,
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
  });
  imap.on('error', () => {});
  try {
    await imap.connect();
    await imap.status(mailbox, { messages: true });
    await imap.logout();
  } catch (error) {
    const { authenticationFailed } = error as { authenticationFailed?: boolean };
    return missing(
      what,
      authenticationFailed
        ? 'The mailbox does not accept the login of BOUNCE_IMAP_URL.'
        : 'The mailbox of BOUNCE_IMAP_URL could not be opened.',
    );
  } finally {
    imap.close();
  }
  return good(what, `The mailbox ${mailbox} at ${connection.host} can be read.`);
}

/** What the DNS says of the sender's domain. @throws when it cannot be asked */
export async function checkSenderRecords(config: Config, dns: Dns, way: MailWay): Promise<Finding[]> {
  const domain = domainOf(way.sender);
  return Promise.all([checkSpf(dns, domain), checkDmarc(dns, domain), checkDkim(dns, domain, config, way)]);
}

/** Checks delivery: the sender's DNS records, the mail server, and the mailbox of returned mails. */
export async function checkMail(config: Config, dns: Dns, way = wayOfEnvironment(config)): Promise<Finding[]> {
  const domain = domainOf(way.sender);
  const check = async (what: string, work: () => Promise<Finding>): Promise<Finding> =>
    work().catch(() => look(what, 'The DNS could not be asked. Please try again.'));
  const smtp = way.address;
  return [
    smtp === null
      ? missing('SMTP', 'SMTP_URL is not set: mails are written into files, and nobody receives them.')
      : await checkSmtp(smtp),
    await check('SPF', () => checkSpf(dns, domain)),
    await check('DKIM', () => checkDkim(dns, domain, config, way)),
    await check('DMARC', () => checkDmarc(dns, domain)),
    await check('MX', () => checkMx(dns, domain)),
    ...(smtp === null ? [] : [await check('PTR', () => checkPtr(dns, smtp.host))]),
    await checkMailbox(config),
    config.publicUrl.startsWith('https:')
      ? good('Links', `Links in mails lead to ${config.publicUrl}.`)
      : missing(
          'Links',
          'PUBLIC_URL is not an https address: links in mails are not trusted, and mailboxes do not offer to end circulars by a press.',
        ),
  ];
}
