import type { Config } from '#server/config.ts';
import { DataDirInUse, type DataDirLock, lockDataDir, makeDataDir } from '#server/platform/data-dir.ts';
import { type Connections, makeRoles, runningDatabase, startEmbeddedDatabase } from './embedded.ts';

export interface AttachedDatabase extends Connections {
  /** Notes that this server is stopping, so that a new one waits for it. */
  announceStop(): void;
  /** Stops the embedded database, if this process started it, and releases the data folder. */
  stop(): Promise<void>;
}

type Needed = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>;

/**
 * Connects the server to its database: that of DATABASE_URL, or the embedded one, for which it takes the data folder alone.
 * With DATABASE_URL several servers may share one data folder: each then writes everything under its own names.
 * @throws Error with one plain sentence
 */
export async function attachDatabase(config: Needed, log: (line: string) => void): Promise<AttachedDatabase> {
  makeDataDir(config.dataDir);
  if (config.databaseUrl !== undefined) {
    const ownerConnection = config.databaseOwnerUrl ?? config.databaseUrl;
    return { connection: config.databaseUrl, ownerConnection, announceStop: () => {}, stop: async () => {} };
  }
  const lock = await lockDataDir(config.dataDir);
  return startUnder(lock, config.dataDir, log);
}

/**
 * The same for a maintenance command, which may run beside a server: then it uses that server's database.
 * @throws Error with one plain sentence
 */
export async function attachForMaintenance(config: Needed, log: (line: string) => void): Promise<AttachedDatabase> {
  try {
    return await attachDatabase(config, log);
  } catch (error) {
    const running = error instanceof DataDirInUse ? runningDatabase(config.dataDir) : undefined;
    if (!running) throw error;
    // The running server may be of an older version.
    await makeRoles(running);
    return { ...running, announceStop: () => {}, stop: async () => {} };
  }
}

async function startUnder(lock: DataDirLock, dataDir: string, log: (line: string) => void): Promise<AttachedDatabase> {
  try {
    const database = await startEmbeddedDatabase({ dataDir, log });
    return {
      connection: database.connection,
      ownerConnection: database.ownerConnection,
      announceStop: lock.announceStop,
      stop: async () => {
        await database.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
