import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How PostgreSQL's programs are started on this machine: the command's prefix, and the owner of the files. */
export interface RunAs {
  prefix: string[];
  uid: number;
  gid: number;
}

// The conventional number of `nobody`: a user that owns nothing and cannot log in.
const NOBODY = 65534;

const UNSHARE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
// Ends the database when the process that started it dies for any reason; not available on every system.
const DIE_TOGETHER = ['setpriv', '--pdeathsig', 'INT', '--'];
// The capability allows access to a data folder below folders that only root may enter; containers usually grant it to root.
const SETPRIV = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];
// Without this bit access(), by which PostgreSQL looks for its own files, ignores capabilities.
const KEEP_IN_CHECKS = '--securebits=+no_setuid_fixup';

/**
 * PostgreSQL refuses to run as root. Then it runs as another user: inside a user namespace, where root keeps the files, or,
 * where those are forbidden, as `nobody` with the right to traverse folders. An ordinary user needs neither.
 * @param initdb path of the program that creates a cluster
 * @param folder an existing folder it must be able to write to
 * @throws Error with one plain sentence when no way works
 */
export function chooseRunAs(initdb: string, folder: string): RunAs {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const ways: RunAs[] =
    uid === 0
      ? [
          { prefix: [...UNSHARE, ...DIE_TOGETHER], uid, gid },
          { prefix: UNSHARE, uid, gid },
          { prefix: [...SETPRIV, KEEP_IN_CHECKS, '--pdeathsig', 'INT', '--'], uid: NOBODY, gid: NOBODY },
          { prefix: [...SETPRIV, '--pdeathsig', 'INT', '--'], uid: NOBODY, gid: NOBODY },
          { prefix: [...SETPRIV, '--'], uid: NOBODY, gid: NOBODY },
        ]
      : [
          { prefix: DIE_TOGETHER, uid, gid },
          { prefix: [], uid, gid },
        ];
  let reason = '';
  for (const way of ways) {
    const failure = tryWay(way, initdb, folder);
    if (failure === undefined) return way;
    reason = failure;
  }
  if (uid !== 0) throw new Error(`The embedded PostgreSQL does not run here: ${reason}`);
  throw new Error(
    `PostgreSQL refuses to run as root and changing the user is not possible here (${reason}); start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Tries to start the program in this way. @returns why it failed, or nothing */
function tryWay({ prefix }: RunAs, initdb: string, folder: string): string | undefined {
  const test = 'test -w "$1" && test -x "$1" && "$0" --show -D "$1"';
  const [command = '', ...args] = [...prefix, '/bin/sh', '-c', test, initdb, folder];
  const run = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
  if (run.status === 0) return undefined;
  return run.error?.message ?? (run.stderr.trim().split('\n').at(-1) || `${folder} is not accessible`);
}

/** @throws Error with one plain sentence when the folder belongs to somebody else and we are not root, who may take it over */
export function checkOwner(folder: string): void {
  const owner = lstatSync(folder).uid;
  const me = process.getuid?.();
  if (me === 0 || me === owner) return;
  throw new Error(`${folder} belongs to another user (number ${owner}); start as that user, or change its owner.`);
}

/**
 * Gives a folder with its content to the database's user. This may differ from the last start's (if the machine
 * has since forbidden user namespaces); the folder itself comes last, so that an interrupted run is repeated.
 */
export function giveTo({ uid, gid }: RunAs, folder: string): void {
  checkOwner(folder);
  if (lstatSync(folder).uid === uid) return;
  const below = (parent: string) => {
    for (const entry of readdirSync(parent, { withFileTypes: true })) {
      const path = join(parent, entry.name);
      if (entry.isDirectory()) below(path);
      lchownSync(path, uid, gid);
    }
  };
  below(folder);
  chownSync(folder, uid, gid);
}
