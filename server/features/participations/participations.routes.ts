import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { refusePage } from '#server/platform/http/page.ts';
import { administratorOf, guestOf, memberOf, reachOf, route } from '#server/platform/http/route.ts';
import { networkOf } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import * as calls from '#shared/contracts/participations.ts';
import { notFound } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { createParticipantsExport } from './office/export.ts';
import { createParticipantChangesService } from './office/participant-changes.service.ts';
import { createParticipantListsService } from './office/participant-lists.service.ts';
import { createTelling } from './office/telling.ts';
import { createGuestsService } from './own/guests.service.ts';
import { createParticipationsService } from './own/own-participations.service.ts';

const changesPerGuest: Throttle = { name: 'participation-change', count: 60, seconds: 60 * 60 };
const unknownCalendars: Throttle = { name: 'calendar-unknown', count: 30, seconds: 60 };

/** Participation in conferences: members, guests, and the office. */
export function participationsRoutes(app: FastifyInstance, core: Core): void {
  const service = serviceOf(core, createParticipationsService);
  const guests = serviceOf(core, createGuestsService);
  const office = serviceOf(core, createParticipantChangesService);
  const lists = serviceOf(core, createParticipantListsService);
  const telling = serviceOf(core, createTelling);
  const exported = serviceOf(core, createParticipantsExport);

  route(app, calls.participate, async ({ params, body }, caller) => {
    const participation = await service.participate(memberOf(caller).memberId, params.id, body.answers);
    const message =
      participation.state === 'registered'
        ? 'You take part. We have sent you a confirmation.'
        : 'All places are taken. You are on the waiting list, and we write to you as soon as a place is yours.';
    return { message, participation };
  });
  route(app, calls.cancelParticipation, async ({ params }, caller) => ({
    message: 'Your participation was cancelled.',
    participation: await service.cancel(memberOf(caller).memberId, params.id),
  }));
  route(app, calls.myConferences, (_request, caller) => service.mine(memberOf(caller).memberId));
  route(app, calls.replaceCalendar, async (_request, caller) => ({
    message: 'Your calendar has a new address; the one before has ended.',
    calendar: await service.replaceCalendar(memberOf(caller)),
  }));

  route(app, calls.participateAsGuest, async ({ params, body }) => {
    await guests.ask(params.id, body);
    return { message: 'Thank you. We have sent you an e-mail: please open the link in it to confirm.' };
  });
  route(app, calls.guestParticipation, async (_request, caller) => ({
    data: await guests.mine(guestOf(caller).participationId),
  }));
  const counted = {
    beforeBody: (_params: unknown, caller: Parameters<typeof guestOf>[0]) =>
      countTry(core.database, changesPerGuest, guestOf(caller).participationId),
  };
  route(
    app,
    calls.changeGuestParticipation,
    async ({ body }, caller) => ({
      data: await guests.confirm(guestOf(caller).participationId, body.answers, body.version),
    }),
    counted,
  );
  route(
    app,
    calls.cancelGuestParticipation,
    async (_request, caller) => ({ data: await guests.cancel(guestOf(caller).participationId) }),
    counted,
  );

  route(app, calls.listParticipants, ({ params, query }, caller) => lists.list(params.id, query, reachOf(caller)));
  route(app, calls.participantSums, async ({ params }, caller) => ({
    data: await lists.sums(params.id, reachOf(caller)),
  }));
  route(app, calls.attendanceSheet, async ({ params }, caller) => ({
    data: await lists.sheet(params.id, reachOf(caller)),
  }));
  route(app, calls.addParticipant, async ({ params, body }, caller) => ({
    message: 'The participant was registered.',
    participation: await office.add(params.id, body, reachOf(caller), administratorOf(caller).email),
  }));
  route(app, calls.changeParticipant, async ({ params, body: { state, ...how } }, caller) => ({
    message: 'The participant was moved.',
    participation: await office.move(
      params.participationId,
      state,
      how,
      reachOf(caller),
      administratorOf(caller).email,
    ),
  }));
  route(app, calls.eraseParticipant, async ({ params }, caller) => {
    await office.erase(params.participationId, reachOf(caller), administratorOf(caller).email);
    return { message: 'The data of this guest were erased.' };
  });
  route(app, calls.exportParticipants, ({ params, query }, caller) =>
    exported(params.id, query.format, reachOf(caller), administratorOf(caller).email),
  );
  route(app, calls.tellParticipants, async ({ params, body }, caller) => {
    const result = await telling.tell(params.id, body.text, body.changes, administratorOf(caller).email);
    return {
      message: result.sent === 1 ? '1 participant is told.' : `${result.sent} participants are told.`,
      ...result,
    };
  });
}

/** A member's calendar, which programs poll every few hours. The address is its only secret, and is not logged. */
export function calendarPage(app: FastifyInstance, core: Core): void {
  const service = serviceOf(core, createParticipationsService);
  const options = { config: { writes: 'counts unknown addresses' } };
  app.get<{ Params: { secret: string } }>(paths.calendar(':secret'), options, async (request, reply) => {
    reply.headers({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    try {
      const text = await service.calendar(request.params.secret);
      if (text !== undefined) return await reply.type('text/calendar; charset=utf-8').send(text);
      await countTry(core.database, unknownCalendars, networkOf(request.ip));
      throw notFound('This calendar');
    } catch (error) {
      const { message } = refusePage(request, reply, error, 'a calendar could not be read');
      return reply.type('text/plain; charset=utf-8').send(message);
    }
  });
}
