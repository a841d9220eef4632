import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export interface DataDirLock {
  /** Notes that this server is going away, so that a start meanwhile waits for it. */
  announceStop(): void;
  release(): void;
}

/** Another server has the folder. */
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
    // It belongs to somebody else who lets us write to it: theirs to decide.
  }
}

function openLock(path: string): DatabaseSync {
  try {
    // Made beforehand, since SQLite would let everybody read it.
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
 * Takes the data folder for this process alone. The lock is one of the operating system's, which end with the process
 * however it dies, so that none is ever left over; SQLite is the one portable way to it that Node.js brings. The note
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
    // One that is stopping has ten seconds for it; any other gets a moment, should it just be dying.
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
