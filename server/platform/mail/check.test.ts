import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConfigError, readConfig } from '#server/config.ts';
import { startDns, type Zone } from '#tests/dns-double.ts';
import { runScript } from '#tests/run-script.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/smtp.ts';
import { checkMail, checkPtr } from './check.ts';
import { dkimRecord } from './dkim.ts';
import { openTransport } from './transport.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const dkimEnv = { DKIM_DOMAIN: 'example.org', DKIM_SELECTOR: 'mail2026', DKIM_PRIVATE_KEY: pem };

let peer: SmtpPeer;
beforeAll(async () => {
  peer = await startSmtpPeer({ login: (_user, text) => text === 'right' });
});
afterAll(() => peer.close());

const configOf = (env: Record<string, string> = {}) =>
  readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://www.example.org',
    MAIL_FROM: 'Association <office@example.org>',
    SMTP_URL: peer.url.replace('//', '//us:right@'),
    ...env,
  });

const whole = (): Zone => ({
  'TXT example.org': ['google-site-verification=x', 'v=spf1 include:relay.example.net -all'],
  'TXT _dmarc.example.org': ['v=DMARC1; p=quarantine'],
  'TXT mail2026._domainkey.example.org': [dkimRecord(configOf(dkimEnv).dkim!)],
  'MX example.org': ['mx.example.org'],
});

async function check(change: (zone: Zone) => void = () => {}, env: Record<string, string> = dkimEnv) {
  const dns = await startDns(whole());
  change(dns.zone);
  try {
    const findings = await checkMail(configOf(env), dns.resolver);
    return Object.fromEntries(findings.map(({ what, ...finding }) => [what, finding]));
  } finally {
    await dns.close();
  }
}

describe('what has to be set up', () => {
  test('is all there', async () => {
    const result = await check();
    const states = Object.fromEntries(Object.entries(result).map(([what, { state }]) => [what, state]));
    expect(states).toEqual({
      SMTP: 'good',
      SPF: 'good',
      DKIM: 'good',
      DMARC: 'good',
      MX: 'good',
      PTR: 'look',
      'Mails that come back': 'look',
      Links: 'good',
    });
  });

  test.each<[string, string, (zone: Zone) => void, string, RegExp]>([
    ['no SPF', 'SPF', (zone) => (zone['TXT example.org'] = ['x']), 'missing', /has no TXT record/],
    [
      'two SPF',
      'SPF',
      (zone) => (zone['TXT example.org'] = ['v=spf1 a -all', 'v=spf1 mx -all']),
      'missing',
      /2 SPF records/,
    ],
    ['everybody may', 'SPF', (zone) => (zone['TXT example.org'] = ['v=spf1 +all']), 'missing', /every server/],
    ['nobody is forbidden', 'SPF', (zone) => (zone['TXT example.org'] = ['v=spf1 a ?all']), 'look', /forbids nobody/],
    ['no domain at all', 'SPF', (zone) => delete zone['TXT example.org'], 'missing', /has no TXT record/],
    [
      'no key',
      'DKIM',
      (zone) => delete zone['TXT mail2026._domainkey.example.org'],
      'missing',
      /Write there: v=DKIM1; k=rsa; p=MII/,
    ],
    [
      'another key',
      'DKIM',
      (zone) => (zone['TXT mail2026._domainkey.example.org'] = ['v=DKIM1; p=MIIB']),
      'missing',
      /is not that of/,
    ],
    ['no DMARC', 'DMARC', (zone) => delete zone['TXT _dmarc.example.org'], 'missing', /p=none/],
    [
      'DMARC that watches',
      'DMARC',
      (zone) => (zone['TXT _dmarc.example.org'] = ['v=DMARC1; p=none']),
      'look',
      /only watches/,
    ],
    ['no mailbox', 'MX', (zone) => delete zone['MX example.org'], 'missing', /receives no mail/],
  ])('%s', async (_name, what, change, state, text) => {
    expect((await check(change))[what]).toEqual({ state, text: expect.stringMatching(text) });
  });

  test('a subdomain uses the DMARC record of its parent domain, and its signature counts', async () => {
    const result = await check(() => {}, { ...dkimEnv, MAIL_FROM: 'office@mail.example.org' });
    expect([result.DMARC!.state, result.DKIM!.state]).toEqual(['good', 'good']);
    const foreign = await check(() => {}, { ...dkimEnv, MAIL_FROM: 'office@example.com' });
    expect(foreign.DKIM).toMatchObject({ state: 'missing', text: expect.stringContaining('same domain') });
  });

  test('the server’s name resolves to its address and back', async () => {
    const ptr = async (change: (zone: Zone) => void) => {
      const dns = await startDns({});
      change(dns.zone);
      try {
        return await checkPtr(dns.resolver, '192.0.2.7');
      } finally {
        await dns.close();
      }
    };
    const reverse = 'PTR 7.2.0.192.in-addr.arpa';
    expect((await ptr(() => {})).text).toContain('has no name');
    expect((await ptr((zone) => (zone[reverse] = ['mail.example.org']))).text).toContain('does not lead back');
    const both = await ptr((zone) => {
      zone[reverse] = ['mail.example.org'];
      zone['A mail.example.org'] = ['192.0.2.7'];
    });
    expect(both.state).toBe('good');
  });

  test('a wrong login, an unreachable server and a missing SMTP_URL are told apart', async () => {
    const smtp = async (SMTP_URL: string) => (await check(() => {}, { ...dkimEnv, SMTP_URL })).SMTP!;
    expect((await smtp(peer.url.replace('//', '//us:wrong@'))).text).toContain('does not accept our login');
    expect((await smtp('smtp://127.0.0.1:9')).text).toContain('could not be reached');
    expect((await smtp('')).text).toContain('SMTP_URL is not set');
  });
});

