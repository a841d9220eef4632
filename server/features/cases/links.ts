import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '#server/platform/database/client.ts';
import type { Asker } from '#server/platform/http/access.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { findLinked, insertLink } from './cases.queries.ts';

const unknownLinks: Throttle = { name: 'case-unknown', count: 30, seconds: 60 };
const dayMs = 24 * 60 * 60 * 1_000;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** Makes a visitor's link for the mail that is being sent; only its hash is stored, and browsers do not send the part after `#`. */
export async function makeCaseLink(db: Queryable, publicUrl: string, caseId: string): Promise<string> {
  const secret = `case_${randomBytes(32).toString('base64url')}`;
  await insertLink(db, hashOf(secret), caseId);
  return `${publicUrl}${paths.ask}#${secret}`;
}

/** The holder of a link. @throws LINK_UNKNOWN, TOO_MANY after many of those; LINK_EXPIRED, LINK_ENDED */
export async function openCaseLink(db: Queryable, secret: string, from: Network): Promise<Asker> {
  const link = await findLinked(db, hashOf(secret));
  if (!link) {
    await countTry(db, unknownLinks, from);
    throw new AppError('LINK_UNKNOWN', serverMessages.linkUnknown);
  }
  const row = link.row;
  const age = (since: Date) => clock.ms() - since.getTime();
  if (!row || (row.state === 'unconfirmed' && age(row.createdAt) > limits.caseConfirmDays * dayMs)) {
    throw new AppError(
      'LINK_EXPIRED',
      sentence`This link could be used for ${limits.caseConfirmDays} days. Please write to us again.`,
    );
  }
  const isOver = row.closedAt !== null && age(row.closedAt) > limits.caseLinkDays * dayMs;
  if (row.emptiedAt || isOver) throw new AppError('LINK_ENDED', 'This case is closed, and can no longer be read here.');
  return { role: 'case', caseId: row.id };
}
