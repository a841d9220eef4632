import { type Core, serviceOf } from '#server/core.ts';
import { deleteCode, findLoggedIn } from '#server/features/auth/auth.queries.ts';
import { deleteSessions } from '#server/features/auth/sessions.queries.ts';
import { replaceCards } from '#server/features/card/card.queries.ts';
import { moveAuthorisations } from '#server/features/checkoff/authorisations.queries.ts';
import { endCurrent } from '#server/features/corrections/corrections.queries.ts';
import { mergeCompletions } from '#server/features/imports/completing.ts';
import { endEmailWishes } from '#server/features/members/changed-email.ts';
import {
  deleteMembers,
  findMember,
  findTier,
  isEmailConflict,
  lockMember,
  type MemberRow,
  updateMember,
} from '#server/features/members/members.queries.ts';
import { forgetFactsAfter, lastFact } from '#server/features/members/membership-facts.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { emailTaken, officeRecordOf } from '#server/features/members/records.ts';
import { separateConferences, uniteConferences } from '#server/features/participations/own/merging.ts';
import { findDoublesOf, lockConferencesOf } from '#server/features/participations/participations.queries.ts';
import { movePasskeys } from '#server/features/passkeys/account-passkeys.ts';
import { markDoubles } from '#server/features/payments/doubles.ts';
import { followTier } from '#server/features/payments/ledger.ts';
import { repeatAdmission } from '#server/features/payments/payments.queries.ts';
import { endUndo } from '#server/features/registrations/undo.ts';
import { findSubscriptionStatus } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { areOnOneRoll } from '#server/features/votes/roll.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { redirectWaitingMails } from '#server/platform/mail/mail.queries.ts';
import { enqueueMail, withdrawMails } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import type { Merge } from '#shared/contracts/merging.ts';
import { AppError, orNotFound, recordChanged } from '#shared/errors.ts';
import type { RegistrationStatus } from '#shared/options.ts';
import { composed, withCredentialsFor } from './composing.ts';
import { followDifferent } from './likeness.queries.ts';
import * as queries from './merging.queries.ts';

type Office = Pick<ActingAdministrator, 'email' | 'reach'>;

const wrongState = (message: string) => new AppError('WRONG_STATE', message);
const ranks: Record<RegistrationStatus, number> = { Rejected: 0, New: 1, Approved: 2 };

/** Mails that belong to a login; only the owner of the login that goes on may get them. */
const ofLogin = ['credentials', 'otp', 'email-asked'] as const;

/** Both records of a copy. Where the account was taken back since, the login goes back as it is now, and a password of before opens neither. */
function recordsOf(copy: queries.MergeCopy, now: MemberRow): Pick<queries.MergeCopy, 'dropped' | 'kept'> {
  if (!copy.takenBack) return copy;
  const none = { password_hash: null, temporary_password_until: null, must_change_password: false };
  const present = {
    password_hash: now.passwordHash,
    temporary_password_until: now.temporaryPasswordUntil,
    must_change_password: now.mustChangePassword,
  };
  return {
    dropped: { ...copy.dropped, ...(copy.login ? present : none) },
    kept: { ...copy.kept, ...none },
  };
}

