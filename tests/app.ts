import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, inject } from 'vitest';
import { type AppOptions, createApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { takeBackOf } from '#server/features.ts';
import type { Database } from '#server/platform/database/client.ts';
import { addressOf, type EmbeddedConnection } from '#server/platform/database/embedded.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import type { TakeBack } from '#server/taking-back.ts';
import { clock } from '#shared/clock.ts';
import type { AnyEndpoint, EndpointInput, EndpointResponse } from '#shared/endpoint.ts';
import type { Failure } from '#shared/errors.ts';
import { fromWire, renameErrors, toWire } from '#shared/wire-names.ts';

/** A file to send. */
export interface TestFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface Answer<Body> {
  status: number;
  headers: Record<string, unknown>;
  body: Body;
  raw: Buffer;
}

interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  /** The client's network address. */
  from?: string;
}

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  /** Connected as the server's role, which may only change rows. */
  database: Database;
  log: FastifyInstance['log'];
  takeBack: TakeBack;
  ownerConnection: EmbeddedConnection;
  /** The environment variables for a server process on its database. */
  databaseEnv: Record<string, string>;
  /** Makes a call like a client and returns any answer; `ok` expects success and types the answer. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input: Loose<E>,
    options?: CallOptions,
  ): Promise<Answer<EndpointResponse<E> | Failure>>;
  ok<E extends AnyEndpoint>(endpoint: E, input: Loose<E>, options?: CallOptions): Promise<EndpointResponse<E>>;
  fails<E extends AnyEndpoint>(endpoint: E, input: Loose<E>, options?: CallOptions): Promise<Answer<Failure>>;
  close(): Promise<void>;
}

/** An input of the right shape, or a deliberately wrong one. */
type Loose<E extends AnyEndpoint> =
  | EndpointInput<E, TestFile>
  | { params?: object; query?: object; body?: object; files?: Record<string, TestFile | undefined> };

/** Empties the log as the tables' owner, because the server's role cannot. */
export async function emptyLog({ ownerConnection }: Pick<TestApp, 'ownerConnection'>): Promise<void> {
  await withClient(ownerConnection, (client) => client.query('delete from log'));
}

/** An answer as the program has it, and not with the wire's names. */
function withOurNames({ names }: AnyEndpoint, body: { fields?: Record<string, string> }, status: number) {
  if (status === 200) return fromWire(body, names?.answer);
  return body.fields ? { ...body, fields: renameErrors(body.fields, names, 'fromWire') } : body;
}

/** Creates a database, copied from the migrated template or from another one. */
export async function createTestDatabase(template = inject('template')) {
  const postgres = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const statement = async (text: string) => {
    await withClient(postgres.ownerConnection, (client) => client.query(text));
  };
  await statement(`create database ${name} template ${template} strategy file_copy`);
  const connection = { ...postgres.connection, database: name };
  const ownerConnection = { ...postgres.ownerConnection, database: name };
  return {
    /** Connects as the server's role; `ownerConnection` may also change the tables. */
    connection,
    ownerConnection,
    /** The same as environment variables of a server process. */
    env: { DATABASE_URL: addressOf(connection), DATABASE_OWNER_URL: addressOf(ownerConnection) },
    drop: () => statement(`drop database ${name} with (force)`),
    /** The number of deadlocks, which is known once all connections have ended. */
    async deadlocks(): Promise<number> {
      const found = await withClient(postgres.ownerConnection, (client) =>
        client.query('select deadlocks::int from pg_stat_database where datname = $1', [name]),
      );
      return found.rows[0].deadlocks;
    },
  };
}

/** Starts the real app for a whole test file, at its top level. */
export async function startTestApp(...settings: Parameters<typeof openTestApp>): Promise<TestApp> {
  const site = await openTestApp(...settings);
  afterAll(() => site.close());
  return site;
}

