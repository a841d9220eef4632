import { isCommonPassword, readingsOf } from './common-passwords.ts';

const lower = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Shorter parts occur in any text by chance. */
const shortestPart = 4;
const shortestEmailName = 3;

/** The words of a person's name and e-mail address, and the local part as a whole; not a top-level domain such as `org` or `in`. */
function partsOf({ email, name = '' }: Person): string[] {
  const [emailName = '', host = ''] = lower(email).split('@');
  const texts = [name, emailName, host.slice(0, Math.max(0, host.lastIndexOf('.')))];
  const words = texts.flatMap((text) => lower(text).match(/[\p{L}\p{M}]+/gu) ?? []);
  const whole = lettersAndDigits(emailName.split('+')[0]!);
  return [
    ...words.filter((word) => word.length >= shortestPart),
    ...(whole.length >= shortestEmailName ? [whole] : []),
  ];
}

/** The owner of the password. */
export interface Person {
  email: string;
  name?: string;
}

/**
 * The problem of a new password whose length is valid; null for none.
 * @param person words of at least 4 letters of name and e-mail must not be in the password
 */
export async function passwordProblem(password: string, person: Person): Promise<string | null> {
  if (await isCommonPassword(password)) {
    return 'This password is too easy to guess. Please choose another one, for example several words';
  }
  const typed = readingsOf(lower(password)).map(lettersAndDigits);
  if (partsOf(person).some((part) => typed.some((text) => text.includes(part)))) {
    return 'Please choose a password that contains no part of your name or e-mail';
  }
  return null;
}
