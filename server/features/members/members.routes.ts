import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { type Caller, emailOwnerOf, isOffice, memberOf, reachOf, route } from '#server/platform/http/route.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import * as calls from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { sentence } from '#shared/sentence.ts';
import type { EmailChanged } from './changed-email.ts';
import { createOwnEmail } from './own-email.ts';
import { createProfileService } from './profile.service.ts';

/** A member's record: what its owner and the office change and download. */
export function membersRoutes(app: FastifyInstance, core: Core, emailChanged: EmailChanged): void {
  const profile = serviceOf(core, createProfileService, emailChanged);
  const ownEmail = serviceOf(core, createOwnEmail, emailChanged);

  route(app, calls.getOwnRecord, async (_request, caller) => ({
    data: await profile.ownRecord(memberOf(caller).memberId),
  }));
  route(app, calls.setLanguage, async ({ body: { language } }, caller) => {
    await profile.setLanguage(memberOf(caller).memberId, language);
    return { message: 'You are written to in this language from now on.' };
  });
  route(app, calls.askEmail, async ({ body }, caller) => {
    await ownEmail.ask(memberOf(caller), body);
    return {
      message: sentence`If this address can be yours, a mail with a link is on its way to it. The link works for ${limits.emailLinkHours} hours.`,
    };
  });
  route(app, calls.confirmEmail, async (_request, caller) => {
    await ownEmail.confirm(emailOwnerOf(caller));
    return { message: 'Your e-mail address has been changed. Please log in with it from now on.' };
  });
  route(
    app,
    calls.updateMember,
    async ({ params, body, files }, caller) => {
      const { auth } = caller;
      const editor = auth?.role === 'admin' ? auth : 'member';
      await profile.update(params.id, body, files, editor);
      return { message: editor === 'member' ? 'Your profile was updated.' : 'The record was updated.' };
    },
    { beforeBody: ({ id }, caller) => mustBeOwnOrOffice(id, caller) },
  );
  route(app, calls.memberDocument, async ({ params }, caller) => {
    mustBeOwnOrOffice(params.id, caller);
    return profile.download(
      params.id,
      'documentFile',
      caller.auth?.role === 'admin' ? caller.auth.reach : 'unrestricted',
    );
  });
  route(app, calls.memberScreenshot, ({ params }, caller) =>
    // A proof of payment can be seen in every State by those who manage the money.
    profile.download(params.id, 'screenshotFile', isOffice(caller, 'money') ? 'unrestricted' : reachOf(caller)),
  );
  route(app, calls.memberPicture, ({ params, query }) =>
    profile.picture(params.id, query.file, query.expires, query.signature),
  );
  route(app, calls.downloadOwnData, (_request, caller) => profile.ownData(memberOf(caller).memberId));
  route(app, calls.requestErasure, async ({ body }, caller) => {
    await profile.requestErasure(memberOf(caller), body.withdraw);
    return {
      message: body.withdraw ? 'Your request has been withdrawn.' : 'Your request has been sent to the office.',
    };
  });
}

/** @throws FORBIDDEN */
function mustBeOwnOrOffice(id: string, { auth }: Caller): void {
  if (auth?.role === 'admin' || (auth?.role === 'member' && auth.memberId === id)) return;
  throw new AppError('FORBIDDEN', serverMessages.noAccess);
}
