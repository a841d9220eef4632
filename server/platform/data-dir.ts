import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** The folder in the data folder with the keys of votes; no backup holds it. */
export const voteKeyFolder = 'vote-keys';

export interface DataDirLock {
  /** Notes that this server is stopping, so that a new one waits for it. */
  announceStop(): void;
  release(): void;
}

/** Another server uses the folder. */
export class DataDirInUse extends Error {}

/** Makes the folder, readable by its owner only. @throws Error with one plain sentence */
export function makeDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`The data folder ${path} cannot be created: ${error instanceof Error ? error.message : error}`);
  }
  try {
    chmodSync(path, 0o700);
  } catch {
    // It belongs to another user who lets us write to it: the mode is theirs to decide.
  }
}

function openLock(path: string): DatabaseSync {
  try {
    // Created first, since SQLite would make it readable for everybody.
    closeSync(openSync(join(path, 'server.lock'), 'a', 0o600));
    return new DatabaseSync(join(path, 'server.lock'));
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `The data folder ${path} cannot be written to (${reason}); give it and all in it to the user this runs as, or set DATA_DIR.`,
  );
}

/**
 * Takes the data folder for this process alone. The lock is one of the operating system's, which releases it
 * however the process dies; SQLite is Node.js's only portable way to take one. The note
 * beside it only serves the message.
 * @throws DataDirInUse with one plain sentence when another server has it
 */
export async function lockDataDir(path: string): Promise<DataDirLock> {
  const note = join(path, 'server.pid');
  const readNote = () => {
    try {
      return readFileSync(note, 'utf8').trim();
    } catch {
      return '';
    }
  };
  let waited = 0;
  for (;;) {
    const file = openLock(path);
    try {
      file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      writeFileSync(note, `${process.pid}\n`, { mode: 0o600 });
      return {
        announceStop: () => writeFileSync(note, `${process.pid} stopping\n`),
        release: () => file.close(),
      };
    } catch (error) {
      file.close();
      if (!(error instanceof Error) || !/locked/.test(error.message)) throw unwritable(path, error);
    }
    const [pid, state] = readNote().split(' ');
    // A stopping server has ten seconds; any other gets a moment, in case it is just dying.
    if (waited > (state === 'stopping' ? 12_000 : 1_000)) {
      const who = pid ? `Another server (process ${pid})` : 'Another server';
      throw new DataDirInUse(
        `${who} already uses the data folder ${path}; stop it, or set DATA_DIR to another folder.`,
      );
    }
    await sleep(100);
    waited += 100;
  }
}
