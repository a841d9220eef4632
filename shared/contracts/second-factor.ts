import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, givenPassword, recordId, requiredText } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { everyAdministrator } from '#shared/powers.ts';

/** Six digits of the app, or, where it is longer, a recovery code as well. */
const code = (length: number) => requiredText('Please enter the code from the app', length);

export const secondFactorState = endpoint({
  method: 'GET',
  path: '/Session/secondFactor',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'Whether the own second factor is on',
  beforeSecondFactor: true,
  response: z.object({
    success: z.literal(true),
    enabled: z.boolean(),
    recoveryCodesLeft: z.number(),
    /** Of an administrator: the association requires it, so it cannot be turned off. */
    required: z.boolean(),
  }),
});

export const ownPasswordSchema = z.object({ password: givenPassword(messages.adminLogin.password) });

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/Session/secondFactor/begin',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'A fresh secret for an authenticator app; not in force until confirmed',
  beforeSecondFactor: true,
  body: ownPasswordSchema,
  response: z.object({ success: z.literal(true), secret: z.string(), uri: z.string() }),
});

export const firstCodeSchema = z.object({ code: code(20) });

const recoveryCodes = z.object({ success: z.literal(true), message: z.string(), recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/Session/secondFactor/confirm',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'Turn the second factor on with a first code; answers the recovery codes once',
  beforeSecondFactor: true,
  body: firstCodeSchema,
  response: recoveryCodes,
});

export const passwordAndCodeSchema = ownPasswordSchema.extend({ code: code(40) });

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/Session/secondFactor/recoveryCodes',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'New recovery codes in place of all earlier ones; answered once',
  body: passwordAndCodeSchema,
  response: recoveryCodes,
});

export const disableSecondFactor = endpoint({
  method: 'POST',
  path: '/Session/secondFactor/disable',
  access: ['member', 'admin'],
  power: everyAdministrator,
  summary: 'Turn the own second factor off',
  body: passwordAndCodeSchema,
  response: done,
});

/** For a member whose phone and recovery codes are lost, and whom the office has recognised. */
export const liftSecondFactor = endpoint({
  method: 'POST',
  path: '/Directory/liftSecondFactor/{id}',
  access: ['admin'],
  power: 'members',
  summary: "Turn a member's second factor off and end the member's sessions; a mail tells the member",
  needsConfirmation: true,
  params: z.object({ id: recordId }),
  response: done,
});

/** Only an administrator who has a second factor may require it. */
export const requireSecondFactor = endpoint({
  method: 'PATCH',
  path: '/Admin/requireSecondFactor',
  access: ['admin'],
  power: 'full',
  summary: 'Require a second factor of all administrators, or no longer',
  needsConfirmation: true,
  body: z.object({ required: z.boolean() }),
  response: done,
});
