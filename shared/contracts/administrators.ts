import { z } from 'zod';
import { isRepeated, unrepeated } from '#shared/contracts/auth.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, email, givenPassword, isoDate, newPassword } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { answeredCeremony, exactlyOneProof } from '#shared/own-proof.ts';
import { bindablePowers, everyAdministrator, type Power, powers, sortedPowers } from '#shared/powers.ts';

const isListOf = (value: unknown, isEntry: (entry: string) => boolean): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isEntry(entry));

const givenPowers = z
  .custom<Power[]>(
    (value) => isListOf(value, (entry) => (powers as readonly string[]).includes(entry)) && value.length > 0,
    { error: messages.powers.none },
  )
  .transform(sortedPowers);
const givenStates = z
  .custom<string[]>((value) => isListOf(value, (entry) => entry.length <= limits.nameLength), {
    error: messages.powers.state,
  })
  .transform((states) => [...new Set(states)].sort());

const canBeBound = (input: { powers?: Power[] | undefined; states?: string[] | undefined }) =>
  (input.states ?? []).length === 0 || (input.powers ?? ['full']).every((power) => bindablePowers.includes(power));
const notBindable = { path: ['states'], error: messages.powers.notBindable };

/** An administrator's powers, and their States; empty for all India. */
export const powersSchema = z.object({ powers: givenPowers, states: givenStates }).refine(canBeBound, notBindable);

const administrator = z.object({
  id: answeredId,
  email: z.string(),
  disabled: z.boolean(),
  secondFactor: z.boolean(),
  /** The invitation has not been used yet. */
  invited: z.boolean(),
  lastLoginAt: isoDate.nullable(),
  createdAt: isoDate,
  /** The e-mail of who has invited them, and when; null for those made on the server itself. */
  invitedBy: z.string().nullable(),
  invitedAt: isoDate.nullable(),
  powers: z.array(z.enum(powers)),
  states: z.array(z.string()),
  /** Number of Approved members within reach; null without a power for people. */
  sees: z.number().nullable(),
  version: z.number(),
  you: z.boolean(),
});
export type Administrator = z.output<typeof administrator>;

export const listAdministrators = endpoint('GET /Admin/list', 'All administrators', {
  power: 'full',
  response: answerOf({ data: z.array(administrator) }),
});

export const inviteAdministrator = endpoint(
  'POST /Admin/invite',
  'Invite an administrator; a temporary password goes out by mail',
  {
    power: 'full',
    needsConfirmation: true,
    body: z
      .object({
        email: email(messages.adminLogin.email, messages.adminLogin.emailFormat),
        /** Absent: everything. */
        powers: givenPowers.optional(),
        states: givenStates.optional(),
      })
      .refine(canBeBound, notBindable),
  },
);

/** Takes effect from the next call on, also for open sessions. The last administrator with full powers keeps them. */
export const setPowers = endpoint(
  'PATCH /Admin/powers/{id}',
  'Change what another administrator may do, and for which States',
  {
    power: 'full',
    needsConfirmation: true,
    params: byId,
    body: z
      .object({ powers: givenPowers, states: givenStates, version: z.number().int().min(0) })
      .refine(canBeBound, notBindable),
    response: answerOf({ message: z.string(), administrator }),
  },
);

/** Neither the last active administrator nor the caller can be disabled. */
export const setAdministratorDisabled = endpoint(
  'PATCH /Admin/setDisabled/{id}',
  'Disable or enable an administrator',
  { power: 'full', needsConfirmation: true, params: byId, body: z.object({ disabled: z.boolean() }) },
);

export const changeAdminPasswordSchema = z
  .object({
    oldPassword: givenPassword(messages.password.old),
    newPassword: newPassword(messages.password.new),
    confirmPassword: givenPassword(messages.password.confirm),
  })
  .refine(isRepeated, unrepeated(messages.password.adminDiffer));

export const changeAdminPassword = endpoint('POST /Admin/changePassword', "Change the administrator's own password", {
  power: everyAdministrator,
  body: z
    .object({
      oldPassword: givenPassword(messages.password.old).optional(),
      ...answeredCeremony,
      newPassword: newPassword(messages.password.new),
      confirmPassword: givenPassword(messages.password.confirm),
    })
    .refine(isRepeated, unrepeated(messages.password.adminDiffer))
    .refine(...exactlyOneProof('oldPassword', messages.password.old)),
});
