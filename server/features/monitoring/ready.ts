import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { request as ask } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { findLastBackup, findLastRestoreCheck } from '#server/platform/backup/backups.queries.ts';
import { findMemory, type Memory, remember } from '#server/platform/checks/checks.queries.ts';
import {
  type CheckedSite,
  type Found,
  hoursSince,
  missing,
  ok,
  type ReadSite,
  type ReadyCheck,
  wrong,
} from '#server/platform/checks/checks.ts';
import { isSomeLoopStuck } from '#server/platform/loop.ts';
import { hasOverdueMail } from '#server/platform/mail/mail.queries.ts';
import { clock } from '#shared/clock.ts';

// What the operator of the server sees to: the address, backups, the disk, and that work goes on.

export const wayBackPath = '/.well-known/association-check';
const tokenMs = 60_000;
const answerMs = 8_000;
const certificateDays = 14;
/** Tells of a forwarded address that does not count. */
export const forwardedHeader = 'x-forwarded-ignored';

/** The token that the site waits for at this moment; '' for none. Any process answers it. */
export async function openToken({ database }: Pick<CheckedSite, 'database'>): Promise<string> {
  const { token = '', until = '' } = await findMemory(database, 'address');
  return Number(until) < clock.ms() ? '' : token;
}

interface Outside {
  status: number;
  text: string;
  /** Days until the certificate ends. */
  days: number;
  isForwardedIgnored: boolean;
}

