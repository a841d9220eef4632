import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { removedInWords } from '#server/features/passkeys/account-passkeys.ts';
import { administratorOf, reachOf, route } from '#server/platform/http/route.ts';
import { administratorActivity } from '#shared/contracts/activity.ts';
import * as contracts from '#shared/contracts/administrators.ts';
import * as contract from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { passkeyHost } from '#shared/passkeys.ts';
import { hasPower } from '#shared/powers.ts';
import { activityOf } from './activity.ts';
import { type AdministratorRow, countApprovedByState, listAdministrators } from './administrators.queries.ts';
import { createAdministratorsService } from './administrators.service.ts';
import { createAdministratorLoginService } from './login.service.ts';

export function administratorsRoutes(app: FastifyInstance, core: Core): void {
  const administrators = serviceOf(core, createAdministratorsService);
  const logins = serviceOf(core, createAdministratorLoginService);
  const host = passkeyHost(core.config.publicUrl);

  route(app, contract.loginAdmin, async ({ body }, caller) => {
    return { message: 'Login successful', ...(await logins.login(body, caller.network, caller.browser)) };
  });

  route(app, contracts.changeAdminPassword, async ({ body }, caller) => {
    await logins.changePassword(administratorOf(caller), body);
    return { message: messages.password.adminChanged };
  });

  route(app, contracts.listAdministrators, async (_request, caller) => {
    const you = administratorOf(caller).administratorId;
    const all = await listAdministrators(core.database);
    const approved = await countApprovedByState(core.database, reachOf(caller));
    return { data: all.map((each) => answerOf(each, approved, you, host)) };
  });

  route(app, administratorActivity, async ({ params, query }) =>
    activityOf(core.database, app.features, params.id, query),
  );

  route(app, contracts.inviteAdministrator, async ({ body }, caller) => {
    const removed = await administrators.invite(administratorOf(caller), body.email, body);
    if (removed === null) return { message: 'The invitation is on its way.' };
    return {
      message: `The invitation is being sent again. ${removed > 0 ? `${removedInWords(removed)}.` : ''}`.trim(),
    };
  });

  route(app, contracts.setPowers, async ({ params, body: { version, ...wanted } }, caller) => {
    const changed = await administrators.setPowers(administratorOf(caller), params.id, wanted, version);
    const approved = await countApprovedByState(core.database, reachOf(caller));
    return {
      message: 'The powers were changed. A mail tells the administrator.',
      administrator: answerOf(changed, approved, administratorOf(caller).administratorId, host),
    };
  });

  route(app, contracts.setAdministratorDisabled, async ({ params, body }, caller) => {
    await administrators.setDisabled(administratorOf(caller), params.id, body.disabled);
    return {
      message: body.disabled ? 'The administrator is disabled.' : 'The administrator is enabled.',
    };
  });
}

/** An administrator in the list. @param approved the number of members per State @param host whose passkeys can be used */
function answerOf(
  row: AdministratorRow,
  approved: ReadonlyMap<string, number>,
  you: string,
  host: string,
): contracts.Administrator {
  const theirs = [...approved].filter(([state]) => row.states.length === 0 || row.states.includes(state));
  const sees = theirs.reduce((sum, [, count]) => sum + count, 0);
  return {
    id: row.id,
    email: row.email,
    disabled: row.disabled,
    secondFactor: row.secondFactor || row.passkeyHosts.includes(host),
    invited: row.invited,
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    invitedBy: row.invitedBy,
    invitedAt: row.invitedAt?.toISOString() ?? null,
    powers: row.powers,
    states: row.states,
    sees: hasPower(row, ['members', 'letters']) ? sees : null,
    version: row.version,
    you: row.id === you,
  };
}
