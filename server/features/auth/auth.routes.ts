import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { mustAdministratorChangePassword } from '#server/features/administrators/administrators.service.ts';
import { memberOf, route } from '#server/http/route.ts';
import {
  changeMemberPassword,
  getSession,
  loginMember,
  logout,
  resetPassword,
  sendOtp,
} from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors.ts';
import * as auth from './auth.service.ts';
import { deleteSession } from './sessions.queries.ts';

export function authRoutes(app: FastifyInstance, core: Core): void {
  route(app, loginMember, async ({ body }, caller) => {
    const { token, mustChangePassword } = await auth.loginMember(core, body, caller.address);
    return { success: true as const, token, message: 'Login successful', mustChangePassword };
  });

  route(app, sendOtp, async ({ body }, caller) => {
    await auth.sendOneTimeCode(core, body.email, caller.address);
    return { success: true as const, message: 'If this e-mail belongs to a member, an OTP is on its way to it.' };
  });

  route(app, resetPassword, async ({ body }, caller) => {
    await auth.resetPassword(core, body, caller.address);
    return { success: true as const, message: 'Your password has been reset. Please log in with the new one.' };
  });

  route(app, changeMemberPassword, async ({ body }, caller) => {
    await auth.changeMemberPassword(core, memberOf(caller), body);
    return { success: true as const, message: 'Password changed successfully' };
  });

  route(app, getSession, async (_request, caller) => {
    const { auth: session } = caller;
    if (!session) throw new AppError('NOT_LOGGED_IN', 'Please log in.');
    const mustChangePassword =
      session.role === 'member'
        ? await auth.mustMemberChangePassword(core, session.memberId)
        : await mustAdministratorChangePassword(core, session.administratorId);
    return { success: true as const, role: session.role, email: session.email, mustChangePassword };
  });

  route(app, logout, async (_request, caller) => {
    if (caller.auth) await deleteSession(core.database, caller.auth.sessionId);
    return { success: true as const, message: 'You are logged out.' };
  });
}
