import { type Core, serviceOf } from '#server/core.ts';
import { findMemberOrKept, lockMember, type MemberRow } from '#server/features/members/members.queries.ts';
import { pictureAddresses } from '#server/features/members/picture-addresses.ts';
import { officeRecordOf } from '#server/features/members/records.ts';
import { findSubscriptionStatuses } from '#server/features/subscription/status.queries.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import type { Likeness } from '#shared/likenesses.ts';
import { orNotFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { findAlike, insertDifferent } from './likeness.queries.ts';
import { findUndoable } from './merging.queries.ts';

const hourMs = 3_600_000;
/** Names are compared without signs: D'Souza, D’Souza and DSouza are one. */
const plain = (name: string) => name.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** What two records have in common. */
function likenessOf(one: MemberRow, other: MemberRow): Likeness[] {
  return [
    ...(one.email !== '' && one.email === other.email ? (['email'] as const) : []),
    ...(one.mobile !== '' && one.mobile === other.mobile ? (['mobile'] as const) : []),
    ...(one.dateOfBirth !== null &&
    one.dateOfBirth === other.dateOfBirth &&
    plain(one.nameSearch) === plain(other.nameSearch)
      ? (['person'] as const)
      : []),
  ];
}

/** Records that may be of one person. */
export function createLikenessService(core: Core) {
  const { database } = core;
  const { address } = serviceOf(core, pictureAddresses);

  return {
    /** A record with those that look like it, and the merge into it that can be undone. @throws NOT_FOUND */
    async find(id: string, reach: Reach) {
      const row = orNotFound(await findMemberOrKept(database, id, reach), 'This record');
      const others = await findAlike(database, row, reach);
      const ids = [row, ...others].map((each) => each.id);
      const statuses = await findSubscriptionStatuses(database, await findSubscription(database), ids);
      const shown = (each: MemberRow) => officeRecordOf(each, address, statuses.get(each.id));
      const alike = others
        .map((other) => ({ person: shown(other), by: likenessOf(row, other) }))
        .filter(({ by }) => by.length > 0)
        .sort((one, other) => other.by.length - one.by.length)
        .slice(0, 5);
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
        if (!a || !b || !(await insertDifferent(tx, first, second))) return;
        const action = 'noted that another record is another person’s';
        await writeLog(tx, { kind: 'member', by, subject: a.reference, action, note: b.reference, memberId: a.id });
      });
    },
  };
}
