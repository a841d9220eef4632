import { isCommonPassword, readingsOf } from './common-passwords.ts';

const lower = (text: string) => text.normalize('NFKC').toLowerCase();
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** What is shorter is in any text by chance. */
const shortestPart = 4;
const shortestEmailName = 3;

/** The words of somebody's name and e-mail address, and the e-mail's name as a whole; not `org` or `in` at its end. */
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

/** Whose password it is to be. */
export interface Person {
  email: string;
  name?: string;
}

/**
 * What is wrong with a new password whose length is right already; null when nothing is.
 * @param person parts of 4 letters and more of name and e-mail must not be in the password
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
