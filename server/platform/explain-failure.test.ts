import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { DataDirInUse } from './data-dir.ts';
import { explainFailure } from './explain-failure.ts';

const config = { host: '127.0.0.1', port: 3000, dataDir: '/data', databaseUrl: undefined };
const other = { ...config, databaseUrl: 'postgresql://u:hush-hush@db.example.org/site' };
const failure = (message: string, fields: object) => Object.assign(new Error(message), fields);
const sqlState = (code: string, message = 'its own words') => {
  const error = new pg.DatabaseError(message, message.length, 'error');
  return Object.assign(error, { code });
};

describe('with DATABASE_URL, the database is blamed', () => {
  it.each([
    ['nothing listens', failure('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' })],
    ['the host is unknown', failure('getaddrinfo ENOTFOUND db', { code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['the socket is not there', failure('connect ENOENT /run/x', { code: 'ENOENT', syscall: 'connect' })],
    ['the certificate is not trusted', failure('self-signed', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['it has no encryption', new Error('The server does not support SSL connections')],
    ['it is silent', new Error('timeout exceeded when trying to connect')],
    ['it hangs up', new Error('Connection terminated unexpectedly')],
    [
      'none of its addresses answers',
      new AggregateError([failure('connect ECONNREFUSED ::1', { code: 'ECONNREFUSED' })]),
    ],
    ['a query finds it gone', new DrizzleQueryError('select 1', [], failure('read', { code: 'ECONNRESET' }))],
  ])('when %s', (_name, error) => {
    expect(explainFailure(error, other)).toMatch(/^The database of DATABASE_URL does not answer: .+/);
  });

  it.each(['28P01', '28000', '3D000', '53300', '57P03', '42501', '08P01'])('when it refuses with %s', (code) => {
    expect(explainFailure(sqlState(code), other)).toBe('The database of DATABASE_URL cannot be used: its own words');
  });
});

describe('it is not blamed', () => {
  it.each([
    [
      'the port is taken',
      failure('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen' }),
      /^Port 3000 .* in use/,
    ],
    ['the port is forbidden', failure('listen EACCES', { code: 'EACCES', syscall: 'listen' }), /^Port 3000 may not/],
    ['there is no such address', failure('listen', { code: 'EADDRNOTAVAIL', syscall: 'listen' }), /correct HOST/],
    ['a folder is closed', failure('EACCES: mkdir', { code: 'EACCES', syscall: 'mkdir' }), /^EACCES: mkdir$/],
    [
      'the disk is full',
      failure('ENOSPC: write', { code: 'ENOSPC', syscall: 'write' }),
      /^The disk of \/data is full: /,
    ],
    [
      'another disk is full',
      failure('ENOSPC: mkdir', { code: 'ENOSPC', syscall: 'mkdir', path: '/tmp/x' }),
      /^The disk of \/tmp\/x is full: /,
    ],
    [
      'PostgreSQL finds it full',
      new Error('The database did not start: FATAL: could not write lock file: No space left on device'),
      /^The disk of \/data is full: /,
    ],
    [
      'the lock finds it full',
      new Error('The data folder /data cannot be written to (database or disk is full)'),
      /^The disk of \/data is full: /,
    ],
    [
      'HOST is no name',
      failure('getaddrinfo', { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: '127.0.0.1' }),
      /^No address is known of 127.0.0.1; correct HOST\.$/,
    ],
    ['the build is missing', failure('ENOENT: manifest', { code: 'ENOENT', syscall: 'open' }), /^ENOENT: manifest$/],
    ['a module is missing', failure('Cannot find module', { code: 'ERR_MODULE_NOT_FOUND' }), /^Cannot find module$/],
    ['another server has the folder', new DataDirInUse('Another server'), /^Another server$/],
    ['it is too old', new Error('The database must be PostgreSQL 15 or newer.'), /^The database must be/],
  ])('when %s', (_name, error, expected) => {
    for (const it of [config, other]) expect(explainFailure(error, it)).toMatch(expected);
  });

  it('when one of our statements is wrong; and its values are not shown', () => {
    const cause = sqlState('42703', 'column "x" does not exist');
    const text = explainFailure(new DrizzleQueryError('insert …', ['asha@example.org', 'its-hash'], cause), other);
    expect(text).toContain('column "x" does not exist');
    expect(text).toContain('at ');
    expect(text).not.toMatch(/DATABASE_URL|asha|its-hash/);
  });

  it('when the program itself is wrong: then the stack is shown', () => {
    const text = explainFailure(new TypeError('x is not a function'), other);
    expect(text).toContain('TypeError: x is not a function');
    expect(text).toContain('explain-failure.test.ts');
  });
});
