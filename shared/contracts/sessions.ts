import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, givenPassword, isoDate, optionalText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { answeredCeremony, exactlyOneProof } from '#shared/own-proof.ts';
import { everyAdministrator, powers } from '#shared/powers.ts';

/** In its own file: only logged-in people load it. */
export const listSessions = endpoint('GET /Session/list', 'Where one is logged in, the session used last first', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  response: answerOf({
    data: z.array(
      z.object({
        id: answeredId,
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

export const getSession = endpoint('GET /Session', 'Whose token this is', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  beforeSecondFactor: 'prove',
  response: answerOf({
    role: z.enum(['member', 'admin']),
    email: z.string(),
    mustChangePassword: z.boolean(),
    /** An administrator's; empty States are all India. */
    powers: z.array(z.enum(powers)).optional(),
    states: z.array(z.string()).optional(),
  }),
});

/** The confirmation that some calls need besides the session: see `needsConfirmation`. `code` only where the second factor is on. */
export const confirmSessionSchema = z.object({
  password: givenPassword(messages.adminLogin.password),
  code: optionalText(40),
});

export const confirmSession = endpoint(
  'POST /Session/confirm',
  `Give the password (and code) or a passkey again: for ${limits.confirmedMinutes} minutes this session may do what asks for it`,
  {
    access: ['member', 'admin'],
    power: everyAdministrator,
    beforeSecondFactor: 'both',
    body: confirmSessionSchema
      .partial({ password: true })
      .extend(answeredCeremony)
      .refine(...exactlyOneProof('password', messages.adminLogin.password)),
  },
);
