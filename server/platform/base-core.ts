import type { Config } from '#server/config.ts';
import type { Database } from './database/client.ts';
import type { Log } from './log/log.ts';
import type { Storage } from './storage/storage.ts';

/** The dependencies of the services below the features. */
export interface BaseCore {
  config: Config;
  database: Database;
  storage: Storage;
  log: Log;
}
