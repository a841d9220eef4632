import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, environment, readConfig } from '#server/config.ts';

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(readConfig({})).toEqual({
      nodeEnv: 'production',
      logLevel: 'info',
      host: '127.0.0.1',
      port: 3000,
      workers: 1,
      cdnSeconds: 0,
      publicUrl: 'http://localhost:3000',
      isPublicUrlSet: false,
      dataDir: resolve('data'),
      mailFrom: 'no-reply@localhost',
      adminEmail: 'admin@localhost.test',
      dataGovInBaseUrl: 'https://api.data.gov.in',
      hsts: 'host',
    });
  });

  test('docs/operations.md and .env.example name every variable, and no other', () => {
    const variables = Object.keys(environment.shape).filter((name) => name !== 'TEST_CLOCK');
    const example = readFileSync('.env.example', 'utf8').matchAll(/^#([A-Z_]+)=/gm);
    expect([...example].map(([, name]) => name).sort()).toEqual(variables.toSorted());
    const table = readFileSync('docs/operations.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const rows = table.flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    expect(rows.sort()).toEqual(variables.toSorted());
  });

  test('DATABASE_OWNER_URL is refused without DATABASE_URL, LOG_LEVEL when it is no level', () => {
    const url = 'postgresql://owner@db.example.org/site';
    expect(problemsOf({ DATABASE_OWNER_URL: url })).toEqual([
      'DATABASE_OWNER_URL belongs to DATABASE_URL, which is not set',
    ]);
    expect(readConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: url }).databaseOwnerUrl).toBe(url);
    expect(problemsOf({ LOG_LEVEL: 'loud' })).toEqual(['LOG_LEVEL must be error, warn, info or debug']);
    expect(readConfig({ LOG_LEVEL: 'warn' }).logLevel).toBe('warn');
  });

  test('FILES_KEY is a key or the path of a file outside the data folder, and FILES_KEY_OLD any number of them', () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    expect(readConfig({ FILES_KEY: key }).filesKey).toBe(key);
    expect(readConfig({ FILES_KEY: '/etc/association/files.key', FILES_KEY_OLD: `${key}, /etc/old` })).toMatchObject({
      filesKey: '/etc/association/files.key',
      filesKeyOld: [key, '/etc/old'],
    });
    for (const wrong of ['hush', key.slice(1), `${key}=`, Buffer.alloc(16, 1).toString('base64'), './hush']) {
      const [problem, ...more] = problemsOf({ FILES_KEY: wrong });
      expect([more, problem]).toEqual([[], expect.stringMatching(/^FILES_KEY must be 32 bytes in base64/)]);
      expect(problem).not.toContain(wrong);
      expect(problemsOf({ FILES_KEY_OLD: `${key},${wrong}` })).toHaveLength(1);
    }
    for (const name of ['FILES_KEY', 'FILES_KEY_OLD']) {
      const inside = problemsOf({ DATA_DIR: '/srv/data', [name]: '/srv/data/secrets/files.key' });
      expect(inside).toEqual([expect.stringContaining('must lie outside DATA_DIR')]);
      expect(problemsOf({ DATA_DIR: '/srv/data', [name]: '/srv/data.key' })).toEqual([]);
    }
  });

  test('an account for payments online is complete or absent, and reached over https', () => {
    const account = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'hush', RAZORPAY_WEBHOOK_SECRET: 'new, old' };
    expect(readConfig({}).gateway).toBeUndefined();
    expect(readConfig(account).gateway).toEqual({
      keyId: 'rzp_test_1',
      keySecret: 'hush',
      webhookSecrets: ['new', 'old'],
      apiUrl: 'https://api.razorpay.com',
    });
    for (const name of Object.keys(account)) {
      const [problem, ...more] = problemsOf({ ...account, [name]: '' });
      expect([more, problem]).toEqual([[], expect.stringMatching(new RegExp(`^${name} is not set`))]);
    }
    expect(problemsOf({ RAZORPAY_API_URL: 'https://api.razorpay.com' })).toHaveLength(3);
    for (const RAZORPAY_WEBHOOK_SECRET of ['new,', ',', 'new,,old'])
      expect(problemsOf({ ...account, RAZORPAY_WEBHOOK_SECRET })).toHaveLength(1);
    for (const RAZORPAY_API_URL of ['http://api.razorpay.com', 'https://u:p@h.example', 'https://h/?a'])
      expect(problemsOf({ ...account, RAZORPAY_API_URL })).toHaveLength(1);
    expect(problemsOf({ ...account, RAZORPAY_API_URL: 'nowhere' })).toEqual([
      'RAZORPAY_API_URL must be an address such as https://api.razorpay.com',
    ]);
    for (const RAZORPAY_API_URL of ['http://127.0.0.1:4000/', 'http://localhost:4000', 'http://[::1]:4000'])
      expect(readConfig({ ...account, RAZORPAY_API_URL }).gateway?.apiUrl).toBe(RAZORPAY_API_URL.replace(/\/$/, ''));
  });

  test('workers are a small number, and smaller with the database that the site brings', () => {
    const DATABASE_URL = 'postgresql://a:b@localhost/c';
    for (const WORKERS of ['0', '33', '1.5', 'two', '-1'])
      expect(problemsOf({ WORKERS, DATABASE_URL })).toHaveLength(1);
    expect(readConfig({ WORKERS: '4' }).workers).toBe(4);
    expect(problemsOf({ WORKERS: '5' })).toEqual([expect.stringContaining('WORKERS can be at most 4')]);
    expect(readConfig({ WORKERS: '32', DATABASE_URL }).workers).toBe(32);
  });

  test('a CDN is off without seconds, and only purged when it is on', () => {
    const CDN_PURGE_URL = 'https://cdn.example.org/purge';
    expect(readConfig({})).toMatchObject({ cdnSeconds: 0 });
    for (const CDN_SECONDS of ['-1', '86401', '1h']) expect(problemsOf({ CDN_SECONDS })).toHaveLength(1);
    expect(problemsOf({ CDN_PURGE_URL })).toEqual([expect.stringContaining('belongs to CDN_SECONDS')]);
    expect(problemsOf({ CDN_SECONDS: '60', CDN_PURGE_TOKEN: 'x' })).toHaveLength(1);
    expect(readConfig({ CDN_SECONDS: '60', CDN_PURGE_URL, CDN_PURGE_TOKEN: 'x' }).cdnPurge).toEqual({
      url: CDN_PURGE_URL,
      token: 'x',
    });
  });

  test('the direct address needs a pooler, and is also the owner’s unless that has its own', () => {
    const DATABASE_URL = 'postgresql://a:b@localhost:6432/c';
    const DATABASE_DIRECT_URL = 'postgresql://a:b@localhost:5432/c';
    expect(problemsOf({ DATABASE_DIRECT_URL })).toEqual([expect.stringContaining('belongs to DATABASE_URL')]);
    expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL }).databaseOwnerUrl).toBe(DATABASE_DIRECT_URL);
    const DATABASE_READ_URL = 'postgresql://a:b@replica:5432/c';
    expect(problemsOf({ DATABASE_READ_URL })).toEqual([expect.stringContaining('belongs to DATABASE_URL')]);
    expect(readConfig({ DATABASE_URL, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL);
  });

  test('an empty or blank variable counts as unset', () => {
    const blank = { PORT: '', PUBLIC_URL: ' ', DATABASE_URL: '', SMTP_URL: '', TRUST_PROXY: '', ADMIN_PASSWORD: '  ' };
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  test('the port is in the default public address, and the public host in the default sender', () => {
    expect(readConfig({ PORT: '4100' }).publicUrl).toBe('http://localhost:4100');
    expect(readConfig({ PUBLIC_URL: 'https://www.example.org/' })).toMatchObject({
      publicUrl: 'https://www.example.org',
      mailFrom: 'no-reply@www.example.org',
    });
  });

  test('every wrong variable is reported at once, by name and without its value', () => {
    const problems = problemsOf({
      HOST: 'two hosts',
      PORT: 'hush-1',
      PUBLIC_URL: 'hush-2',
      DATABASE_URL: 'mysql://u:hush-3@h/d',
      SMTP_URL: 'hush-4',
      MAIL_FROM: 'hush-5',
      ADMIN_EMAIL: 'hush-6',
      ADMIN_PASSWORD: 'hush',
      STORAGE_URL: 'https://hush-7/b',
      DATA_GOV_IN_API_KEY: 'hush 8',
      DATA_GOV_IN_BASE_URL: 'hush-9',
      TRUST_PROXY: 'true',
      NODE_ENV: 'hush-10',
    });
    expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual(
      [
        'ADMIN_EMAIL',
        'ADMIN_PASSWORD',
        'DATABASE_URL',
        'DATA_GOV_IN_API_KEY',
        'DATA_GOV_IN_BASE_URL',
        'HOST',
        'MAIL_FROM',
        'NODE_ENV',
        'PORT',
        'PUBLIC_URL',
        'SMTP_URL',
        'STORAGE_URL',
        'TRUST_PROXY',
      ].sort(),
    );
    expect(problems.join('\n')).not.toMatch(/hush/);
  });

  test.each(['0', '65536', '-1', '3000.5', '0x10', '99999999'])('PORT %s is refused with one message', (value) => {
    expect(problemsOf({ PORT: value })).toEqual(['PORT must be a whole number from 1 to 65535']);
  });

  test.each(['https://a.example/path', 'https://u:p@a.example', 'ftp://a.example', 'https://a.example/?q'])(
    'PUBLIC_URL %s is refused',
    (value) => {
      expect(problemsOf({ PUBLIC_URL: value })).toHaveLength(1);
    },
  );

  test.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, ::1 loopback', ['10.0.0.0/8', '::1', 'loopback']],
  ])('TRUST_PROXY %s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  test.each(['10.0.0.0/33', '::1/129', '1.2.3', '10.0.0.0/8/8', ','])('TRUST_PROXY %s is refused', (value) => {
    expect(problemsOf({ TRUST_PROXY: value })).toHaveLength(1);
  });

  test.each(['office@example.org', 'Association <office@example.org>'])('MAIL_FROM %s', (value) => {
    expect(readConfig({ MAIL_FROM: value }).mailFrom).toBe(value);
  });

  test.each(['office', 'A <b>', 'a@b, c@d', 'A\r\nBcc: x <a@b.c>'])('MAIL_FROM %j is refused', (value) => {
    expect(problemsOf({ MAIL_FROM: value })).toHaveLength(1);
  });

  test.each([
    'postgresql:///members?host=/run/postgresql',
    'postgresql://office@/members?host=/run/postgresql',
    'postgres://office:secret@db.example.org:5432/members?sslmode=verify-full',
    'postgres://office:secret@db.example.org:5432/members?uselibpqcompat=true&sslmode=require',
  ])('DATABASE_URL %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('a way that must be encrypted must be trusted as well', () => {
    const url = 'postgres://office:secret@db.example.org/members?sslmode=require';
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url.replace('require', 'verify-full'));
  });

  test.each(['127.0.0.1', '::', 'fe80::1%eth0', 'localhost', 'site-1.example.org'])('HOST %s', (value) => {
    expect(readConfig({ HOST: value }).host).toBe(value);
  });

  test.each(['999.1.1.1', '1.2.3', '127.0.0.1:3000', 'http://localhost', '::g'])('HOST %s is refused', (value) => {
    expect(problemsOf({ HOST: value })).toHaveLength(1);
  });

  test('the password keeps its spaces, the e-mail its lower case', () => {
    expect(readConfig({ ADMIN_PASSWORD: ' eight ch ', ADMIN_EMAIL: ' Office@Example.ORG ' })).toMatchObject({
      adminPassword: ' eight ch ',
      adminEmail: 'office@example.org',
    });
  });
});
