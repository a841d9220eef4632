import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { eventually } from './wait.ts';

// A primary PostgreSQL and its streaming replica.

const settings = {
  fsync: 'off',
  wal_keep_size: '256MB',
  hot_standby_feedback: 'on',
  shared_preload_libraries: 'pg_stat_statements',
  shared_buffers: '32MB',
};

/** A PostgreSQL that can be stopped and started again. */
function server(dataDir: string) {
  let running: EmbeddedDatabase | undefined;
  const owned = () => {
    if (!running) throw new Error('It is stopped.');
    return running.ownerConnection;
  };
  return {
    cluster: join(dataDir, 'postgres'),
    async start() {
      running = await startEmbeddedDatabase({ dataDir, log: () => {}, settings });
      return running;
    },
    async stop() {
      await running?.stop();
      running = undefined;
    },
    /** Kills it and starts it again after a moment. */
    async kill() {
      const pid = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, 'SIGKILL');
    },
    connections: () => running!,
    /** Runs a statement as superuser. */
    sql: <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      withClient(owned(), async (client) => (await client.query(text, values)).rows as Row[]),
  };
}

export type PostgresServer = ReturnType<typeof server>;
export type Replicated = Awaited<ReturnType<typeof startReplicated>>;

/** Starts both, migrated and replicating. `close` stops them. */
export async function startReplicated() {
  const folder = await mkdtemp(join(tmpdir(), 'association-replicated-'));
  const primary = server(join(folder, 'a'));
  const replica = server(join(folder, 'b'));
  const proxies: { close(): Promise<void> }[] = [];
  await mkdir(join(folder, 'a'));
  await mkdir(join(folder, 'b'));
  await migrate(await primary.start());
  await primary.sql('create extension pg_stat_statements');
  // Copying a stopped server is enough for a replica, without pg_basebackup.
  await primary.stop();
  await cp(primary.cluster, replica.cluster, { recursive: true, preserveTimestamps: true });
  const { host, port, user } = (await primary.start()).ownerConnection;
  await writeFile(join(replica.cluster, 'standby.signal'), '');
  await writeFile(
    join(replica.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} application_name=replica'\n`,
  );
  await replica.start();
  const streams = async () =>
    (await primary.sql(`select from pg_stat_replication where state = 'streaming'`)).length > 0;
  await eventually(streams, 'the replica follows');
  // The copy contains the primary's statistics.
  await replica.sql('select pg_stat_statements_reset()');

  return {
    primary,
    replica,
    streams,
    /** An address that can be switched from one server to the other, like a virtual IP or a DNS name. */
    async addressTo(first: PostgresServer) {
      const proxy = await startProxy(first.connections().connection);
      proxies.push(proxy);
      const url = (user: string) => `postgresql://${user}@127.0.0.1:${proxy.port}/association`;
      return {
        url: url(first.connections().connection.user),
        ownerUrl: url(first.connections().ownerConnection.user),
        leadTo: (next: PostgresServer) => proxy.leadTo(next.connections().connection),
      };
    },
    /** The number of statements with this text that the replica has run. */
    async reads(text: string): Promise<number> {
      const [row] = await replica.sql<{ calls: number }>(
        'select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where strpos(query, $1) > 0',
        [text],
      );
      return row!.calls;
    },
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await replica.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Socketed {
  host: string;
  port: number;
}

async function startProxy(first: Socketed) {
  let target = first;
  const open = new Set<Socket>();
  const proxy: Server = createServer((client) => {
    const behind = connect(join(target.host, `.s.PGSQL.${target.port}`));
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    leadTo(next: Socketed) {
      target = next;
      for (const socket of open) socket.destroy();
    },
    async close() {
      proxy.close();
      for (const socket of open) socket.destroy();
    },
  };
}
