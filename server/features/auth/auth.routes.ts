import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { loggedIn, memberOf, route } from '#server/platform/http/route.ts';
import {
  changeMemberPassword,
  getSession,
  loginMember,
  logout,
  resetPassword,
  sendOtp,
} from '#shared/contracts/auth.ts';
import { type AuthNeeds, createAuthService } from './auth.service.ts';
import { deleteSession, mustChangePassword } from './sessions.queries.ts';

export function authRoutes(app: FastifyInstance, core: Core, needs: AuthNeeds): void {
  const auth = createAuthService(core, needs);

  route(app, loginMember, async ({ body }, caller) => {
    return { message: 'Login successful', ...(await auth.login(body, caller.network, caller.browser)) };
  });

  route(app, sendOtp, async ({ body }, caller) => {
    await auth.sendOneTimeCode(body.email, caller.network);
    return { message: 'If this e-mail belongs to a member, an OTP is on its way to it.' };
  });

  route(app, resetPassword, async ({ body }, caller) => {
    await auth.resetPassword(body, caller.network);
    return { message: 'Your password has been reset. Please log in with the new one.' };
  });

  route(app, changeMemberPassword, async ({ body }, caller) => {
    await auth.changePassword(memberOf(caller), body);
    return { message: 'Password changed successfully' };
  });

  route(app, getSession, async (_request, caller) => {
    const session = loggedIn(caller);
    return {
      role: session.role,
      email: session.email,
      mustChangePassword: await mustChangePassword(core.database, session),
      ...(session.role === 'admin' ? { powers: [...session.powers], states: [...session.states] } : {}),
    };
  });

  route(app, logout, async (_request, caller) => {
    if (caller.auth) await deleteSession(core.database, caller.auth.sessionId);
    return { message: 'You are logged out.' };
  });
}
