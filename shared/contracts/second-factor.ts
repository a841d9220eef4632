import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, byId, givenPassword, requiredText } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { answeredCeremony, exactlyOneProof, hasPasskey } from '#shared/own-proof.ts';
import { everyAdministrator } from '#shared/powers.ts';

/** Six digits of the app, or, if longer, also a recovery code. */
const askedCode = 'Please enter the code from the app';
const code = (length: number) => requiredText(askedCode, length);
const oneProof = exactlyOneProof('password', messages.adminLogin.password);

export const secondFactorState = endpoint('GET /Session/secondFactor', 'Whether the own second factor is on', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  beforeSecondFactor: 'setUp',
  response: answerOf({
    enabled: z.boolean(),
    recoveryCodesLeft: z.number(),
    /** Of an administrator: the association requires it, so it cannot be turned off. */
    required: z.boolean(),
    /** How many can be used. */
    passkeys: z.number(),
  }),
});

export const ownPasswordSchema = z.object({ password: givenPassword(messages.adminLogin.password) });

export const beginSecondFactor = endpoint(
  'POST /Session/secondFactor/begin',
  'A fresh secret for an authenticator app; not in force until confirmed',
  {
    access: ['member', 'admin'],
    power: everyAdministrator,
    beforeSecondFactor: 'setUp',
    body: ownPasswordSchema
      .partial()
      .extend(answeredCeremony)
      .refine(...oneProof),
    response: answerOf({ secret: z.string(), uri: z.string() }),
  },
);

export const firstCodeSchema = z.object({ code: code(20) });

const recoveryCodes = answerOf({ message: z.string(), recoveryCodes: z.array(z.string()) });

export const confirmSecondFactor = endpoint(
  'POST /Session/secondFactor/confirm',
  'Turn the second factor on with a first code; answers the recovery codes once',
  {
    access: ['member', 'admin'],
    power: everyAdministrator,
    beforeSecondFactor: 'setUp',
    body: firstCodeSchema,
    response: recoveryCodes,
  },
);

export const passwordAndCodeSchema = ownPasswordSchema.extend({ code: code(40) });

/** A passkey needs no code. */
const passwordOrPasskey = z
  .object({ ...passwordAndCodeSchema.partial().shape, ...answeredCeremony })
  .refine(...oneProof)
  .refine((input) => hasPasskey(input) || input.code !== undefined, { path: ['code'], error: askedCode })
  .transform(({ code = '', ...given }) => ({ ...given, code }));

export const renewRecoveryCodes = endpoint(
  'POST /Session/secondFactor/recoveryCodes',
  'New recovery codes in place of all earlier ones; answered once',
  { access: ['member', 'admin'], power: everyAdministrator, body: passwordOrPasskey, response: recoveryCodes },
);

export const disableSecondFactor = endpoint('POST /Session/secondFactor/disable', 'Turn the own second factor off', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  body: passwordOrPasskey,
});

/** For a member whose phone and recovery codes are lost, after the office has verified their identity. */
export const liftSecondFactor = endpoint(
  'POST /Directory/liftSecondFactor/{id}',
  "Turn a member's second factor off and end the member's sessions; a mail tells the member",
  { power: 'members', needsConfirmation: true, params: byId },
);

/** Only an administrator with a second factor may require it. */
export const requireSecondFactor = endpoint(
  'PATCH /Admin/requireSecondFactor',
  'Require a second factor of all administrators, or no longer',
  { power: 'full', needsConfirmation: true, body: z.object({ required: z.boolean() }) },
);
