import type { Config } from '#server/config.ts';
import { DataDirInUse, type DataDirLock, lockDataDir, makeDataDir } from '#server/data-dir.ts';
import { type EmbeddedConnection, runningDatabase, startEmbeddedDatabase } from './embedded.ts';

export interface AttachedDatabase {
  /** For `openDatabase`: an address, or the embedded database's socket. */
  connection: string | EmbeddedConnection;
  /** Notes that this server is going away, so that a start meanwhile waits for it. */
  announceStop(): void;
  /** Ends the embedded database, if this process started it, and gives the data folder back. */
  stop(): Promise<void>;
}

type Needed = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * Gives the server its database: the one of DATABASE_URL, or the embedded one, for which it takes the data folder alone.
 * With DATABASE_URL several servers may share one data folder: everything in it is then written under names of its own.
 * @throws Error with one plain sentence
 */
export async function attachDatabase(config: Needed, log: (line: string) => void): Promise<AttachedDatabase> {
  makeDataDir(config.dataDir);
  if (config.databaseUrl !== undefined) {
    return { connection: config.databaseUrl, announceStop: () => {}, stop: async () => {} };
  }
  const lock = await lockDataDir(config.dataDir);
  return startUnder(lock, config.dataDir, log);
}

/**
 * The same for a maintenance command, which also works beside a running server: then on that server's database.
 * @throws Error with one plain sentence
 */
export async function attachForMaintenance(config: Needed, log: (line: string) => void): Promise<AttachedDatabase> {
  try {
    return await attachDatabase(config, log);
  } catch (error) {
    const connection = error instanceof DataDirInUse ? runningDatabase(config.dataDir) : undefined;
    if (!connection) throw error;
    return { connection, announceStop: () => {}, stop: async () => {} };
  }
}

async function startUnder(lock: DataDirLock, dataDir: string, log: (line: string) => void): Promise<AttachedDatabase> {
  try {
    const database = await startEmbeddedDatabase({ dataDir, log });
    return {
      connection: database.connection,
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