/** Starts the real app on its own database and data folder; the test that opens it closes it. */
export async function openTestApp(
  env: Record<string, string> = {},
  options: Pick<AppOptions, 'logTo'> = {},
): Promise<TestApp> {
  const { connection, ownerConnection, env: databaseEnv, drop, deadlocks } = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'association-data-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env });
  const database = openDatabase(connection);
  await database.ready();
  // As a server does, before its clean-ups run: by another clock they would delete the sessions that a test makes.
  if (config.testClock) clock.set(config.testClock);
  const app = await createApp({ config, database, pages: false, ...options });
  await app.ready();

  async function call<E extends AnyEndpoint>(endpoint: E, input: Loose<E>, options: CallOptions = {}) {
    const response = await app.inject(requestOf(endpoint, input as RawInput, options));
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: (isJson ? withOurNames(endpoint, response.json(), response.statusCode) : undefined) as never,
      raw: response.rawPayload,
    };
  }
  return {
    app,
    config,
    database,
    log: app.log,
    takeBack: takeBackOf(config),
    ownerConnection,
    databaseEnv,
    call,
    async ok(endpoint, input, options) {
      const answer = await call(endpoint, input, options);
      if (answer.status !== 200) throw new Error(`${endpoint.path}: ${answer.status} ${answer.raw.toString('utf8')}`);
      return answer.body;
    },
    async fails(endpoint, input, options) {
      const answer = await call(endpoint, input, options);
      if (answer.status < 400) throw new Error(`${endpoint.path} did not fail: ${answer.raw.toString('utf8')}`);
      return answer;
    },
    async close() {
      await app.close();
      await database.close();
      const deadlockCount = await deadlocks();
      await drop();
      // A deadlock is retried after a second, so it would go unnoticed.
      if (deadlockCount > 0)
        throw new Error(`${deadlockCount} deadlocks: two transactions lock the same in another order`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same; throttles are reset before each test. */
export async function startLoginApp(env: Record<string, string> = {}): Promise<TestApp> {
  const site = await startTestApp(env);
  beforeEach(async () => {
    await site.database.delete(throttles);
  });
  return site;
}

interface RawInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  files?: Record<string, TestFile | undefined>;
}

function requestOf(endpoint: AnyEndpoint, input: RawInput, { token, headers = {}, from }: CallOptions) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole: string, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const { names } = endpoint;
  const query = toWire(input.query ?? {}, names?.query);
  const body = toWire(input.body, names?.body);
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const request = {
    method: endpoint.method,
    url: `/api${path}${search.size > 0 ? `?${search}` : ''}`,
    ...(from ? { remoteAddress: from } : {}),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers } as Record<string, string>,
  };
  if (endpoint.files) {
    const multipart = formOf(endpoint, input.body ?? {}, input.files ?? {});
    return { ...request, headers: { ...request.headers, 'content-type': multipart.type }, payload: multipart.bytes };
  }
  if (body !== undefined) return { ...request, payload: body };
  return request;
}

/** The form of a call, under the wire's names. */
export const formOf = ({ names }: AnyEndpoint, body: object, files: Record<string, TestFile | undefined>) =>
  multipartBody(toWire({ ...body }, names?.body), toWire(files, names?.files));

/** A multipart body as browsers write it; lists as repeated `name[]`. */
export function multipartBody(body: Record<string, unknown>, files: Record<string, TestFile | undefined>) {
  const boundary = `----test${randomUUID()}`;
  const parts: Buffer[] = [];
  const add = (head: string, content: Uint8Array | string) =>
    parts.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n'));
  for (const [name, value] of Object.entries(body)) {
    const list = Array.isArray(value) ? value : [value];
    for (const item of list) {
      if (item === undefined) continue;
      add(`content-disposition: form-data; name="${name}${Array.isArray(value) ? '[]' : ''}"`, String(item));
    }
  }
  for (const [name, file] of Object.entries(files)) {
    if (!file) continue;
    add(
      `content-disposition: form-data; name="${name}"; filename="${file.name}"\r\ncontent-type: ${file.type}`,
      file.bytes,
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) };
}
