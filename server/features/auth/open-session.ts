import type { Transaction } from '#server/platform/database/client.ts';
import { momentInWords } from '#server/platform/languages/dates.ts';
import { type LogEntry, writeLog } from '#server/platform/log/log.queries.ts';
import { findBounced } from '#server/platform/mail/bounces.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import type { Language } from '#shared/languages.ts';
import { expectsNewDevice, noteAdministratorLogin } from './devices.queries.ts';
import { rememberDevice } from './login-tries.ts';
import { findLanguage, type Opening, type Subject } from './sessions.queries.ts';
import { createSession } from './sessions.service.ts';

/** Somebody who has shown who they are. */
export interface LoggingIn {
  subject: Subject;
  /** '' for an administrator. */
  name: string;
  email: string;
  /** The log's fields for them. */
  line: Pick<LogEntry, 'by' | 'subject' | 'memberId'>;
}

/**
 * Opens a session: all ways to log in end here. The caller has locked the account, and made sure that it may log in.
 * @param opening with the token that the browser has from an earlier login, and the log's words about how
 * @returns the session's token, and the browser's
 */
export async function openSession(
  tx: Transaction,
  { subject, name, email, line }: LoggingIn,
  opening: Opening & { browser: string; device: string | undefined; note: string },
): Promise<{ token: string; device: string; language?: Language; askEmail?: true }> {
  // Asked first: this login is none before it.
  const isExpected = await expectsNewDevice(tx, subject);
  const { id: deviceId, token: device, isNew } = await rememberDevice(tx, subject, opening.device);
  if ('administratorId' in subject) await noteAdministratorLogin(tx, subject.administratorId);
  const token = await createSession(tx, subject, { ...opening, deviceId });
  await writeLog(tx, { ...line, kind: 'login', action: 'logged in', note: opening.note });
  if (isNew && !isExpected) {
    const now = clock.now();
    const data = {
      name,
      browser: opening.browser,
      at: momentInWords(now),
      since: now.toISOString(),
      openedBy: opening.passkeyId ?? '',
    };
    await enqueueMail(tx, { kind: 'new-device', to: email, data, ...subject });
  }
  if (!('memberId' in subject)) return { token, device };
  const bounced = await findBounced(tx, subject.memberId);
  const language = await findLanguage(tx, subject.memberId);
  return { token, device, ...(language !== 'en' && { language }), ...(bounced?.stopped ? { askEmail: true } : {}) };
}
