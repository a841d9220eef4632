import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How PostgreSQL's programs are started on this machine: what is put before the command, and whose the files are. */
export interface RunAs {
  prefix: string[];
  uid: number;
  gid: number;
}

// The conventional number of `nobody`: a user that owns nothing and cannot log in.
const NOBODY = 65534;

const UNSHARE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
// Ends the database when the process that started it dies in whatever way; not every system has it.
const DIE_TOGETHER = ['setpriv', '--pdeathsig', 'INT', '--'];
// The capability lets it reach a data folder below folders that only root may enter; containers usually leave it to root.
const SETPRIV = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];
// Without this bit access(), by which PostgreSQL looks for its own files, leaves capabilities out of account.
const KEEP_IN_CHECKS = '--securebits=+no_setuid_fixup';

/**
 * PostgreSQL refuses to run as root. Then it runs as another user: inside a user namespace, where the files stay root's, or,
 * where those are forbidden, as `nobody` with the right to pass folders. As an ordinary user neither is needed.
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

/** Lets the program find its files and show its settings in this way. Answers why it failed, or nothing. */
function tryWay({ prefix }: RunAs, initdb: string, folder: string): string | undefined {
  const test = 'test -w "$1" && test -x "$1" && "$0" --show -D "$1"';
  const [command = '', ...args] = [...prefix, '/bin/sh', '-c', test, initdb, folder];
  const run = spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
  if (run.status === 0) return undefined;
  return run.error?.message ?? (run.stderr.trim().split('\n').at(-1) || `${folder} is not accessible`);
}

/** @throws Error with one plain sentence when the folder is somebody else's and we are not root, who may take it */
export function checkOwner(folder: string): void {
  const owner = lstatSync(folder).uid;
  const me = process.getuid?.();
  if (me === 0 || me === owner) return;
  throw new Error(`${folder} belongs to another user (number ${owner}); start as that user, or change its owner.`);
}

/**
 * Gives a folder and everything in it to the user the database runs as. The way may differ from the last start's (a machine
 * that has since forbidden user namespaces); the folder itself comes last, so that an interrupted run is repeated.
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
