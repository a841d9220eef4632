import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '#server/platform/database/client.ts';
import type { Guest } from '#server/platform/http/access.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { sentence } from '#shared/sentence.ts';
import { findLink, insertLink } from './links.queries.ts';

const unknownLinks: Throttle = { name: 'participation-unknown', count: 30, seconds: 60 };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** Makes a guest's link for the mail that is being sent; only its hash is stored, and browsers do not send the part after `#`. */
export async function makeGuestLink(db: Queryable, publicUrl: string, participationId: string): Promise<string> {
  const secret = `participation_${randomBytes(32).toString('base64url')}`;
  await insertLink(db, hashOf(secret), participationId);
  return `${publicUrl}${paths.participation}#${secret}`;
}

/**
 * The holder of a link.
 * @throws LINK_UNKNOWN, TOO_MANY after many of those; LINK_EXPIRED, LINK_REPLACED, LINK_ENDED
 */
export async function openGuestLink(db: Queryable, secret: string, from: Network): Promise<Guest> {
  const link = await findLink(db, hashOf(secret));
  if (!link) {
    await countTry(db, unknownLinks, from);
    throw new AppError('LINK_UNKNOWN', serverMessages.linkUnknown);
  }
  const { participation, ended, cancelledAt } = link;
  if (ended === 'erased') throw new AppError('LINK_ENDED', 'Your data have been erased.');
  const isLapsed = participation?.state === 'unconfirmed' && participation.heldUntil! <= clock.now();
  if (!participation || isLapsed) {
    throw new AppError(
      'LINK_EXPIRED',
      sentence`This link could be used for ${limits.guestHoldHours} hours, until the start at most. Please ask again on the page of the conference.`,
    );
  }
  if (cancelledAt !== null) throw new AppError('LINK_ENDED', serverMessages.conferenceCancelled);
  if (ended === 'replaced') {
    throw new AppError('LINK_REPLACED', serverMessages.linkReplaced);
  }
  return { role: 'participation', participationId: participation.id };
}