test('the command says what is missing and ends with 1, without a secret', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-check-'));
  try {
    const { code, output } = await runScript('mail', ['check'], {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      MAIL_FROM: 'office@mail.invalid',
      SMTP_URL: 'smtp://us:hush@127.0.0.1:9',
    });
    expect(code).toBe(1);
    expect(output).toContain('MISSING  SMTP: The mail server could not be reached.');
    expect(output).not.toContain('hush');
    const usage = await runScript('mail', [], { DATA_DIR: dataDir });
    expect(usage).toMatchObject({ code: 1, output: expect.stringContaining('npm run mail -- check') });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe('signing', () => {
  test('a signed mail can be verified with the DNS record, and covers the headers for unsubscribing', async () => {
    const before = peer.received.length;
    const transport = openTransport(configOf(dkimEnv));
    const due = {
      id: '6b1f7c1e-3f0a-4a53-9d3c-0d4f6a1b2c3d',
      kind: 'circular',
      recipient: 'a@example.com',
      data: {},
      memberId: null,
      administratorId: null,
      createdAt: new Date(),
      attempts: 1,
      bulk: true,
    };
    const rendered = {
      subject: 'परिपत्र',
      text: 'Dear  A.\n\nText \n',
      html: '<p>Text</p>',
      senderName: 'A',
      replyTo: '',
      personal: false,
      language: 'en',
      unsubscribe: 'https://www.example.org/unsubscribe/x',
    };
    await transport.send(due, rendered as never, []);
    transport.close();
    const raw = peer.received[before]!.raw.toString('latin1');
    const { signature, isTrue } = verified(raw);
    expect(signature).toMatchObject({ d: 'example.org', s: 'mail2026', a: 'rsa-sha256', c: 'relaxed/relaxed' });
    expect(signature.h!.toLowerCase().split(':')).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
    expect(isTrue).toBe(true);
    expect(verified(raw.replace('One-Click', 'One-Clack')).isTrue).toBe(false);
    expect(verified(`${raw}more\r\n`).isTrue).toBe(false);
  });

  test('the settings are only valid together, and the key must be one', async () => {
    const problem = (env: Record<string, string>) => {
      try {
        configOf(env);
      } catch (error) {
        return (error as ConfigError).problems.join();
      }
      return '';
    };
    expect(problem({ DKIM_DOMAIN: 'example.org' })).toContain('belong together');
    expect(problem({ ...dkimEnv, DKIM_PRIVATE_KEY: 'hush' })).toMatch(/^DKIM_PRIVATE_KEY must be an RSA key(?!.*hush)/);
    expect(problem({ ...dkimEnv, DKIM_DOMAIN: 'example.org; x=y' })).toContain('DKIM_DOMAIN must be a domain');
    const small = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(problem({ ...dkimEnv, DKIM_PRIVATE_KEY: small })).toContain('RSA');
    expect(problem({ ...dkimEnv, DKIM_PRIVATE_KEY: '/nowhere/key.pem' })).toContain('ENOENT');
    const folder = await mkdtemp(join(tmpdir(), 'association-dkim-'));
    try {
      await writeFile(join(folder, 'key.pem'), pem);
      expect(configOf({ ...dkimEnv, DKIM_PRIVATE_KEY: join(folder, 'key.pem') }).dkim?.privateKey).toBe(pem);
      expect(problem({ ...dkimEnv, DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })).toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const relaxed = (line: string) => {
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${line.slice(0, colon).toLowerCase().trim()}:${value}`;
};

/** Verifies as RFC 6376 says, with the public key of the test. */
function verified(raw: string) {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const match = lines.find((line) => /^dkim-signature:/i.test(line))!;
  const tags = match
    .slice(match.indexOf(':') + 1)
    .replace(/\s/g, '')
    .split(';')
    .filter(Boolean);
  const signature: Record<string, string> = Object.fromEntries(
    tags.map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
  const body = `${raw
    .slice(end + 4)
    .replace(/[ \t]+(?=\r\n)/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)+$/, '')}\r\n`;
  const bodyFits = createHash('sha256').update(body, 'latin1').digest('base64') === signature.bh;
  const signed = signature.h!.split(':').flatMap((name) => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return line === undefined ? [] : [relaxed(line)];
  });
  const header = relaxed(match.replace(/(\bb=)[^;]*$/s, '$1'));
  const data = Buffer.from([...signed, header].join('\r\n'), 'latin1');
  return { signature, isTrue: bodyFits && verify('sha256', data, publicKey, Buffer.from(signature.b!, 'base64')) };
}
