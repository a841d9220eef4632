import { type Core, serviceOf } from '#server/core.ts';
import { findMemberOrKept, lockMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { officeRecordOf } from '#server/features/members/records.ts';
import { findSubscriptionStatuses } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import * as queries from './likeness.queries.ts';
import { findUndoable } from './merging.queries.ts';

const hourMs = 3_600_000;
/** Records that may be of one person. */
export function createLikenessService(core: Core) {
  const { database } = core;
  const { reader } = database;
  const { address } = serviceOf(core, pictureAddresses);

  return {
    /** A record with those that look like it, and the merge into it that can be undone. @throws NOT_FOUND */
    async find(id: string, reach: Reach) {
      const row = orNotFound(await findMemberOrKept(database, id, reach), 'This record');
      const others = await queries.findAlike(database, row.id, reach);
      const ids = [row, ...others.map((each) => each.row)].map((each) => each.id);
      const statuses = await findSubscriptionStatuses(database, await findSubscription(database), ids);
      const shown = (each: MemberRow) => officeRecordOf(each, address, statuses.get(each.id));
      const alike = others
        .sort((one, other) => other.by.length - one.by.length)
        .slice(0, 5)
        .map((other) => ({ person: shown(other.row), by: other.by }));
      const merged = await findUndoable(database, row.id);
      return {
        data: shown(row),
        alike,
        merged: merged
          ? {
              reference: merged.reference,
              by: merged.by,
              at: merged.at.toISOString(),
              until: new Date(merged.at.getTime() + limits.mergeUndoHours * hourMs).toISOString(),
            }
          : null,
      };
    },

    /** A page of likely doubles, which the office has yet to settle. */
    async doubles(page: number, reach: Reach) {
      const pagination = paginationOf(page, await queries.countDoubles(reader, reach));
      return { data: await queries.findDoubles(reader, reach, page), pagination };
    },

    /** Other records that a text may mean. @throws NOT_FOUND */
    async others(id: string, text: string, reach: Reach) {
      const row = orNotFound(await findMemberOrKept(database, id, reach), 'This record');
      return (await queries.findOthers(reader, row.id, text, reach)).map(
        ({ id, name, reference, memberNumber, status, state, email }) => ({
          ...{ id, name, reference, memberNumber, status, state, email },
        }),
      );
    },

    /** Looks for the doubles of records that are new or have changed. */
    async check(isStopping: () => boolean): Promise<void> {
      while (!isStopping() && (await queries.checkDoubles(database))) {}
    },

    /** Notes that two records are of two people: neither is shown beside the other any more. @throws NOT_FOUND */
    async noteDifferent(
      one: string,
      other: string,
      { email: by, reach }: Pick<ActingAdministrator, 'email' | 'reach'>,
    ) {
      await database.transaction(async (tx) => {
        const [first = '', second = ''] = [one, other].sort();
        const rows = [];
        for (const id of new Set([first, second])) {
          rows.push(orNotFound(await lockMember(tx, id, reach), 'This record'));
        }
        const [a, b] = rows;
        if (!a || !b || !(await queries.insertDifferent(tx, first, second))) return;
        const action = 'noted that another record is another person’s';
        await writeLog(tx, { kind: 'member', by, subject: a.reference, action, note: b.reference, memberId: a.id });
      });
    },
  };
}
