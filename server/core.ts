import type { Config } from './config.ts';
import type { Database } from './database/client.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Files } from './storage/files.ts';
import type { PublicPictures } from './storage/public-pictures.ts';
import type { Storage } from './storage/storage.ts';

/** Writes one line to the server's log; `fields` never hold personal data. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The dependencies of the services below the features. */
export interface BaseCore {
  config: Config;
  database: Database;
  storage: Storage;
  log: Log;
}

/** The dependencies of every feature. */
export interface Core extends BaseCore {
  files: Files;
  pictures: PublicPictures;
  jobs: Jobs;
}
