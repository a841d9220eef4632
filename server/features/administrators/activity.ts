import type { Feature } from '#server/feature.ts';
import { linksOf, textOf } from '#server/features/activity-log/log-links.ts';
import type { Database } from '#server/platform/database/client.ts';
import { startOfIndianDay } from '#shared/clock.ts';
import type { Activity, ActivityKind } from '#shared/contracts/activity.ts';
import { orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import * as queries from './activity.queries.ts';

interface ActivityQuery {
  /** Days in India, both included. */
  from: string;
  until: string;
  kind: ActivityKind | '';
  page: number;
}

const dayMs = 86_400_000;

/** What an administrator opened, exported and decided, newest first. @throws NOT_FOUND */
export async function activityOf(
  { reader }: Pick<Database, 'reader'>,
  features: readonly Feature[],
  id: string,
  { from, until, kind, page }: ActivityQuery,
): Promise<Omit<Activity, 'success'>> {
  const administrator = orNotFound(await queries.findAdministratorOf(reader, id), 'This administrator');
  const period = {
    by: administrator.email,
    from: startOfIndianDay(from),
    before: new Date(startOfIndianDay(until).getTime() + dayMs),
  };
  const { opened, entries, exported, decided, other } = await queries.countActivity(reader, period);
  const rows = await queries.findActivity(reader, period, kind, {
    offset: (page - 1) * limits.pageSize,
    limit: limits.pageSize,
  });
  const counts = { opened: entries, exported, decided, other };
  const total = kind === '' ? entries + exported + decided + other : counts[kind];
  const linkOf = await linksOf(reader, features, rows);
  return {
    administrator: { id, email: administrator.email, disabled: administrator.disabled },
    from,
    until,
    totals: { opened, exported, decided, other },
    data: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      subject: row.subject || (row.member?.reference ?? ''),
      name: row.member?.name ?? '',
      link: linkOf(row),
      text: textOf(row),
    })),
    pagination: paginationOf(page, total),
  };
}
