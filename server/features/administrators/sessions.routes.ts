import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { serviceOf } from '#server/core.ts';
import { administratorOf, loggedIn, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/sessions.ts';
import { invitedInWords } from './administrators.service.ts';
import { createSessionsService } from './sessions.service.ts';

/** The list of sessions, and ending them. */
export function sessionsRoutes(app: FastifyInstance, core: Core): void {
  const sessions = serviceOf(core, createSessionsService);

  route(app, calls.listSessions, async (_request, caller) => ({ data: await sessions.listOwn(loggedIn(caller)) }));
  route(app, calls.endSession, async ({ params }, caller) => {
    await sessions.endOwn(loggedIn(caller), params.id);
    return { message: 'That device is logged out.' };
  });
  route(app, calls.endOtherSessions, async (_request, caller) => {
    await sessions.endOthers(loggedIn(caller));
    return { message: 'All other devices are logged out.' };
  });
  route(app, calls.endMemberSessions, async ({ params }, caller) => {
    return { message: endedMessage(await sessions.endOfMember(params.id, administratorOf(caller))) };
  });
  route(app, calls.endAdministratorSessions, async ({ params }, caller) => {
    const ended = await sessions.endOfAdministrator(params.id, administratorOf(caller));
    return { message: `${endedMessage(ended.sessions)} ${invitedInWords(ended)}`.trim() };
  });
}

function endedMessage(count: number): string {
  if (count === 0) return 'There was no login to end.';
  return count === 1 ? 'One login was ended.' : `${count} logins were ended.`;
}
