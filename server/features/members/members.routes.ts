import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { administratorOf, type Caller, memberOf, route } from '#server/http/route.ts';
import * as calls from '#shared/contracts/members.ts';
import { AppError } from '#shared/errors.ts';
import { createCounts } from './counts.ts';
import { createDirectoryService } from './directory.service.ts';
import { openPictureAddresses } from './picture-addresses.ts';
import { createProfileService } from './profile.service.ts';
import { createRegistrationService, type Sender } from './registration.service.ts';
import { createReviewService } from './review.service.ts';

/** Everything from the registration form to the directory. */
export async function membersRoutes(app: FastifyInstance, core: Core): Promise<void> {
  const addresses = await openPictureAddresses(core.database);
  const counts = createCounts();
  core.database.listen('members', counts.drop);
  const registration = createRegistrationService(core);
  const review = createReviewService(core, addresses.address, counts.drop);
  const directory = createDirectoryService(core, addresses.address, counts);
  const profile = createProfileService(core, addresses, counts.drop);

  route(app, calls.registerMember, async ({ body, files }, caller) => {
    const row = await registration.register(body, files, senderOf(caller));
    const message = `Registration received. The reference is ${row.reference}.`;
    return { success: true as const, message, directory: { _id: row.id, reference: row.reference } };
  });
  route(app, calls.getRegistration, async ({ params }) => ({
    success: true as const,
    data: await registration.paymentState(params.id),
  }));
  route(app, calls.uploadPaymentScreenshot, async ({ params, body, files }, caller) => {
    await registration.sendPaymentProof(params.id, body.utr, files.Screenshot!, senderOf(caller));
    return done('Thank you. The payment screenshot was received and will be checked by the association.');
  });

  route(app, calls.listRegistrations, async ({ query: { sort, page, ...filter } }) => ({
    success: true as const,
    ...(await review.list(filter, sort, page)),
  }));
  route(app, calls.reviewRegistration, async ({ params }) => ({
    success: true as const,
    ...(await review.review(params.id)),
  }));
  route(app, calls.decideRegistration, async ({ body }, caller) => {
    await review.decide(body, administratorOf(caller).email);
    return done(decided[body.status]);
  });
  route(app, calls.resendCredentials, async ({ params }, caller) => {
    const queued = await review.resendCredentials(params.id, administratorOf(caller).email);
    return done(queued ? 'New credentials are on their way.' : 'Credentials are already waiting to be sent.');
  });
  route(app, calls.deleteRegistration, async ({ params }, caller) => {
    await review.remove(params.id, administratorOf(caller).email);
    return done('The record was deleted.');
  });
  route(app, calls.dashboardCounts, async () => ({ success: true as const, data: await review.dashboardCounts() }));
  route(app, calls.registrationsOverview, async () => ({ success: true as const, data: await review.overview() }));

  route(app, calls.searchDirectory, async ({ query: { page, erasure, ...filter } }, caller) => ({
    success: true as const,
    ...(caller.auth?.role === 'admin'
      ? await directory.searchForOffice({ ...filter, erasure }, page)
      : await directory.searchForMember(filter, page)),
  }));
  route(app, calls.exportDirectory, ({ query: { format, ...filter } }, caller) =>
    directory.exportAs(format, filter, administratorOf(caller).email),
  );

  route(app, calls.getOwnRecord, async (_request, caller) => ({
    success: true as const,
    data: await profile.ownRecord(memberOf(caller).memberId),
  }));
  route(app, calls.updateMember, async ({ params, body, files }, caller) => {
    mustBeOwnOrOffice(params.id, caller);
    const editor = caller.auth?.role === 'admin' ? { administrator: caller.auth.email } : 'member';
    await profile.update(params.id, body, files, editor);
    return done(editor === 'member' ? 'Your profile was updated.' : 'The record was updated.');
  });
  route(app, calls.memberDocument, async ({ params }, caller) => {
    mustBeOwnOrOffice(params.id, caller);
    return profile.download(params.id, 'documentFile');
  });
  route(app, calls.memberScreenshot, ({ params }) => profile.download(params.id, 'screenshotFile'));
  route(app, calls.memberPicture, ({ params, query }) =>
    profile.picture(params.id, query.file, query.expires, query.signature),
  );
  route(app, calls.downloadOwnData, (_request, caller) => profile.ownData(memberOf(caller).memberId));
  route(app, calls.requestErasure, async ({ body }, caller) => {
    await profile.requestErasure(memberOf(caller).memberId, body.withdraw);
    return done(body.withdraw ? 'Your request was taken back.' : 'Your request was sent to the office.');
  });
}

const done = (message: string) => ({ success: true as const, message });

const decided = {
  New: 'The registration was set back to New.',
  Approved: 'The registration was approved.',
  Rejected: 'The registration was rejected.',
} as const;

/** An administrator counts as the office; everybody else, logged in or not, as a visitor. */
function senderOf({ auth, address }: Caller): Sender {
  return auth?.role === 'admin' ? { administrator: auth.email } : { address };
}

/** @throws FORBIDDEN */
function mustBeOwnOrOffice(id: string, { auth }: Caller): void {
  if (auth?.role === 'admin' || (auth?.role === 'member' && auth.memberId === id)) return;
  throw new AppError('FORBIDDEN', 'You do not have access to this.');
}
