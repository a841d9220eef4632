import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answerOf,
  email,
  givenPassword,
  newPassword,
  optionalText,
  requiredText,
  writtenEmail,
} from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { messages } from '#shared/messages.ts';
import { answeredCeremony, exactlyOneProof } from '#shared/own-proof.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { wire } from '#shared/wire-schemas.ts';

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

export const isRepeated = (value: { newPassword: string; confirmPassword: string }) =>
  value.newPassword === value.confirmPassword;
/** Reported beside the problems of single fields. */
export const unrepeated = (error: string) => ({
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
      /** After ‘This was not me’: one that was turned on since is not the owner's. Without effect otherwise. */
      removeSecondFactor: z.boolean().optional().catch(undefined),
    })
    .refine(isRepeated, unrepeated(text.differ)),
});

/** The specification's spelling. */
const currentPassword = 'currentPassowrd';

/** Of the form; a passkey's answer may stand in its place. */
export const changeMemberPasswordSchema = z
  .object({
    currentPassword: wire(currentPassword, givenPassword(text.old)),
    newPassword: newPassword(text.new),
    confirmPassword: givenPassword(text.confirm),
  })
  .refine(isRepeated, unrepeated(text.differ));

const [isOneProof, oneProof] = exactlyOneProof('currentPassword', text.old);
const firstOrOneProof = [
  (input: { first?: true | undefined; currentPassword?: string | undefined }) =>
    (input.first && input.currentPassword === undefined) || isOneProof(input),
  oneProof,
] as const;

export const changeMemberPassword = endpoint('PATCH /Directory/changePassword', "Change the member's own password", {
  access: ['member'],
  body: z
    .object({
      currentPassword: wire(currentPassword, givenPassword(text.old).optional()),
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

export const logout = endpoint('POST /Session/logout', 'Revoke the token in use', {
  access: ['member', 'admin'],
  power: everyAdministrator,
  beforeSecondFactor: 'both',
});
