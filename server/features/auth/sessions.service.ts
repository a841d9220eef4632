import { createHash, randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#server/database/client.ts';
import { Reach } from '#server/database/reach.ts';
import type { Auth } from '#server/http/access.ts';
import { deleteSessions, findLiveSession, insertSession, type Subject, touchSession } from './sessions.queries.ts';

// A token is random enough that its plain hash can be stored and looked up; nothing slower would add to that.
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Logs somebody in; `browser` is how the list of sessions names it.
 * @returns the token, which is stored nowhere. Its beginning only tells the web app which area it opens, and whether its
 *   owner is the one of another token
 */
export async function createSession(db: Queryable, subject: Subject, browser = ''): Promise<string> {
  const [role, id] = 'memberId' in subject ? ['member', subject.memberId] : ['admin', subject.administratorId];
  const owner = createHash('sha256').update(id).digest('hex').slice(0, 12);
  const token = `${role}_${owner}_${randomBytes(32).toString('base64url')}`;
  await insertSession(db, subject, hashOf(token), browser);
  return token;
}

/** Whose token this is; null when it is unknown, has run out, or its owner may no longer log in. */
export async function authenticate(db: Database, token: string): Promise<Auth | null> {
  const session = await findLiveSession(db, hashOf(token));
  if (!session) return null;
  if (session.stale) await touchSession(db, session.id);
  const { id: sessionId, email } = session;
  return session.role === 'member'
    ? { role: 'member', memberId: session.memberId, sessionId, email }
    : {
        role: 'admin',
        administratorId: session.administratorId,
        sessionId,
        email,
        confirmed: session.confirmed,
        lacksSecondFactor: session.lacksSecondFactor,
        powers: session.powers,
        states: session.states,
        reach: Reach.ofAdministrator(session),
      };
}

/** Ends all sessions of a person at once, but for `exceptSessionId`: the one that asks for it. */
export async function revokeSessions(tx: Queryable, subject: Subject, exceptSessionId?: string): Promise<void> {
  await deleteSessions(tx, subject, exceptSessionId);
}
