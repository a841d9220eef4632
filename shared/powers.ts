import { AppError } from './errors.ts';

/**
 * The powers of administrators, in the order of display: name, meaning in one sentence, and whether they may be bound to States. Calls
 * for people of bound administrators take a `Reach`; `tests/powers.test.ts` tries every power of this list, bound and not.
 */
const declared = {
  full: {
    name: 'Full',
    meaning: 'May do everything, and alone: administrators, settings, fees, import, the log and the texts of mails.',
    bindable: false,
  },
  members: {
    name: 'Members',
    meaning: 'Registrations and decisions, the directory and its export, participants of conferences.',
    bindable: true,
  },
  money: {
    name: 'Money',
    meaning: 'Payments, receipts, bank statements and the ledger. Sees no scanned IDs, birth dates or addresses.',
    bindable: false,
  },
  content: {
    name: 'Content',
    meaning:
      'News, conferences, gallery, library, resources, important updates, the texts of the site and office bearers.',
    bindable: false,
  },
  votes: {
    name: 'Votes',
    meaning: 'Elections and resolutions by secret ballot: papers, rolls, objections, results. Always two people.',
    bindable: false,
  },
  letters: { name: 'Letters', meaning: 'Writes circulars and notices to members.', bindable: true },
  cases: {
    name: 'Cases',
    meaning: 'What members ask of the association, and what the association asks of government.',
    bindable: true,
  },
} as const satisfies Record<string, { name: string; meaning: string; bindable: boolean }>;

/** `full` includes all others, and some calls of its own. */
export type Power = keyof typeof declared;
export const powers = Object.keys(declared) as [Power, ...Power[]];
export const powerTexts: Record<Power, { name: string; meaning: string; bindable: boolean }> = declared;

/** Powers that may be bound to States. */
export const bindablePowers: readonly Power[] = powers.filter((power) => declared[power].bindable);

/** For calls that need no particular power. */
export const everyAdministrator = 'every administrator';

/** The power that a call of the office needs, or one of several. `full` always suffices. */
export type NeededPower = Power | readonly Power[] | typeof everyAdministrator;

/** An administrator's powers and States; empty for all India. */
export interface Powers {
  powers: readonly Power[];
  states: readonly string[];
}

/** Whether an administrator has a power, or one of several. */
export function hasPower({ powers: own }: Pick<Powers, 'powers'>, needed: NeededPower): boolean {
  if (needed === everyAdministrator || own.includes('full')) return true;
  return (typeof needed === 'string' ? [needed] : needed).some((power) => own.includes(power));
}

/** Whether an administrator acts for some States only. */
export const isBound = ({ states }: Pick<Powers, 'states'>): boolean => states.length > 0;

/** In the table's order, without duplicates; `full` with others is `full`. */
export function sortedPowers(unsorted: readonly Power[]): Power[] {
  return unsorted.includes('full') ? ['full'] : powers.filter((power) => unsorted.includes(power));
}

/** The message for an administrator without the power. */
export function powerNeededText(needed: NeededPower, unbound = false): string {
  const names = [needed].flat().flatMap((each) => (each === everyAdministrator ? [] : [powerTexts[each].name]));
  const one = `the power ‘${names.join('’ or ‘')}’${unbound ? ' for all India' : ''}`;
  return `This needs ${one}. An administrator with the power ‘Full’ can give it.`;
}

/** An administrator lacks a power; `unbound`: has it, but only for some States. */
export function powerNeeded(needed: NeededPower = 'full', unbound = false): AppError {
  const power = powers.find((each) => [needed].flat().includes(each));
  return new AppError('POWER_NEEDED', powerNeededText(needed, unbound), { power });
}
