import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate } from '#shared/fields.ts';
import { answeredCeremony } from '#shared/own-proof.ts';
import { passkeyLimits, passkeyTexts } from '#shared/passkeys.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { loginAnswer } from './auth.ts';

/** What a browser takes: the JSON form of the options of WebAuthn. */
const options = z.record(z.string(), z.unknown());
const ceremonyBegun = answerOf({ options, ceremony: z.string() });

/** One line: mails quote it, and a thief could write lines of their own into the warning. */
/** Joiners stay, which scripts of India need. */
const name = z
  .string({ error: passkeyTexts.name })
  .overwrite((text) => text.replace(/(?:[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf})+/gu, ' ').trim())
  .min(1, { error: passkeyTexts.name })
  .max(passkeyLimits.name, { error: passkeyTexts.nameLength });

const passkey = z.object({
  id: answeredId,
  name: z.string(),
  addedAt: isoDate,
  lastUsedAt: isoDate.nullable(),
  /** Whether it is copied between devices. */
  synced: z.boolean(),
  /** False for one that was made for an earlier host of the site. */
  usable: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

export const beginPasskey = endpoint('POST /Passkeys/begin', 'Begin to log in, or to confirm, with a passkey', {
  access: ['public'],
  beforeSecondFactor: 'both',
  throttle: 'passkeys',
  body: z.object({ for: z.enum(['member', 'admin', 'confirm'], { error: passkeyTexts.purpose }) }),
  response: ceremonyBegun,
});

/** Two kilobytes are usual; an answer that is wrong is refused as such up to this size. */
const bodyLimit = 192 * 1024;

export const loginWithPasskey = endpoint('POST /Passkeys/login', 'Log in with a passkey', {
  access: ['public'],
  anyJson: true,
  bodyLimit,
  body: z.object({ ...answeredCeremony, device: z.string().max(100).optional().catch(undefined) }),
  response: loginAnswer,
});

export const beginAddingPasskey = endpoint('POST /Passkeys/beginAdding', 'Begin to add a passkey to the own account', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  needsConfirmation: true,
  beforeSecondFactor: 'setUp',
  response: ceremonyBegun,
});

export const addPasskey = endpoint('POST /Passkeys/add', 'Add a passkey to the own account', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  beforeSecondFactor: 'setUp',
  bodyLimit,
  body: z.object({ ...answeredCeremony, name: name.optional() }),
  response: answerOf({ message: z.string(), passkey }),
});

export const listPasskeys = endpoint('GET /Passkeys/list', 'The own passkeys, in the order in which they were added', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  beforeSecondFactor: 'setUp',
  response: answerOf({ data: z.array(passkey) }),
});

export const renamePasskeySchema = z.object({ name });

export const renamePasskey = endpoint('PATCH /Passkeys/rename/{id}', 'Rename one of the own passkeys', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  params: byId,
  body: renamePasskeySchema,
  response: answerOf({ message: z.string(), passkey }),
});

export const removePasskey = endpoint(
  'DELETE /Passkeys/remove/{id}',
  'Remove one of the own passkeys, and end the sessions that it opened',
  { access: ['member', 'admin'], power: everyAdministrator, needsConfirmation: true, params: byId },
);

export const notMe = endpoint(
  'POST /Session/notMe',
  'Secure the own account after a mail about a login or a passkey that was not the own',
  {
    access: ['notme'],
    response: answerOf({
      message: z.string(),
      passkeysRemoved: z.number(),
      sessionsEnded: z.number(),
      /** When a second factor was turned on that may be somebody else's: with the code its owner says whether it is theirs. */
      secondFactorSince: isoDate.nullable(),
      /** The way back in: a code that is mailed, the office, or an invitation of the office. */
      next: z.enum(['code', 'office', 'invitation']),
    }),
  },
);
