import { z } from 'zod';

/** The answer of a passkey. Nothing of it is checked here: whatever is not right is refused alike, with one message. */
export const answeredCeremony = {
  /** As `Passkeys/begin` has given it. */
  ceremony: z.string().max(2_000).optional().catch(undefined),
  /** The browser's answer, in the JSON form of WebAuthn. */
  response: z.unknown().optional(),
};

/** What shows that somebody is who is logged in: the password, or a passkey's answer in its place. */
export interface OwnProof {
  password?: string | undefined;
  ceremony?: string | undefined;
  response?: unknown;
}

/** Whether a body has a passkey's answer. */
export const hasPasskey = ({ ceremony, response }: OwnProof): boolean =>
  ceremony !== undefined || response !== undefined;

/**
 * Of a body that takes the own password or a passkey's answer: exactly one of the two, for `refine`.
 * @param field the password's
 * @param error shown there
 */
export function exactlyOneProof(field: string, error: string) {
  const isOne = (input: object) => ((input as Record<string, unknown>)[field] !== undefined) !== hasPasskey(input);
  // Reported beside the problems of single fields.
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
  return [isOne, { path: [field], error, when }] satisfies [unknown, object];
}
