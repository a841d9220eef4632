import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, isoDate, recordId } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';

/** Apart from logging in and out: only those who are logged in fetch it. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/Session/list',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'Where one is logged in, the session used last first',
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        _id: z.string(),
        /** Such as 'Chrome on Android'; '' when it is not known. */
        browser: z.string(),
        since: isoDate,
        /** To the minute. */
        lastUsedAt: isoDate,
        endsAt: isoDate,
        /** The one that asks. */
        current: z.boolean(),
      }),
    ),
  }),
});

export const endSession = endpoint({
  method: 'POST',
  path: '/Session/end/{id}',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'End one of the own sessions',
  params: z.object({ id: recordId }),
  response: done,
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/Session/endOthers',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'End all own sessions but the one in use',
  response: done,
});

export const endMemberSessions = endpoint({
  method: 'POST',
  path: '/Directory/endSessions/{id}',
  access: ['admin'],
  power: 'members',
  summary: "End all of a member's sessions",
  params: z.object({ id: recordId }),
  response: done,
});

export const endAdministratorSessions = endpoint({
  method: 'POST',
  path: '/Admin/endSessions/{id}',
  access: ['admin'],
  power: 'full',
  summary: "End all of an administrator's sessions",
  needsConfirmation: 'forOthers',
  params: z.object({ id: recordId }),
  response: done,
});
