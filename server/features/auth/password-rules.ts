import { isCommonPassword } from './common-passwords.ts';

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A name this short is in any text by chance. */
const shortestName = 3;

/**
 * What is wrong with a new password whose length is right already; null when nothing is.
 * @param email the person's own; its name part must not be in the password
 */
export function passwordProblem(password: string, email: string): string | null {
  if (isCommonPassword(password)) {
    return 'This password is too easy to guess. Please choose another one, for example several words';
  }
  const name = lettersAndDigits(email.split('@')[0]!.split('+')[0]!);
  if (name.length >= shortestName && lettersAndDigits(password).includes(name)) {
    return 'Please choose a password that does not contain your e-mail name';
  }
  return null;
}
