import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { route } from '#server/http/route.ts';
import { mailName, mailNames } from '#server/mail/kinds.ts';
import { searchLog } from '#shared/contracts/office.ts';
import { limits } from '#shared/limits.ts';
import { searchLog as findEntries, type LogRow } from './log.queries.ts';

/** The line as the office reads it. */
function textOf({ kind, action, from, to, note }: LogRow): string {
  if (kind === 'mail') return `${mailName(action)} to ${to}`;
  const change = from !== to ? `: ${from || 'nothing'} → ${to || 'nothing'}` : '';
  const line = `${action}${change}${note ? ` (${note})` : ''}`;
  return line.charAt(0).toUpperCase() + line.slice(1);
}

export function logRoutes(app: FastifyInstance, core: Core): void {
  route(app, searchLog, async ({ query }) => {
    const wanted = query.search.toLowerCase();
    const { rows, total } = await findEntries(core.database, {
      kind: query.kind,
      text: query.search,
      mailKinds: Object.keys(mailNames).filter((kind) => mailName(kind).toLowerCase().includes(wanted)),
      limit: limits.pageSize,
      offset: (query.page - 1) * limits.pageSize,
    });
    return {
      success: true as const,
      data: rows.map((row) => ({
        _id: row.id,
        at: row.at.toISOString(),
        kind: row.kind,
        by: row.by,
        subject: row.subject,
        text: textOf(row),
        mail: row.state === null ? null : { state: row.state, error: row.error },
      })),
      pagination: {
        currentPage: query.page,
        totalPages: Math.ceil(total / limits.pageSize),
        totalCount: total,
        pageSize: limits.pageSize,
      },
    };
  });
}
