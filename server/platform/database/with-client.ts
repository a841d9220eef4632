import pg from 'pg';

/** Runs work on one connection, which is then closed. */
export async function withClient<T>(
  connection: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  // A lost connection fails the statement under way, which is enough.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