/** Asks an address over https, as a visitor would: no redirect is followed, and what Node does not trust is an error. */
export function askOutside(url: string, ca?: string): Promise<Outside> {
  return new Promise((resolve, reject) => {
    const sent = ask(url, { agent: false, signal: AbortSignal.timeout(answerMs), ...(ca && { ca }) }, (answer) => {
      const { valid_to: validTo } = (answer.socket as TLSSocket).getPeerCertificate();
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text = (text + part).slice(0, 1_000);
      });
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: text.trim(),
          days: (new Date(validTo).getTime() - Date.now()) / 86_400_000,
          isForwardedIgnored: answer.headers[forwardedHeader] !== undefined,
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** What was found outside, to be remembered. */
async function lookFromOutside({ config, database }: CheckedSite): Promise<Memory> {
  const token = randomBytes(32).toString('hex');
  await remember(database, 'address', { token, until: String(clock.ms() + tokenMs) });
  const url = config.publicUrl;
  try {
    const answer = await askOutside(`${url}${wayBackPath}`);
    const isThis = answer.status === 200 && answer.text === token;
    const problem = !isThis
      ? 'another'
      : answer.isForwardedIgnored
        ? 'forwarded'
        : answer.days < certificateDays
          ? 'certificate'
          : '';
    return { url, problem, days: String(Math.floor(answer.days)) };
  } catch {
    return { url, problem: 'none', days: '' };
  } finally {
    await remember(database, 'address', { token: '', until: '' });
  }
}

const setUrl = {
  text: 'The operator of the server sets the address',
  tell: 'PUBLIC_URL=https://www.example.org\nTRUST_PROXY=loopback\n\nPut a proxy with a certificate in front of the site, set both lines with your own host, and start the site again.',
};

const problems: Record<string, { found: string; tell: string }> = {
  another: {
    found: 'Something else answers at this address.',
    tell: 'PUBLIC_URL must lead to this very site, without a redirect.',
  },
  forwarded: {
    found: 'The proxy forwards the caller’s address, and the site does not count it: all visitors share one.',
    tell: 'TRUST_PROXY=loopback\n\nName the proxy’s address or network instead of loopback where it is another machine.',
  },
  none: {
    found:
      'Nobody answered at this address with a certificate that is trusted. Some networks do not reach themselves by their own name: please look at it from a telephone too.',
    tell: 'Look at the proxy, the certificate and the name in the DNS.',
  },
};

async function lookAtAddress({ config }: ReadSite, memory: Memory): Promise<Found> {
  if (!config.isPublicUrlSet)
    return missing('Nobody has said how people reach the site: PUBLIC_URL is not set.', setUrl);
  if (!config.publicUrl.startsWith('https:')) {
    return wrong(
      'The address of the site does not begin with https: passwords would cross the network in the clear.',
      setUrl,
    );
  }
  const text = 'The operator of the server looks at the address';
  if (memory.url !== config.publicUrl || memory.problem === undefined) {
    return missing('The address has not been looked at from outside yet.', { text, tell: problems.none!.tell });
  }
  if (memory.problem === '')
    return ok(`The site answers at its address; the certificate is good for ${memory.days} days.`);
  if (memory.problem === 'certificate') {
    const found = `The certificate ends in ${memory.days} days.`;
    return wrong(found, { text, tell: 'Renew the certificate of the proxy, and see that it is renewed by itself.' });
  }
  const { found, tell } = problems[memory.problem] ?? problems.none!;
  return wrong(found, { text, tell });
}

const backUpDaily = {
  text: 'The operator of the server makes a backup every night',
  tell: 'npm run backup -- /backups --keep 14\n\nRun it every night, onto another disk or machine; docs/operations.md has a timer for it.',
};

async function lookAtBackup({ database }: ReadSite): Promise<Found> {
  const last = await findLastBackup(database);
  if (!last) return missing('There is no backup yet.', backUpDaily);
  const hours = Math.floor(hoursSince(last, clock.now()));
  if (hours > 26) return wrong(`The last backup that was read back is ${hours} hours old.`, backUpDaily);
  return ok(`The last backup is ${hours} hours old, and was read back.`);
}

async function lookAtRestore({ database }: ReadSite): Promise<Found> {
  const act = {
    text: 'The operator of the server restores a backup for a trial',
    tell: 'DATA_DIR=/tmp/drill npm run restore -- /backups/FOLDER\nDATA_DIR=/tmp/drill PORT=3999 npm start\n\nLook at a scanned ID, and delete the folder.',
  };
  const last = await findLastRestoreCheck(database);
  if (!last) return missing('No backup has been restored for a trial yet.', act);
  const days = Math.floor(hoursSince(last.checkedAt, clock.now()) / 24);
  if (days > 90) return wrong(`The last trial of restoring a backup was ${days} days ago.`, act);
  return ok(`A backup with ${last.rows} rows and ${last.files} files was restored for a trial ${days} days ago.`);
}

const gigabyte = 1024 ** 3;

async function lookAtDisk({ config }: ReadSite): Promise<Found> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const found = `${(free / gigabyte).toFixed(1)} GB of ${((blocks * bsize) / gigabyte).toFixed(0)} GB are free.`;
  const isEnough = free > 2 * gigabyte && (bavail / blocks > 0.2 || free > 20 * gigabyte);
  if (isEnough) return ok(found);
  const tell = 'Make room on the disk of DATA_DIR, or move the folder to a larger one.';
  return wrong(found, { text: 'The operator of the server makes room', tell });
}

const stuckMs = 10 * 60_000;

async function lookAtWork({ database }: ReadSite): Promise<Found> {
  const tell = 'Start the site again, and look at its log for warnings.';
  const act = { text: 'The operator of the server starts it again', tell };
  if (isSomeLoopStuck(stuckMs)) return wrong('Work beside the pages has not moved for ten minutes.', act);
  if (await hasOverdueMail(database, stuckMs / 1_000))
    return wrong('A mail has been due for more than ten minutes.', act);
  return ok('Work beside the pages and the mails move.');
}

export const serverChecks: readonly ReadyCheck[] = [
  { id: 'address', necessary: true, outside: true, ask: askIfHttps, look: lookAtAddress },
  { id: 'backup', necessary: true, look: lookAtBackup },
  { id: 'restore', necessary: false, look: lookAtRestore },
  { id: 'disk', necessary: false, look: lookAtDisk },
  { id: 'worker', necessary: false, look: lookAtWork },
];

async function askIfHttps(site: CheckedSite): Promise<Memory | undefined> {
  const { isPublicUrlSet, publicUrl } = site.config;
  return isPublicUrlSet && publicUrl.startsWith('https:') ? lookFromOutside(site) : undefined;
}
