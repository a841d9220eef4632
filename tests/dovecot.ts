import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { freePort } from './free-port.ts';
import { findProgram } from './programs.ts';
import { eventually } from './wait.ts';

const found = findProgram(['dovecot']);
const version = found ? spawnSync(found, ['--version'], { encoding: 'utf8' }).stdout : '';
/** Dovecot 2.3, for which the configuration here is written; later versions need another. */
export const dovecot = /^2\.3\./.test(version) ? found : undefined;

/** A real local IMAP server with its own mailbox. */
export interface ImapPeer {
  /** For BOUNCE_IMAP_URL. */
  url: string;
  /** Puts a message into the mailbox. */
  deliver(source: string | Buffer): Promise<void>;
  /** The number of all messages and of read ones. */
  count(): Promise<{ all: number; seen: number }>;
  close(): Promise<void>;
}

/** The owner of the mailbox, because Dovecot refuses to open one as root. */
function mailUser(): { name: string; uid: number; gid: number } {
  const { username, uid, gid } = userInfo();
  if (uid !== 0) return { name: username, uid, gid };
  const of = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { name: 'nobody', uid: of('-u'), gid: of('-g') };
}

export async function startDovecot(): Promise<ImapPeer> {
  const password = 'post box 7';
  const folder = await mkdtemp(join(tmpdir(), 'association-imap-'));
  const port = await freePort();
  const { name, uid, gid } = mailUser();
  const mail = join(folder, 'mail');
  await mkdir(mail);
  for (const each of [folder, mail]) await chown(each, uid, gid);
  const internal = userInfo().uid === 0 ? 'dovecot' : name;
  const file = join(folder, 'dovecot.conf');
  const lines = `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
default_internal_user = ${internal}
default_login_user = ${internal}
first_valid_uid = 1
first_valid_gid = 0
mail_location = maildir:${mail}/%u
passdb {
  driver = static
  args = password=${password.replaceAll(' ', '_')}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${mail}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
  await writeFile(file, lines);
  const server: ChildProcess = spawn(dovecot!, ['-F', '-c', file], { stdio: 'ignore' });
  const auth = { user: 'bounces', pass: password.replaceAll(' ', '_') };
  const withMailbox = async <T>(work: (imap: ImapFlow) => Promise<T>): Promise<T> => {
    const imap = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false, disableAutoIdle: true });
    imap.on('error', () => {});
    await imap.connect();
    try {
      return await work(imap);
    } finally {
      await imap.logout();
    }
  };
  await eventually(() => withMailbox(async () => true).catch(() => false), 'an IMAP server that lets us in');
  return {
    url: `imap://${auth.user}:${auth.pass}@127.0.0.1:${port}/INBOX`,
    deliver: (source) =>
      withMailbox(async (imap) => {
        await imap.append('INBOX', source);
      }),
    count: () =>
      withMailbox(async (imap) => {
        const { messages = 0, unseen = 0 } = (await imap.status('INBOX', { messages: true, unseen: true })) || {};
        return { all: messages, seen: messages - unseen };
      }),
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
