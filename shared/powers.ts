/** What an administrator may have, in the order in which it is always told. `full` may everything, also what is only its own. */
export const powers = ['full', 'members', 'money', 'content', 'letters'] as const;
export type Power = (typeof powers)[number];

/** Every administrator may, whatever the powers. */
export const everyAdministrator = 'every administrator';

/** Whose call it is in the office: who has this power, or one of these. `full` always may. */
export type NeededPower = Power | readonly Power[] | typeof everyAdministrator;

/** How a power is called, and in one sentence what it means. */
export const powerTexts: Record<Power, { name: string; meaning: string }> = {
  full: {
    name: 'Full',
    meaning: 'May do everything, and alone: administrators, settings, fees, import, the log and the texts of mails.',
  },
  members: {
    name: 'Members',
    meaning: 'Registrations and decisions, the directory and its export, participants of conferences.',
  },
  money: {
    name: 'Money',
    meaning: 'Payments, receipts, bank statements and the ledger. Sees no scanned IDs, birth dates or addresses.',
  },
  content: {
    name: 'Content',
    meaning: 'News, conferences, gallery, resources, important updates, the texts of the site and office bearers.',
  },
  letters: { name: 'Letters', meaning: 'Writes circulars and notices to members.' },
};

/** Powers that may be bound to States. */
export const bindablePowers: readonly Power[] = ['members', 'letters'];

/** What an administrator may, and for which States; none is all India. */
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

/** In the table's order, without doubles; `full` with others is `full`. */
export function sortedPowers(given: readonly Power[]): Power[] {
  return given.includes('full') ? ['full'] : powers.filter((power) => given.includes(power));
}

/** What somebody without it is told. */
export function powerNeededText(needed: NeededPower, unbound = false): string {
  const names = [needed].flat().flatMap((each) => (each === everyAdministrator ? [] : [powerTexts[each].name]));
  const one = `the power ‘${names.join('’ or ‘')}’${unbound ? ' for all India' : ''}`;
  return `This needs ${one}. An administrator with the power ‘Full’ can give it.`;
}
