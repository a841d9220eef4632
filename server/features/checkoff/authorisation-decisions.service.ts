import type { Core } from '#server/core.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { confirmCodes, ListedAuthorisation } from '#shared/contracts/authorisations.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { addMonths } from '#shared/financial-year.ts';
import * as queries from './authorisations.queries.ts';
import { authorisationOf, hasEnded, noteInLog } from './authorisations.service.ts';
import { findCheckoffSettings, lockOffices } from './offices.queries.ts';
import { shownOffice } from './offices.service.ts';
import { deductionOf, sparedUntil } from './reckoning.ts';

const erased = 'erased person';
const called = 'This authorisation';

interface SkippedItem {
  id: string;
  code: (typeof confirmCodes)[number];
  message: string;
}

interface ConfirmItem {
  id: string;
  version?: number | undefined;
  officeId?: string | undefined;
  paper: boolean;
}

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });

/** The same for the office; a bound one sees who and where alone. */
function listedOf(view: queries.AuthorisationView, isBound: boolean): ListedAuthorisation {
  const { row, member } = view;
  const person = {
    name: member?.name ?? erased,
    memberNumber: member?.memberNumber ?? null,
    office: view.office && shownOffice(view.office),
    state: row.state,
  };
  if (isBound) return person;
  return {
    ...authorisationOf(view),
    ...person,
    directory: { id: member?.id ?? null, reference: member?.reference ?? '' },
    paper: row.onPaper,
    version: row.version,
  };
}

/** What the office decides about members' consents. */
export function createAuthorisationDecisionsService({ database }: Pick<Core, 'database'>) {
  async function list(
    {
      page,
      homeState,
      ...filter
    }: {
      state: queries.AuthorisationFilter['state'];
      officeId: string;
      homeState: string;
      search: string;
      page: number;
    },
    reach: Reach,
  ) {
    const result = await queries.listAuthorisations(
      database.reader,
      { ...filter, homeState: reach.narrow(homeState) },
      page,
    );
    return {
      data: result.rows.map((view) => listedOf(view, !reach.isAll)),
      pagination: paginationOf(page, result.total),
    };
  }

  /**
   * Confirms what was asked for; each that cannot be is left with its reason.
   * @param from another first month than the rule's, with the reason
   * @throws VALIDATION without that reason
   */
  async function confirm(
    { items, from, reason }: { items: ConfirmItem[]; from?: string | undefined; reason: string },
    by: string,
  ) {
    const unique = [...new Map(items.map((item) => [item.id, item])).values()];
    return database.transaction(async (tx) => {
      const byId = new Map(
        (
          await queries.findAuthorisations(
            tx,
            unique.map(({ id }) => id),
          )
        ).map((view) => [view.row.id, view]),
      );
      const officeIdOf = ({ id, officeId }: ConfirmItem) => officeId ?? byId.get(id)?.row.officeId ?? null;
      const offices = await lockOffices(
        tx,
        unique.flatMap((item) => officeIdOf(item) ?? []),
      );
      const views = new Map(
        (
          await queries.lockAuthorisations(
            tx,
            unique.map(({ id }) => id),
          )
        ).map((view) => [view.row.id, view]),
      );
      const settings = await findCheckoffSettings(tx);
      const isOther = from !== undefined && [...views.values()].some(({ row }) => row.from !== from);
      if (isOther && reason === '') throw invalid('reason', 'Please enter why it begins in another month');
      const left: SkippedItem[] = [];
      let confirmed = 0;
      for (const item of unique) {
        const refused = await confirmOne(tx, item, views.get(item.id), offices, officeIdOf(item), {
          settings,
          from,
          reason,
          by,
        });
        if (refused) left.push({ id: item.id, ...refused });
        else confirmed += 1;
      }
      return { confirmed, left };
    });
  }

  async function confirmOne(
    tx: Transaction,
    item: ConfirmItem,
    view: queries.AuthorisationView | undefined,
    offices: Awaited<ReturnType<typeof lockOffices>>,
    officeId: string | null,
    {
      settings,
      from: given,
      reason,
      by,
    }: {
      settings: Awaited<ReturnType<typeof findCheckoffSettings>>;
      from: string | undefined;
      reason: string;
      by: string;
    },
  ): Promise<Omit<SkippedItem, 'id'> | null> {
    if (!view?.member) return { code: 'NOT_FOUND', message: `${called} was not found.` };
    const { row, member } = view;
    if (row.state !== 'asked' || member.status !== 'Approved') {
      return { code: 'WRONG_STATE', message: 'This authorisation is not waiting to be confirmed.' };
    }
    if (item.version !== undefined && item.version !== row.version) {
      return { code: 'RECORD_CHANGED', message: 'This authorisation was changed meanwhile. Please read it again.' };
    }
    const office = officeId === null ? undefined : offices.get(officeId);
    if (!office) return { code: 'NO_OFFICE', message: 'Please choose the paying office first.' };
    if (row.signedFile === null && !item.paper) {
      return { code: 'NOT_SIGNED', message: 'No signed letter has come. Say that it came on paper if it did.' };
    }
    const holder = (await queries.findTakenNumbers(tx, office.id, [row.employeeKey])).get(row.employeeKey);
    const isOwn = holder === member.id;
    if (holder !== undefined && !isOwn) {
      return { code: 'NUMBER_TAKEN', message: serverMessages.numberTaken };
    }
    const live = await queries.lockLive(tx, [member.id]);
    const before = live.find(({ state }) => state === 'confirmed');
    const from = given ?? row.from;
    const now = clock.now();
    if (before) {
      const until = addMonths(from, -1);
      await queries.updateAuthorisations(tx, [before.id], {
        state: 'ended',
        reason: 'transferred',
        until,
        endedAt: now,
      });
    }
    const yearly = (await findSubscription(tx)).amount;
    await queries.updateAuthorisations(tx, [row.id], {
      state: 'confirmed',
      officeId: office.id,
      onPaper: row.signedFile === null,
      from,
      amount: from === row.from ? row.amount : deductionOf(settings, yearly, from),
      ...(from === row.from ? {} : { reason }),
      confirmedAt: now,
      confirmedBy: by,
      sparedUntil: sparedUntil(settings, from),
    });
    await noteInLog(tx, member, by, 'confirmed the deduction from the salary', from === row.from ? '' : reason);
    return null;
  }

  /** Ends an authorisation with its last month. @throws NOT_FOUND, WRONG_STATE */
  async function end(id: string, { reason, month }: { reason: string; month: string }, by: string) {
    await database.transaction(async (tx) => {
      const view = orNotFound((await queries.lockAuthorisations(tx, [id]))[0], called);
      const { state } = view.row;
      if (state !== 'asked' && state !== 'confirmed') throw hasEnded();
      await queries.updateAuthorisations(tx, [id], { state: 'ended', reason, until: month, endedAt: clock.now() });
      await noteInLog(tx, view.member, by, 'ended the deduction from the salary', reason);
    });
    return listedOf((await queries.findAuthorisation(database, id))!, false);
  }

  return { list, confirm, end };
}
