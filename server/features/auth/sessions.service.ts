import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#server/platform/database/client.ts';
import { Reach } from '#server/platform/database/reach.ts';
import type { Auth } from '#server/platform/http/access.ts';
import { findLiveSession, insertSession, type Opening, type Subject, touchSession } from './sessions.queries.ts';

// A token is random, so a fast hash is enough to store it and look it up.
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Creates a session. A login does so by {@link openSession}.
 * @returns the token, which is not stored. Its prefix only tells the web app which area it opens, and whether two tokens
 *   have the same owner
 */
export async function createSession(db: Queryable, subject: Subject, opening: Opening = {}): Promise<string> {
  const [role, id] = 'memberId' in subject ? ['member', subject.memberId] : ['admin', subject.administratorId];
  const owner = createHash('sha256').update(id).digest('hex').slice(0, 12);
  const token = `${role}_${owner}_${randomBytes(32).toString('base64url')}`;
  await insertSession(db, subject, hashOf(token), opening);
  return token;
}

/** The owner of a token; null when it is unknown or expired, or its owner may no longer log in. @param host for whose passkeys */
export async function authenticate(db: Database, token: string, host = ''): Promise<Auth | null> {
  const session = await findLiveSession(db, hashOf(token), host);
  if (!session) return null;
  if (session.stale) await touchSession(db, session.id);
  const { id: sessionId, email, confirmed } = session;
  return session.role === 'member'
    ? { role: 'member', memberId: session.memberId, sessionId, email, confirmed }
    : {
        role: 'admin',
        administratorId: session.administratorId,
        sessionId,
        email,
        confirmed,
        lacksSecondFactor: session.lacksSecondFactor,
        powers: session.powers,
        states: session.states,
        reach: Reach.ofAdministrator(session),
      };
}
