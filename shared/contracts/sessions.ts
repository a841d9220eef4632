import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, byId, isoDate } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';

/** In its own file: only logged-in people load it. */
export const listSessions = endpoint('GET /Session/list', 'Where one is logged in, the session used last first', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  response: answerOf({
    data: z.array(
      z.object({
        _id: z.string(),
        /** Such as 'Chrome on Android'; '' if unknown. */
        browser: z.string(),
        since: isoDate,
        /** To the minute. */
        lastUsedAt: isoDate,
        endsAt: isoDate,
        /** The session of this call. */
        current: z.boolean(),
      }),
    ),
  }),
});

export const endSession = endpoint('POST /Session/end/{id}', 'End one of the own sessions', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  params: byId,
});

export const endOtherSessions = endpoint('POST /Session/endOthers', 'End all own sessions but the one in use', {
  access: ['member', 'admin'],
  power: everyAdministrator,
});

export const endMemberSessions = endpoint('POST /Directory/endSessions/{id}', "End all of a member's sessions", {
  power: 'members',
  params: byId,
});

export const endAdministratorSessions = endpoint(
  'POST /Admin/endSessions/{id}',
  "End all of an administrator's sessions",
  { power: 'full', needsConfirmation: 'forOthers', params: byId },
);