/** Makes one record of two of the same person, and for a day two of them again. */
export function createMergingService(core: Core) {
  const { config, database, files } = core;
  const { address } = serviceOf(core, pictureAddresses);

  async function recordOf(id: string) {
    const row = orNotFound(await findMember(database, id, 'unrestricted'), 'This record');
    const standing = await findSubscriptionStatus(database, await findSubscription(database), id);
    return officeRecordOf(row, address, standing);
  }

  /** Locks both records, with their conferences before them. @throws NOT_FOUND, WRONG_STATE, RECORD_CHANGED */
  async function lockBoth(tx: Transaction, { keep, drop, versions }: Merge, { reach }: Office) {
    await lockConferencesOf(tx, { members: [keep, drop] });
    const rows = new Map<string, MemberRow>();
    for (const id of [keep, drop].sort()) rows.set(id, orNotFound(await lockMember(tx, id, reach), 'This record'));
    const [keepRow, dropped] = [rows.get(keep)!, rows.get(drop)!];
    if (keepRow.version !== versions[0] || dropped.version !== versions[1]) throw recordChanged();
    return { kept: keepRow, dropped };
  }

  /** @returns the record whose login is in use @throws WRONG_STATE */
  async function checkBoth(tx: Transaction, keep: MemberRow, dropped: MemberRow): Promise<MemberRow | undefined> {
    if (ranks[keep.status] < ranks[dropped.status]) {
      throw wrongState(
        `The record to keep is ${keep.status}, the other one ${dropped.status}. Please keep the other one.`,
      );
    }
    if (await areOnOneRoll(tx, keep.id, dropped.id)) {
      throw wrongState('Both records are on the roll of a vote that is not closed yet. Please merge them after it.');
    }
    const loggedIn = await findLoggedIn(tx, [keep.id, dropped.id]);
    if (loggedIn.size === 2) {
      throw wrongState('Both records are in use: somebody has logged in with each of them. They cannot become one.');
    }
    return [keep, dropped].find(({ id }) => loggedIn.has(id));
  }

  /** Tells both addresses, since a merge could be used to take over somebody's login. */
  async function tellBoth(
    tx: Transaction,
    member: { id: string; name: string; reference: string },
    emails: readonly string[],
    used: string,
    undone: '' | 'yes' = '',
  ): Promise<void> {
    for (const to of new Set(emails.filter((email) => email !== ''))) {
      const { id: memberId, name, reference } = member;
      const data = { name, reference, box: to === used ? 'this' : 'other', undone };
      await enqueueMail(tx, { kind: 'records-merged', to, data, memberId });
    }
  }

  async function mergeLocked(tx: Transaction, merge: Merge, keep: MemberRow, dropped: MemberRow, by: string) {
    const inUse = await checkBoth(tx, keep, dropped);
    const login = inUse?.id === dropped.id;
    for (const { id } of [keep, dropped]) await endUndo(tx, id);
    const { change, unused } = composed(keep, dropped, merge, login);
    const facts = { dropped: await lastFact(tx, dropped.id), kept: await lastFact(tx, keep.id) };
    const rows = await queries.copyRows(tx, dropped.id, keep.id);
    const before = await queries.readRecords(tx, dropped.id, keep.id);
    const secretOf = (table: string, column: string) =>
      (rows[`${table}.member_id`]?.theirs[0] as Record<string, string> | undefined)?.[column];
    await queries.insertMerged(tx, {
      droppedId: dropped.id,
      keptId: keep.id,
      reference: dropped.reference,
      memberNumber: dropped.memberNumber === change.memberNumber ? null : dropped.memberNumber,
      unsubscribeCode: secretOf('unsubscribe_codes', 'code'),
      calendarSecret: secretOf('member_calendars', 'secret'),
      by,
      files: unused,
    });
    const wereMailed = await queries.haveCredentialsMail(tx, [keep.id, dropped.id]);
    await withdrawMails(tx, ofLogin, { memberId: login ? keep.id : dropped.id });
    await endCurrent(tx, dropped.id);
    await replaceCards(tx, dropped.id);
    await deleteSessions(tx, { memberId: dropped.id });
    await markDoubles(tx, keep.id, dropped.id, change.membership);
    await moveAuthorisations(tx, dropped.id, keep.id);
    if (login) await movePasskeys(tx, dropped.id, keep.id);
    await uniteConferences(tx, keep.id, dropped.id);
    await mergeCompletions(tx, keep, dropped);
    await followDifferent(tx, dropped.id, keep.id);
    await queries.moveRows(tx, dropped.id, keep.id, login);
    await deleteMembers(tx, [dropped.id]);
    await updateMember(tx, keep.id, change);
    await repeatAdmission(tx, keep.id);
    if (change.membership !== keep.membership) {
      const feeOf = async (tier: MemberRow['membership']) => (await findTier(tx, tier))?.fee ?? 0;
      await followTier(tx, keep, change.membership, feeOf);
    }
    if (change.email !== keep.email) await followEmail(tx, keep.id, login);
    if (change.email !== '') await redirectWaitingMails(tx, keep.id, change.email);
    const isNewLogin = login || (!inUse && (await carryCredentials(tx, keep, dropped, change.email, wereMailed)));
    const after = (await findMember(tx, keep.id, 'unrestricted'))!;
    await tellBoth(tx, after, [keep.email, dropped.email], after.email);
    await writeLog(tx, {
      kind: 'member',
      by,
      subject: keep.reference,
      action: 'merged another record into it',
      note: [dropped.reference, dropped.memberNumber].filter(Boolean).join(', '),
      memberId: keep.id,
    });
    const state = await queries.readState(tx, keep.id);
    await queries.saveCopy(tx, dropped.id, {
      ...before,
      rows,
      facts,
      after: state,
      login: isNewLogin,
    } satisfies queries.MergeCopy);
    await notify(tx, 'members');
  }

  /**
   * Nobody has logged in yet: credentials that were mailed to the e-mail that stays go on, and where there are none, new ones are sent.
   * @returns whether the kept record's own no longer count
   */
  async function carryCredentials(
    tx: Transaction,
    keep: MemberRow,
    dropped: MemberRow,
    email: string,
    wereMailed: boolean,
  ): Promise<boolean> {
    const own = withCredentialsFor(email, [keep, dropped], clock.now());
    if (own?.id === keep.id) return false;
    if (own) {
      const { passwordHash, temporaryPasswordUntil, mustChangePassword } = own;
      await updateMember(tx, keep.id, { passwordHash, temporaryPasswordUntil, mustChangePassword });
      return true;
    }
    if (!wereMailed || keep.status !== 'Approved') return false;
    await updateMember(tx, keep.id, { passwordHash: null, temporaryPasswordUntil: null, mustChangePassword: false });
    await withdrawMails(tx, ['credentials'], { memberId: keep.id });
    const { name, memberNumber } = (await findMember(tx, keep.id, 'unrestricted'))!;
    const data = { name, memberNumber: memberNumber ?? '', link: `${config.publicUrl}/?login` };
    await enqueueMail(tx, { kind: 'credentials', to: email, data, memberId: keep.id });
    return email !== keep.email;
  }

  /** Another e-mail: codes and sessions of the earlier one end. */
  async function followEmail(tx: Transaction, id: string, login: boolean): Promise<void> {
    await deleteSessions(tx, { memberId: id });
    await deleteCode(tx, id);
    await withdrawMails(tx, ['otp'], { memberId: id });
    if (!login) await endEmailWishes(tx, id);
  }

  async function unmergeLocked(tx: Transaction, keep: MemberRow, by: string): Promise<void> {
    const merged = await queries.findUndoable(tx, keep.id);
    const { droppedId, copy } = merged ?? {};
    if (!merged || !droppedId || !copy) {
      throw new AppError('TOO_LATE', 'No merge into this record can be undone any more.');
    }
    const now = await queries.readState(tx, keep.id);
    if (Object.entries(copy.after).some(([part, hash]) => now[part] !== hash)) throw recordChanged();
    const setAside = await findDoublesOf(tx, keep.id);
    const { dropped, kept } = recordsOf(copy, keep);
    await queries.restoreRecord(tx, kept, copy.login ? [] : queries.passwordColumns);
    await queries.insertRecord(tx, dropped);
    await queries.restoreRows(tx, droppedId, keep.id, copy.rows, copy.takenBack === true);
    for (const id of [droppedId, keep.id]) await repeatAdmission(tx, id);
    // The triggers of payments have been here meanwhile.
    await queries.restoreRecord(tx, dropped);
    await forgetFactsAfter(tx, droppedId, copy.facts.dropped);
    await forgetFactsAfter(tx, keep.id, copy.facts.kept);
    await deleteSessions(tx, { memberId: keep.id });
    await queries.deleteMerged(tx, droppedId);
    await separateConferences(tx, setAside);
    const [one, other] = [
      await findMember(tx, keep.id, 'unrestricted'),
      await findMember(tx, droppedId, 'unrestricted'),
    ];
    for (const { id, email } of [one!, other!]) {
      if (email === '') await withdrawMails(tx, ['credentials'], { memberId: id });
      else if (email !== keep.email) await redirectWaitingMails(tx, id, email);
    }
    await tellBoth(tx, one!, [one!.email, other!.email], one!.email, 'yes');
    await writeLog(tx, {
      kind: 'member',
      by,
      subject: keep.reference,
      action: 'undid the merge of another record',
      note: other!.reference,
      memberId: keep.id,
    });
    await notify(tx, 'members');
  }

  return {
    /**
     * Makes one record of two; everything that belongs to the dropped one follows in one transaction.
     * @throws NOT_FOUND, RECORD_CHANGED; WRONG_STATE for a lower status, two logins in use, or one roll
     */
    async merge(merge: Merge, office: Office) {
      try {
        await database.transaction(async (tx) => {
          const { kept, dropped } = await lockBoth(tx, merge, office);
          await mergeLocked(tx, merge, kept, dropped, office.email);
        });
      } catch (error) {
        if (isEmailConflict(error)) throw emailTaken();
        throw error;
      }
      return recordOf(merge.keep);
    },

    /** Undoes the last merge into a record. @throws NOT_FOUND, TOO_LATE, RECORD_CHANGED, EMAIL_TAKEN */
    async unmerge(keep: string, { email: by, reach }: Office) {
      try {
        await database.transaction(async (tx) => {
          await lockConferencesOf(tx, { members: [keep] });
          const record = orNotFound(await lockMember(tx, keep, reach), 'This record');
          await unmergeLocked(tx, record, by);
        });
      } catch (error) {
        if (isEmailConflict(error)) throw emailTaken();
        // Somebody else has its number meanwhile.
        if (innermostError(error).code === '23505') throw recordChanged();
        throw error;
      }
      return recordOf(keep);
    },

    /** Deletes what undoing would have needed, once it is too late for that. */
    async close(isStopping: () => boolean): Promise<void> {
      for (;;) {
        const ended = await queries.findEnded(database, 50);
        for (const { droppedId, files: unused } of ended) {
          if (isStopping()) return;
          await database.transaction(async (tx) => {
            if (await queries.forgetCopy(tx, droppedId)) await files.release(tx, ...unused);
          });
        }
        if (ended.length < 50) return;
      }
    },
  };
}
