import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { administratorOf, type Caller, isOffice, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/conferences.ts';
import { createConferencesService, type Viewer } from './conferences.service.ts';

/** From the wire's names to ours. */
const textOf = ({
  participation,
  places,
  closesAt,
  endsAt,
  questions,
  certificate,
  ...body
}: contract.ConferenceContent) => ({
  title: body.WebinarName,
  meetingType: body.MeetingType,
  meetingId: body.MeetingId,
  meetingPassword: body.MeetingPassword,
  meetingAddress: body.MeetingAddress,
  meetingLink: body.MeetingLink,
  startsAt: new Date(body.MeetingDate),
  description: body.Description,
  joinMembersOnly: body.joinMembersOnly,
  parts: { participation, places, closesAt, endsAt, questions, certificate },
});

/** The viewer: members also get their own participation. */
const viewerOf = (caller: Caller): Viewer => ({
  isOffice: isOffice(caller, ['content', 'members']),
  memberId: caller.auth?.role === 'member' ? caller.auth.memberId : undefined,
});

export function conferencesRoutes(app: FastifyInstance, core: Core): void {
  const conferences = serviceOf(core, createConferencesService);

  route(app, contract.listConferences, async (_request, caller) => ({
    newConference: await (caller.auth?.role === 'admin'
      ? conferences.list()
      : conferences.listActive(viewerOf(caller))),
  }));

  route(app, contract.listActiveConferences, async ({ query }, caller) => ({
    newConference: await conferences.listActive(viewerOf(caller), query.limit),
  }));

  route(app, contract.listConferenceArchive, ({ query }) => conferences.archive(query.page));

  route(app, contract.getConference, async ({ params }, caller) => ({
    newConference: await conferences.get(params.id, {
      ...viewerOf(caller),
      inactiveToo: isOffice(caller, ['content', 'members']),
    }),
  }));

  route(app, contract.createConference, ({ body, files }, caller) =>
    conferences.create(textOf(body), files.Webinar_pic, administratorOf(caller).email),
  );
  route(app, contract.updateConference, ({ params, body, files }, caller) =>
    conferences.update(params.id, textOf(body), files.Webinar_pic, body.version, administratorOf(caller).email),
  );
  route(app, contract.toggleConference, ({ params, query }, caller) =>
    conferences.toggle(params.id, query.version, administratorOf(caller).email),
  );
  route(app, contract.deleteConference, ({ params, query }, caller) =>
    conferences.remove(params.id, query.version, administratorOf(caller).email),
  );

  route(app, contract.cancelConference, async ({ params, body }, caller) => {
    await conferences.cancel(params.id, body.reason, body.version, administratorOf(caller).email);
    const newConference = await conferences.get(params.id, { ...viewerOf(caller), inactiveToo: true });
    return { message: 'The conference was cancelled, and all who take part are told.', newConference };
  });
}
