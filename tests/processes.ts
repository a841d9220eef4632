import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createTestDatabase } from './app.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type Processes = Awaited<ReturnType<typeof setUpProcesses>>;

/** Creates a database and a data folder for the server processes that a test starts. */
export async function setUpProcesses(env: Record<string, string> = {}) {
  const { connection, ownerConnection, env: databaseEnv, drop } = await createTestDatabase();
  const database = openDatabase(connection);
  const dataDir = await mkdtemp(join(tmpdir(), 'association-processes-'));
  const servers: ServerProcess[] = [];
  return {
    database,
    ownerConnection,
    dataDir,
    /** Resolves once the server is ready. */
    async start() {
      const server = await startServerProcess({ dataDir, env: { ...databaseEnv, ...env } });
      servers.push(server);
      await server.ready();
      const kill = async () => {
        server.child.kill('SIGKILL');
        await server.ended();
      };
      return { ...server, kill };
    },
    async close() {
      for (const { child } of servers) child.kill('SIGTERM');
      await Promise.all(servers.map((server) => server.ended()));
      await database.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
