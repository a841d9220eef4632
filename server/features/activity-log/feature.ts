import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { route } from '#server/platform/http/route.ts';
import { deleteOldLogins } from '#server/platform/log/log.queries.ts';
import { searchLog as findEntries } from '#server/platform/log/log-search.queries.ts';
import { startOfIndianDay } from '#shared/clock.ts';
import { searchLog } from '#shared/contracts/activity-log.ts';
import { paginationOf } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { mailName, mailNames } from '#shared/mail-names.ts';
import { linksOf, textOf } from './log-links.ts';

/** The office’s log. */
export const log: Feature = {
  name: 'activity-log',
  routes: logRoutes,
  cleanUps: { log: ({ database }) => deleteOldLogins(database, limits.kept.logDays) },
};

const dayMs = 86_400_000;

/** Midnight in India `days` after a day; null for ''. */
function beginningOf(day: string, days = 0): Date | null {
  return day === '' ? null : new Date(startOfIndianDay(day).getTime() + days * dayMs);
}

function logRoutes(app: FastifyInstance, { database }: Core): void {
  route(app, searchLog, async ({ query }) => {
    // Pending events are written first, so that the office sees an attack at the first look.
    await app.security.flush();
    const search = query.search.toLowerCase();
    const { rows, total } = await findEntries(database.reader, {
      kind: query.mail === '' ? query.kind : 'mail',
      mailState: query.mail,
      text: query.search,
      mailKinds: Object.keys(mailNames).filter((kind) => mailName(kind).toLowerCase().includes(search)),
      from: beginningOf(query.from),
      before: beginningOf(query.to, 1),
      limit: limits.pageSize,
      offset: (query.page - 1) * limits.pageSize,
    });
    const linkOf = await linksOf(database.reader, app.features, rows);
    return {
      data: rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        kind: row.kind,
        by: row.by,
        subject: row.subject,
        name: row.member?.name ?? '',
        link: linkOf(row),
        text: textOf(row),
        mail: row.mail,
      })),
      pagination: paginationOf(query.page, total),
    };
  });
}
