import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { route } from '#server/http/route.ts';
import { searchLog } from '#shared/contracts/office.ts';
import { limits } from '#shared/limits.ts';
import { searchLog as findEntries, type LogRow } from './log.queries.ts';

const mailNames: Record<string, string> = {
  'registration-received': 'Acknowledgement of the registration',
  'registration-office': 'Notice of a new registration',
  'already-applied': 'Reminder of the registration under way',
  'already-member': 'Reminder of the membership',
  credentials: 'Credentials',
  'registration-rejected': 'Rejection',
  otp: 'One-time code',
  'password-changed': 'Notice of a changed password',
  'administrator-invitation': 'Invitation as administrator',
  'contact-office': 'Contact message',
  'erasure-office': 'Notice of a wish for erasure',
};

/** The line as the office reads it. */
function textOf({ kind, action, from, to, note }: LogRow): string {
  if (kind === 'mail') return `${mailNames[action] ?? action} to ${to}`;
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
      mailKinds: Object.keys(mailNames).filter((kind) => mailNames[kind]!.toLowerCase().includes(wanted)),
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
