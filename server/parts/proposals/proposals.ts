import { holdLogin } from '#server/features/auth/auth.queries.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { type Power, powerNeeded, powerTexts } from '#shared/powers.ts';
import * as queries from './proposals.queries.ts';

export type { ProposalRow } from './proposals.queries.ts';

type Who = Pick<ActingAdministrator, 'administratorId' | 'email'>;
type LoggedIn = Pick<ActingAdministrator, 'role' | 'administratorId' | 'sessionId' | 'email'>;

const lapsesAfterDays = 7;

/** A grave step on a record, which one administrator proposes. */
export interface Step<What extends string> {
  what: What;
  /** In words, as the second person reads it. */
  text: string;
  details: Record<string, unknown>;
}

const secondNeeded = (message: string) => new AppError('SECOND_NEEDED', message);
const gone = () =>
  new AppError(
    'WRONG_STATE',
    'This proposal is not there any more: it was carried out, refused, replaced, or has lapsed.',
  );

/**
 * What one administrator proposes and another must agree to. A record has one proposal at a time. It lapses after seven days, when
 * its author loses the power, and when its record is edited (`drop`). The caller holds the record's lock.
 * @param subject the kind of record
 * @param power what both need; `full` suffices
 */
export function createProposals<What extends string>(subject: string, power: Power) {
  const waitingOf = (db: Readable, ids: readonly string[]) => queries.findWaiting(db, subject, ids, lapsesAfterDays);

  /** The power may have been taken from them since their call began. @throws POWER_NEEDED */
  async function mustStillHold(tx: Transaction, who: LoggedIn): Promise<void> {
    if (!(await queries.holdPower(tx, who.administratorId, power))) throw powerNeeded(power);
    await holdLogin(tx, who);
  }

  return {
    waitingOf,

    /** A later proposal of the same kind replaces the one before. @throws POWER_NEEDED, PROPOSAL_WAITING, SECOND_NEEDED */
    async propose(
      tx: Transaction,
      subjectId: string,
      { what, text, details }: Step<What>,
      who: LoggedIn,
    ): Promise<void> {
      await mustStillHold(tx, who);
      const [waiting] = await waitingOf(tx, [subjectId]);
      if (waiting && waiting.what !== what) {
        throw new AppError(
          'PROPOSAL_WAITING',
          `Another proposal waits for an answer: ${waiting.text}. Please agree to it or refuse it first.`,
        );
      }
      if ((await queries.findWhoMay(tx, power)).every((each) => isOf(each, who))) {
        throw secondNeeded(
          `This needs a second person with the power ‘${powerTexts[power].name}’ or ‘${powerTexts.full.name}’ who has logged in once. An administrator with the power ‘${powerTexts.full.name}’ can invite one under Administrators.`,
        );
      }
      await queries.removeProposals(tx, subject, subjectId);
      await queries.insertProposal(tx, {
        subject,
        subjectId,
        what,
        text,
        details,
        power,
        by: who.email,
        administratorId: who.administratorId,
        at: clock.now(),
      });
    },

    /**
     * Takes what waits, to be carried out in this transaction.
     * @throws POWER_NEEDED; WRONG_STATE for one that is gone, SECOND_NEEDED for one's own
     */
    async take(tx: Transaction, subjectId: string, proposalId: string, who: LoggedIn): Promise<queries.ProposalRow> {
      await mustStillHold(tx, who);
      const [waiting] = await waitingOf(tx, [subjectId]);
      if (waiting?.id !== proposalId) throw gone();
      if (isOf(waiting, who)) throw secondNeeded('Somebody else has to agree to what you have proposed.');
      if (!(await queries.removeProposal(tx, proposalId))) throw gone();
      return waiting;
    },

    /** Ends what waits, because its record has changed. */
    drop: (tx: Transaction, subjectId: string) => queries.removeProposals(tx, subject, subjectId),

    /** Ends one of which nothing can come. */
    dropOne: queries.removeProposal,
  };
}

/** What others have proposed and this administrator may agree to. */
export async function waitingFor(
  db: Readable,
  who: Pick<ActingAdministrator, 'administratorId' | 'email' | 'powers'>,
): Promise<{ count: number; since: Date | null }> {
  const proposals = await queries.findForPowers(db, who.powers, lapsesAfterDays);
  const others = proposals.filter((each) => !isOf(each, who));
  return { count: others.length, since: others[0]?.at ?? null };
}

/** Where mails to an address arrive: what follows a plus in front of the host is a label, and so are dots at Google. */
function mailboxOf(address: string): string {
  const [, name = '', host = ''] = /^(.*)@(.*)$/.exec(address.toLowerCase()) ?? [];
  const box = name.replace(/(?<=.)\+.*$/, '');
  return /^(gmail|googlemail)\.com$/.test(host) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`;
}

/** Whether two addresses lead to one person. */
export const isOneMailbox = (one: string, other: string): boolean => mailboxOf(one) === mailboxOf(other);

/** Whether a proposal, or a record, is this person's own, under any login. */
export const isOf = ({ administratorId, by }: Pick<queries.ProposalRow, 'administratorId' | 'by'>, who: Who): boolean =>
  administratorId === who.administratorId || isOneMailbox(by, who.email);
