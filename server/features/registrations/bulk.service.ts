import type { z } from 'zod';
import { type Core, serviceOf } from '#server/core.ts';
import { tellOfStoppedWork } from '#server/features/auth/acting.ts';
import { findOffice } from '#server/features/auth/sessions.queries.ts';
import { createCorrectionService } from '#server/features/corrections/corrections.service.ts';
import { jobAnswer } from '#server/features/job-progress/feature.ts';
import { isEmailConflict, lockMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { emailTaken } from '#server/features/members/records.ts';
import { isUnpaid } from '#server/features/payments/payment-states.ts';
import { findAdmission } from '#server/features/payments/payments.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { findCodesLeft, findLeftOut, type LeftOut } from '#server/platform/jobs/jobs.queries.ts';
import type { DoStep, JobNeeds, RunningJob } from '#server/platform/jobs/jobs.ts';
import type { decideMany } from '#shared/contracts/bulk-decisions.ts';
import type { Job } from '#shared/contracts/job-progress.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import type { CorrectableName } from '#shared/person-fields.ts';
import { powerNeeded } from '#shared/powers.ts';
import { createDecisionService } from './decisions.service.ts';
import { askForPayment, refusePaymentRequest } from './payment-request.ts';
import { findAllSeen, findSeen, type SeenRecord } from './review.queries.ts';

type Body = z.output<NonNullable<typeof decideMany.body>>;
type Order = Pick<Body, 'action' | 'reason' | 'note' | 'paymentSeen' | 'onlyPaid' | 'onlySettled'> & {
  fields: CorrectableName[];
  /** Those of the administrator when it began; none for all India. */
  states: readonly string[];
};
/** A record as the administrator saw it. */
type Item = Pick<SeenRecord, 'id' | 'version'>;

export const decideManyKind = 'decideMany';

const doubtCodes = {
  unpaid: () => new AppError('NOT_PAID', messages.review.notPaid),
  unchecked: () => new AppError('NOT_PAID', messages.review.notChecked),
  withoutDocument: () => new AppError('WRONG_STATE', messages.review.noDocument),
} as const;
type Doubt = keyof typeof doubtCodes;

/** What is open about a record, and is asked about before it is approved. */
function doubtsAbout(
  { admission, documentFile }: Pick<SeenRecord, 'admission' | 'documentFile'>,
  { paymentSeen }: Pick<Body, 'paymentSeen'>,
): Doubt[] {
  return [
    ...(!paymentSeen && isUnpaid(admission) ? ['unpaid' as const] : []),
    ...(!paymentSeen && admission === 'claimed' ? ['unchecked' as const] : []),
    ...(documentFile === null ? ['withoutDocument' as const] : []),
  ];
}

/** Why an approval leaves a record out by its options. */
function unsettled(doubts: readonly Doubt[], { onlyPaid, onlySettled }: Pick<Body, 'onlyPaid' | 'onlySettled'>) {
  const first = onlySettled ? doubts[0] : onlyPaid ? doubts.find((doubt) => doubt === 'unpaid') : undefined;
  return first ? doubtCodes[first]() : null;
}

/** Why a bulk decision leaves a record out, by the record alone. */
function refusal(row: Pick<SeenRecord, 'status' | 'version'> | undefined, version: number): AppError | null {
  if (!row) return notFound('This record');
  return row.status !== 'New' || row.version !== version ? recordChanged() : null;
}

const leftOut = (id: string, reference: string, { code, message }: AppError): LeftOut => ({
  id,
  reference,
  code,
  message,
});

const stoppedWork = 'Decisions about registrations';

/** Bulk decisions about registrations; each is decided like a single one. */
export function createBulkService(core: Core) {
  const { database, jobs, config } = core;
  const decisions = serviceOf(core, createDecisionService);
  const corrections = serviceOf(core, createCorrectionService);

  async function act(tx: Transaction, row: MemberRow, order: Order, by: string): Promise<void> {
    const { action, reason, note, paymentSeen, onlyPaid, onlySettled, fields } = order;
    const decision = { id: row.id, reason, note, paymentSeen, expectedStatus: 'New', money: 'refund' } as const;
    switch (action) {
      case 'approve':
        if (onlyPaid || onlySettled) {
          const admission = (await findAdmission(tx, row.id)).state;
          const refused = unsettled(doubtsAbout({ ...row, admission }, order), order);
          if (refused) throw refused;
        }
        return decisions.decideLocked(tx, row, { ...decision, status: 'Approved' }, by);
      case 'reject':
        return decisions.decideLocked(tx, row, { ...decision, status: 'Rejected' }, by);
      case 'askPayment':
        return askForPayment(tx, row, config.publicUrl, by);
      case 'askCorrection':
        await corrections.askLocked(tx, row, { fields, note }, by);
    }
  }

  /** Decides one record in a savepoint of `tx`, so that a refusal rolls back only that one. */
  async function decideOne(tx: Transaction, { id, version }: Item, job: RunningJob<Order>): Promise<LeftOut[]> {
    const { data: order, by } = job;
    let reference = '';
    try {
      const office = await findOffice(tx, by);
      if (!office) throw powerNeeded('members');
      await tx.transaction(async (savepoint) => {
        const row = await lockMember(savepoint, id, office.reach);
        reference = row?.reference ?? '';
        const refused = refusal(row, version);
        if (refused || !row) throw refused;
        await act(savepoint, row, order, by);
        await notify(savepoint, 'members');
      });
      return [];
    } catch (error) {
      if (error instanceof AppError) return [leftOut(id, reference, error)];
      if (isEmailConflict(error)) return [leftOut(id, reference, emailTaken())];
      throw error;
    }
  }

  /** Whether the job left records out, these or earlier ones, because its administrator has lost a power or a State meanwhile. */
  async function isLeftForPowers(tx: Transaction, { id, by, data }: RunningJob<Order>, last: LeftOut[]) {
    const codes = new Set([...(await findCodesLeft(tx, id)), ...last.map(({ code }) => code)]);
    if (codes.has('POWER_NEEDED')) return true;
    const office = codes.has('NOT_FOUND') ? await findOffice(tx, by) : undefined;
    if (!office || office.reach.isAll) return false;
    return data.states.length === 0 || data.states.some((state) => !office.reach.has(state));
  }

  const needs: JobNeeds<Order> = {
    powers: ({ paymentSeen }) => (paymentSeen ? ['members', 'money'] : ['members']),
    work: stoppedWork,
    page: paths.admin.registrations,
    async onStopped(_tx, job, refused) {
      const items = (await job.items(1)) as Item[];
      return { done: 1, left: items.map(({ id }) => leftOut(id, '', refused)) };
    },
  };

  const step: DoStep<Order> = async (tx, job) => {
    const [item] = (await job.items(1)) as Item[];
    const left = item ? await decideOne(tx, item, job) : [];
    if (job.done + 1 >= job.total && (await isLeftForPowers(tx, job, left))) {
      const link = `${config.publicUrl}${paths.admin.registrations}`;
      await tellOfStoppedWork(tx, stoppedWork, job.by, link);
    }
    return { done: 1, left };
  };

  /** The selected records: the named ones, or the current matches of the filter. */
  async function chosen(
    { items, filter }: Body,
    reach: Reach,
  ): Promise<{ items: Item[]; rows: Map<string, SeenRecord> }> {
    if (filter) {
      const rows = await findAllSeen(database, { status: 'New', ...filter, reach });
      return { items: rows.map(({ id, version }) => ({ id, version })), rows: byId(rows) };
    }
    const once = new Map((items ?? []).toReversed().map((item) => [item.id, item]));
    const named = [...once.values()].toReversed();
    return { items: named, rows: byId(await findSeen(database, [...once.keys()], reach)) };
  }

  const orderOf = (
    { action, reason, note, paymentSeen, onlyPaid, onlySettled, fields = [] }: Body,
    reach: Reach,
  ): Order => ({
    states: reach.states,
    action,
    reason,
    note,
    paymentSeen,
    onlyPaid,
    onlySettled,
    fields,
  });

  /** What a decision would do, and which records it would leave out, without changing anything. */
  async function preview(
    body: Body,
    office: Pick<ActingAdministrator, 'email' | 'reach'>,
  ): Promise<{ summary: Job['summary']; left: LeftOut[] } & Partial<Record<Doubt | 'unsettled', number>>> {
    const { items, rows } = await chosen(body, office.reach);
    const counts = { unpaid: 0, unchecked: 0, withoutDocument: 0, unsettled: 0 };
    const left = items.flatMap(({ id, version }) => {
      const row = rows.get(id);
      let refused = refusal(row, version);
      if (row && body.action === 'askPayment') refused ??= refusePaymentRequest(row, row.admission);
      if (row && !refused && body.action === 'approve') {
        const doubts = doubtsAbout(row, body);
        for (const doubt of doubts) counts[doubt] += 1;
        if (doubts.length > 0) counts.unsettled += 1;
        refused = unsettled(doubts, body);
      }
      return refused ? [leftOut(id, row?.reference ?? '', refused)] : [];
    });
    const summary = { decided: items.length - left.length, left: left.length };
    const shown = { summary, left: left.slice(0, limits.leftOutShown) };
    return body.action === 'approve' ? { ...shown, ...counts } : shown;
  }

  /** Begins the decision. @returns the job, which has ended if it is a small one */
  async function decide(body: Body, office: Pick<ActingAdministrator, 'email' | 'reach'>): Promise<Job> {
    const by = office.email;
    const { items } = await chosen(body, office.reach);
    const id = await database.transaction((tx) =>
      jobs.begin(tx, { kind: decideManyKind, by, data: orderOf(body, office.reach), items }),
    );
    const row = (await jobs.awaitEnd(id))!;
    return jobAnswer(row, (await findLeftOut(database, [id], limits.leftOutShown)).get(id) ?? []);
  }

  return { preview, decide, job: { needs, step } };
}

const byId = (rows: SeenRecord[]) => new Map(rows.map((row) => [row.id, row]));
