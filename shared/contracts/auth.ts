import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answerOf,
  byId,
  email,
  givenPassword,
  isoDate,
  newPassword,
  optionalText,
  requiredText,
  writtenEmail,
} from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { answeredCeremony, exactlyOneProof } from '#shared/own-proof.ts';
import { bindablePowers, everyAdministrator, type Power, powers, sortedPowers } from '#shared/powers.ts';

const text = messages.password;

/** A browser's token from an earlier login; an invalid one is ignored, so that it prevents nobody from logging in. */
const device = z.string().max(100).optional().catch(undefined);

/**
 * The login schema only checks that the fields are filled; a failed login has one answer for all reasons. `code` is the second
 * factor (six digits or a recovery code), asked for with code SECOND_FACTOR where it is on and the password is right.
 */
const loginSchema = z.object({
  email: writtenEmail(messages.login.email).toLowerCase(),
  password: givenPassword(messages.login.password),
  code: optionalText(40),
  device,
});

const isRepeated = (value: { newPassword: string; confirmPassword: string }) =>
  value.newPassword === value.confirmPassword;
/** Reported beside the problems of single fields. */
const unrepeated = (error: string) => ({
  path: ['confirmPassword'],
  error,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
});

export const loginAnswer = answerOf({
  token: z.string(),
  /** Marks this browser as known at the next login, so that strangers' wrong tries do not count against it. */
  device: z.string(),
  message: z.string(),
  mustChangePassword: z.boolean(),
  /** A member's, of mails and of the page that a login leads to; absent for English. */
  language: z.enum(languages).optional(),
  /** Mails to this member bounce: they should enter another e-mail. */
  askEmail: z.literal(true).optional(),
});

export const loginMember = endpoint('POST /Directory/Login', 'Log in as a member', {
  access: ['public'],
  body: loginSchema,
  response: loginAnswer,
});

/** Answers the same for an unknown e-mail. */
export const sendOtp = endpoint('PATCH /Directory/sendOtp', 'Mail a one-time code for a new password', {
  access: ['public'],
  body: z.object({ email: writtenEmail(messages.login.email).toLowerCase() }),
});

export const resetPassword = endpoint('PATCH /Directory/verifyOTP', 'Set a new password with a one-time code', {
  access: ['public'],
  body: z
    .object({
      email: writtenEmail(messages.login.email).toLowerCase(),
      otp: requiredText('Please enter the OTP', 20),
      newPassword: newPassword(text.new),
      confirmPassword: givenPassword(text.confirm),
      /** Somebody else may have added one. */
      removePasskeys: z.boolean().optional().catch(undefined),
    })
    .refine(isRepeated, unrepeated(text.differ)),
});

/** Keeps the wire's spelling of the current password, of the form; a passkey's answer may stand in its place. */
export const changeMemberPasswordSchema = z
  .object({
    currentPassowrd: givenPassword(text.old),
    newPassword: newPassword(text.new),
    confirmPassword: givenPassword(text.confirm),
  })
  .refine(isRepeated, unrepeated(text.differ));

const [isOneProof, oneProof] = exactlyOneProof('currentPassowrd', text.old);
const firstOrOneProof = [
  (input: { first?: true | undefined; currentPassowrd?: string | undefined }) =>
    (input.first && input.currentPassowrd === undefined) || isOneProof(input),
  oneProof,
] as const;

export const changeMemberPassword = endpoint('PATCH /Directory/changePassword', "Change the member's own password", {
  access: ['member'],
  body: z
    .object({
      currentPassowrd: givenPassword(text.old).optional(),
      ...answeredCeremony,
      /** In place of both: the first password after a login with a temporary one, while that login is fresh. */
      first: z.literal(true).optional().catch(undefined),
      newPassword: newPassword(text.new),
      confirmPassword: givenPassword(text.confirm),
    })
    .refine(isRepeated, unrepeated(text.differ))
    .refine(...firstOrOneProof),
});

export const adminLoginSchema = z.object({
  email: email(messages.adminLogin.email, messages.adminLogin.emailFormat),
  password: givenPassword(messages.adminLogin.password),
  code: optionalText(40),
});

export const loginAdmin = endpoint('POST /Admin/Login', 'Log in as an administrator', {
  access: ['public'],
  body: adminLoginSchema.extend({ device }),
  // Present where a second factor is required and missing: the token only allows setting one up.
  response: loginAnswer.extend({
    mustSetUpSecondFactor: z.literal(true).optional(),
    /** One is required, and the password was given beside a passkey: the token only allows using that. */
    mustUsePasskey: z.literal(true).optional(),
  }),
});

export const changeAdminPasswordSchema = z
  .object({
    oldPassword: givenPassword(text.old),
    newPassword: newPassword(text.new),
    confirmPassword: givenPassword(text.confirm),
  })
  .refine(isRepeated, unrepeated(text.adminDiffer));

export const changeAdminPassword = endpoint('POST /Admin/changePassword', "Change the administrator's own password", {
  power: everyAdministrator,
  body: z
    .object({
      oldPassword: givenPassword(text.old).optional(),
      ...answeredCeremony,
      newPassword: newPassword(text.new),
      confirmPassword: givenPassword(text.confirm),
    })
    .refine(isRepeated, unrepeated(text.adminDiffer))
    .refine(...exactlyOneProof('oldPassword', text.old)),
});

export const logout = endpoint('POST /Session/logout', 'Revoke the token in use', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  beforeSecondFactor: 'both',
});

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
  _id: z.string(),
  email: z.string(),
  disabled: z.boolean(),
  secondFactor: z.boolean(),
  /** The invitation has not been used yet. */
  invited: z.boolean(),
  lastLoginAt: isoDate.nullable(),
  createdAt: isoDate,
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
