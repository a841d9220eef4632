import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/app.ts';
import { dumpDatabase } from './dump.ts';

const site = await startTestApp();

/** A way to the database on which the last bytes of each answer come later: that the connection is ready. */
async function slowWay({ host, port }: { host: string; port: number }) {
  const server = createServer((client) => {
    const there = connect(join(host, `.s.PGSQL.${port}`));
    client.pipe(there);
    let sent = Promise.resolve();
    there.on('data', (chunk: Buffer) => {
      sent = sent.then(async () => {
        client.write(chunk.subarray(0, -6));
        await new Promise((resolve) => setTimeout(resolve, 2));
        client.write(chunk.subarray(-6));
      });
    });
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  server.listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    close: () => server.close(),
  };
}

test('a dump begins no statement before the one before has ended', async () => {
  const way = await slowWay(site.ownerConnection);
  const client = new pg.Client({ ...site.ownerConnection, host: '127.0.0.1', port: way.port });
  await client.connect();
  let together = 0;
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query(...args: unknown[]) {
      if (!(client as unknown as { readyForQuery: boolean }).readyForQuery) together += 1;
      return ask(...args);
    },
  });
  try {
    const dump = await dumpDatabase(client, async (_table, text) => {
      for await (const _part of text) {
        // Read to its end.
      }
    });
    expect(dump.tables.length).toBeGreaterThan(50);
    expect(together).toBe(0);
  } finally {
    await client.end();
    way.close();
  }
});
