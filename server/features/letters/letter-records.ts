import type { Core } from '#server/core.ts';
import { bundledStates } from '#server/features/locations/bundle.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import type { Letter, LetterState } from '#shared/contracts/letters.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import * as queries from './letters.queries.ts';
import { eraseRecipients } from './letters.queries.ts';
import { letterOf } from './presentation.ts';

/** Erases people whose records are about to be deleted from the lists of letters; nameless rows stay, so that no total changes. */
export const erasePersonFromLetters = (
  tx: Transaction,
  memberIds: readonly string[],
  numbers: readonly string[],
): Promise<void> => eraseRecipients(tx, memberIds, numbers);

const called = 'This letter';

export const invalid = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });
export const wrongState = (message: string) => new AppError('WRONG_STATE', message);

export const stateTexts: Record<LetterState, string> = {
  draft: 'This letter is a draft.',
  scheduled: 'This letter is scheduled. Please stop it first.',
  sending: 'This letter is being sent.',
  stopped: 'This letter was stopped while it was sent.',
  sent: 'This letter has been sent.',
};

/** @throws VALIDATION at `field` for an unknown State, or one outside the author's reach */
export function mustBeReached(state: string | undefined, states: readonly string[], field: string): void {
  if (!state) return;
  if (!bundledStates.includes(state) || (states.length > 0 && !states.includes(state)))
    throw invalid(field, messages.letters.state);
}

/** Finds letters, and locks one while it is changed. */
export function createLetterRecords({ database }: Pick<Core, 'database'>) {
  async function view(id: string, who: Pick<ActingAdministrator, 'states'>): Promise<Letter> {
    const row = orNotFound(await queries.findLetter(database, id, who.states), called);
    return letterOf(row);
  }

  const findLetter = async (tx: Transaction, id: string, who: Pick<ActingAdministrator, 'states'>, version?: number) =>
    assertVersion(await queries.lockLetter(tx, id, who.states), called, version);

  return { view, known: findLetter };
}
