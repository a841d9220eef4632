import type { Core } from '#server/core.ts';
import { lockMember } from '#server/features/members/members.queries.ts';
import { notify } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { clearBounces } from '#server/platform/mail/bounces.queries.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { countBouncedAddresses, findBouncedAddresses } from './bounced.queries.ts';

/** Addresses of people at which mails did not arrive. */
export function createBouncedService({ database }: Core) {
  const { reader } = database;

  /** Those of applicants and members, the one that came last first. */
  async function list(reach: Reach, page: number) {
    const [rows, count] = await Promise.all([
      findBouncedAddresses(reader, reach, page),
      countBouncedAddresses(reader, reach),
    ]);
    const data = rows.map(({ id, name, state, mobile, reference, memberNumber, status, since, last, ...row }) => ({
      directory: {
        id,
        reference,
        memberNumber,
        name,
        state,
        status,
        mobile,
      },
      ...row,
      since: since.toISOString(),
      last: last.toISOString(),
    }));
    return { data, pagination: paginationOf(page, count) };
  }

  /** The office says that a person's address works again. @throws NOT_FOUND */
  async function clear(memberId: string, by: string, reach: Reach): Promise<void> {
    await database.transaction(async (tx) => {
      const row = orNotFound(await lockMember(tx, memberId, reach), 'This record');
      if (!(await clearBounces(tx, memberId))) return;
      const action = 'said that the e-mail address works again';
      await writeLog(tx, { kind: 'member', by, subject: row.reference, action, memberId });
      await notify(tx, 'members');
    });
  }

  return { list, clear };
}
