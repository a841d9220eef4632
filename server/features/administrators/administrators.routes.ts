import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { administratorOf, route } from '#server/http/route.ts';
import * as contract from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { listAdministrators } from './administrators.queries.ts';
import { createAdministratorsService } from './administrators.service.ts';
import { createAdministratorLoginService } from './login.service.ts';

export function administratorsRoutes(app: FastifyInstance, core: Core): void {
  const administrators = createAdministratorsService(core);
  const logins = createAdministratorLoginService(core);

  route(app, contract.loginAdmin, async ({ body }, caller) => {
    return { message: 'Login successful', ...(await logins.login(body, caller.network, caller.browser)) };
  });

  route(app, contract.changeAdminPassword, async ({ body }, caller) => {
    await logins.changePassword(administratorOf(caller), body);
    return { message: messages.password.adminChanged };
  });

  route(app, contract.confirmSession, async ({ body }, caller) => {
    await logins.confirmSession(administratorOf(caller), body);
    return { message: 'Thank you. This is confirmed for a few minutes.' };
  });

  route(app, contract.listAdministrators, async (_request, caller) => {
    const you = administratorOf(caller).administratorId;
    const all = await listAdministrators(core.database);
    return {
      data: all.map((administrator) => ({
        _id: administrator.id,
        email: administrator.email,
        disabled: administrator.disabled,
        secondFactor: administrator.secondFactor,
        invited: administrator.invited,
        lastLoginAt: administrator.lastLoginAt?.toISOString() ?? null,
        createdAt: administrator.createdAt.toISOString(),
        you: administrator.id === you,
      })),
    };
  });

  route(app, contract.inviteAdministrator, async ({ body }, caller) => {
    const again = await administrators.invite(administratorOf(caller), body.email);
    return {
      message: again ? 'The invitation is being sent again.' : 'The invitation is on its way.',
    };
  });

  route(app, contract.setAdministratorDisabled, async ({ params, body }, caller) => {
    await administrators.setDisabled(administratorOf(caller), params.id, body.disabled);
    return {
      message: body.disabled ? 'The administrator is disabled.' : 'The administrator is enabled.',
    };
  });
}
