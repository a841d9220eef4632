import type { Config } from './config.ts';
import { lockOwner } from './features/auth/auth.queries.ts';
import type { Subject } from './features/auth/sessions.queries.ts';
import type { Transaction } from './platform/database/client.ts';

/** The owner takes their account back from somebody who may have used it, or the office does so for them. */
export interface Taking {
  subject: Subject;
  /** The owner's session, which goes on with the browser that opened it. */
  exceptSessionId?: string | undefined;
  /** The owner has ended the one login that was not theirs, and leaves the others. */
  keepSessions?: true;
  /** The mail for which it is done, and which is being sent. */
  exceptMailId?: string | undefined;
  /** Passkeys added from then on end; absent: none. */
  passkeysSince?: Date | undefined;
  /** A passkey that ends whenever it was added. */
  passkeyId?: string | null;
  /** A second factor that was turned on from then on ends. One that was not turned on yet ends always. */
  factorSince?: Date | undefined;
  /** Administrators whom the account has invited from then on are disabled, with what they have begun; absent: only those who have not logged in yet. */
  invitedSince?: Date | undefined;
}

/** Before all that was ever begun. */
export const ever = new Date(0);

/** How much has ended. */
export interface Ended {
  sessions: number;
  passkeys: number;
  factors: number;
  /** Administrators whom the account had invited and who are disabled now. */
  disabled: InvitedAdministrator[];
  /** E-mails of administrators whom it has invited of late, and who can still log in. */
  active: string[];
}

export interface InvitedAdministrator {
  administratorId: string;
  email: string;
}

/** Something that lets into an account, or that was begun in it. */
export interface AccountPart {
  /** Where it is stored: every table of secrets has a part, or says in `docs/security` why it stays. */
  tables: readonly string[];
  /** @param ended is told how much */
  end: (tx: Transaction, taking: Taking, ended: Ended, site: Pick<Config, 'publicUrl'>) => Promise<void> | undefined;
}

export type TakeBack = (tx: Transaction, taking: Taking) => Promise<Ended>;

/** Ends all that was begun in an account before, under its lock: whatever is begun at the same time comes after, without a login. */
export const createTakeBack = (parts: () => readonly AccountPart[], site: Pick<Config, 'publicUrl'>): TakeBack => {
  const takeBack: TakeBack = async (tx, taking) => {
    await lockOwner(tx, taking.subject);
    const ended: Ended = { sessions: 0, passkeys: 0, factors: 0, disabled: [], active: [] };
    for (const part of parts()) await part.end(tx, taking, ended, site);
    const { invitedSince } = taking;
    // Each is disabled once, so this ends.
    for (const { administratorId } of ended.disabled)
      await takeBack(tx, { subject: { administratorId }, passkeysSince: ever, factorSince: ever, invitedSince });
    return ended;
  };
  return takeBack;
};
