import type { Core } from '#server/core.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { lockTextUntilCommit } from '#server/platform/database/locks.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import {
  type CheckoffSettings,
  checkoffTexts,
  type PayingOffice,
  type PayingOfficeShown,
} from '#shared/contracts/checkoff.ts';
import { AppError } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import * as queries from './offices.queries.ts';
import { keyOf } from './reckoning.ts';

/** What members and bound offices see of a paying office. */
export const shownOffice = ({ id, name, state, district }: queries.OfficeRow): PayingOfficeShown => ({
  id,
  name,
  state,
  district,
});

interface OfficeInput {
  name: string;
  ddoCode: string;
  address: string;
  email: string;
  state: string;
  district: string;
  strength: number | null;
}

/** Letters after which a member finds paying offices. */
const searchedLetters = 2;

const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });

const codeTaken = () => {
  const message = 'Another paying office has this code.';
  return new AppError('CODE_TAKEN', message, { fields: { ddoCode: message } });
};

/** The paying offices, and the settings of deductions. */
export function createOfficesService({ database }: Pick<Core, 'database'>) {
  async function presented(rows: readonly queries.OfficeRow[]): Promise<PayingOffice[]> {
    const counts = await queries.countAtOffices(
      database,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...shownOffice(row),
      ddoCode: row.ddoCode,
      address: row.address,
      email: row.email,
      strength: row.strength,
      version: row.version,
      ...(counts.get(row.id) ?? { asked: 0, confirmed: 0, open: 0 }),
    }));
  }

  const mustBeState = (state: string) => {
    if (!bundledStates.includes(state)) throw invalid('state', checkoffTexts.state);
  };

  /** Of two with the same code at once the second one fails at the index. */
  async function withCode<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { code, constraint } = innermostError(error) as { code?: string; constraint?: string };
      if (code === '23505' && constraint === 'paying_offices_code') throw codeTaken();
      throw error;
    }
  }

  const note = (tx: Transaction, by: string, action: string, subject: string) =>
    writeLog(tx, { kind: 'content', feature: 'checkoff', by, action, subject });

  return {
    async list({ search, state, page }: { search: string; state: string; page: number }, reach: Reach) {
      const filter = { search, state: reach.narrow(state) };
      const { rows, total } = await queries.findOffices(database.reader, filter, keyOf(search), page);
      return { data: await presented(rows), pagination: paginationOf(page, total) };
    },

    /** For members, who look for their own: nothing before they have written two letters. */
    async find({ search, state, page }: { search: string; state: string; page: number }) {
      if (keyOf(search).length < searchedLetters) return { data: [], pagination: paginationOf(page, 0) };
      const { rows, total } = await queries.findOffices(database.reader, { search, state }, '', page);
      return { data: rows.map(shownOffice), pagination: paginationOf(page, total) };
    },

    /** Adds a paying office; just the same one again without a code is that one. @throws CODE_TAKEN, VALIDATION for an unknown State */
    async create({ state, district, ...given }: OfficeInput, by: string): Promise<PayingOffice> {
      mustBeState(state);
      const codeKey = keyOf(given.ddoCode);
      const row = await withCode(() =>
        database.transaction(async (tx) => {
          if (await queries.isCodeTaken(tx, codeKey)) throw codeTaken();
          const values = { ...given, state, district, codeKey };
          await lockTextUntilCommit(tx, 'payingOffice', given.name);
          const same = codeKey === '' ? await queries.findSameOffice(tx, values) : undefined;
          if (same) return same;
          await note(tx, by, 'Paying office added', given.name);
          return queries.insertOffice(tx, values);
        }),
      );
      return (await presented([row]))[0]!;
    },

    /** Changes what is given. @throws NOT_FOUND, RECORD_CHANGED, CODE_TAKEN, VALIDATION */
    async update(
      id: string,
      {
        version,
        state,
        district,
        ...given
      }: { [K in keyof OfficeInput]?: OfficeInput[K] | undefined } & { version?: number | undefined },
      by: string,
    ): Promise<PayingOffice> {
      if (state !== undefined) mustBeState(state);
      const row = await withCode(() =>
        database.transaction(async (tx) => {
          const before = assertVersion((await queries.lockOffices(tx, [id])).get(id), 'This paying office', version);
          const codeKey = given.ddoCode === undefined ? before.codeKey : keyOf(given.ddoCode);
          if (await queries.isCodeTaken(tx, codeKey, id)) throw codeTaken();
          const changes = { ...given, state, district, codeKey };
          await note(tx, by, 'Paying office changed', given.name ?? before.name);
          return queries.updateOffice(
            tx,
            id,
            Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
          );
        }),
      );
      return (await presented([row]))[0]!;
    },

    getSettings: () => queries.findCheckoffSettings(database),

    /** Changes the given settings. @throws RECORD_CHANGED */
    async updateSettings(
      {
        version,
        ...changes
      }: { [K in keyof CheckoffSettings]?: CheckoffSettings[K] | undefined } & { version?: number | undefined },
      by: string,
    ) {
      return database.transaction(async (tx) => {
        assertVersion(await queries.lockCheckoffSettings(tx), 'The settings', version);
        const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        const saved = await queries.saveCheckoffSettings(tx, changed);
        const { enabled, deduction, optionMonth, effectiveMonth, dueDay } = saved;
        const text = `${enabled ? 'On' : 'Off'}, ${deduction}; months ${optionMonth}, ${effectiveMonth}; day ${dueDay}`;
        await writeLog(tx, {
          kind: 'content',
          feature: 'settings',
          by,
          action: 'Settings changed',
          subject: 'Deductions from salaries',
          note: text,
        });
        return saved;
      });
    },
  };
}
