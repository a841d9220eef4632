// What must come of deductions from salaries, written down a second time and as plainly as possible: people owe 1,000 rupees for the year,
// every deduction is 250, and each authorisation has a number of its own at its paying office.

export const yearly = 1_000;
export const deduction = 250;

export interface Person {
  id: string;
  name: string;
  state: string;
  /** Rupees that are still asked for. */
  due: number;
}

export interface Consent {
  id: string;
  person: Person;
  office: string;
  number: string;
  state: 'asked' | 'confirmed' | 'withdrawn' | 'ended';
  from: string;
  until: string | null;
}

export interface Row {
  row: number;
  number: string;
  name: string;
  amount: number;
  as: 'leftOut' | 'office' | 'excess' | 'book' | null;
  /** Whose it is, once it was decided or booked. */
  consent: Consent | null;
  /** What it was booked to while the list is received. */
  entries: Entry[];
}

export interface List {
  id: string;
  office: string;
  month: string;
  state: 'open' | 'received' | 'cancelled';
  rows: Row[];
  /** The lists that came with the same money. */
  together: List[];
}

/** One receipt. */
export interface Entry {
  kind: 'salary' | 'other';
  purpose: 'annual' | 'excess';
  person: Person | null;
  office: string;
  amount: number;
  /** The State whose share it is. */
  homeState: string;
  state: 'valid' | 'cancelled' | 'refunded';
}

export interface World {
  people: Person[];
  consents: Consent[];
  lists: List[];
  entries: Entry[];
  closed: boolean;
}

const isIn = ({ as }: Row) => as !== 'leftOut' && as !== 'office';
export const sumOf = ({ rows }: List) => rows.reduce((sum, row) => sum + (row.as === 'leftOut' ? 0 : row.amount), 0);
const numbered = (world: World, { office }: List, { number }: Row) =>
  world.consents.find((each) => each.office === office && each.number === number) ?? null;

/** Who stands in another list of the month. */
function elsewhere(world: World, list: List): Set<Person> {
  const others = world.lists.filter((each) => each !== list && each.month === list.month && each.state !== 'cancelled');
  return new Set(
    others.flatMap((other) =>
      other.rows.filter(isIn).flatMap((row) => (row.consent ?? numbered(world, other, row))?.person ?? []),
    ),
  );
}

/** What is said of each row: null where it can be booked. */
export function judged(world: World, list: List): (string | null)[] {
  const away = elsewhere(world, list);
  const names = new Set<Person>();
  return list.rows.map((row) => {
    const isWhole = Number.isInteger(row.amount);
    if (row.as === 'leftOut') return null;
    if (row.as === 'office') return isWhole ? null : 'PAISE';
    const consent = row.consent ?? numbered(world, list, row);
    if (!consent) return 'STRANGER';
    const { person } = consent;
    const isTwice = names.has(person);
    names.add(person);
    if (row.as === 'excess' && isWhole) return null;
    if (row.as === 'book' && isWhole && person.due >= row.amount) return null;
    if (isTwice) return 'TWICE';
    if (away.has(person)) return 'IN_ANOTHER_SCHEDULE';
    if (consent.state === 'asked') return 'NOT_CONFIRMED';
    if (list.month < consent.from) return 'NOT_YET';
    const isOver = consent.until === null || list.month > consent.until;
    if (consent.state === 'withdrawn' && isOver) return 'WITHDRAWN';
    if (consent.state === 'ended' && isOver) return 'ENDED';
    if (!row.consent && row.name !== person.name) return 'OTHER_NAME';
    if (person.due === 0) return hasPaid(world, person) ? 'ALREADY_RECEIVED' : 'NO_DUE';
    if (!isWhole) return 'PAISE';
    return row.amount === deduction ? null : 'AMOUNT_DIFFERS';
  });
}

const hasPaid = (world: World, person: Person) =>
  world.entries.some((entry) => entry.person === person && entry.purpose === 'annual' && entry.state === 'valid');

function add(world: World, entry: Omit<Entry, 'state'>): Entry {
  const result = { ...entry, state: 'valid' as const };
  world.entries.push(result);
  return result;
}

/** Books all rows of lists. @returns how many receipts there are */
export function book(world: World, lists: List[]): number {
  let receipts = 0;
  for (const list of lists) {
    for (const row of list.rows) {
      if (row.as === 'leftOut') continue;
      const of = { kind: 'salary' as const, office: list.office, homeState: '' };
      if (row.as === 'office') {
        row.entries = [add(world, { ...of, purpose: 'excess', person: null, amount: row.amount })];
      } else {
        row.consent ??= numbered(world, list, row)!;
        row.entries = pay(world, row.consent.person, row.amount, list.office);
      }
      receipts += row.entries.length;
    }
    list.state = 'received';
    list.together = lists;
  }
  return receipts;
}

function pay(world: World, person: Person, amount: number, office: string): Entry[] {
  const paid = Math.min(person.due, amount);
  const of = { kind: 'salary' as const, office, person };
  const entries: Entry[] = [];
  if (paid > 0) entries.push(add(world, { ...of, purpose: 'annual', amount: paid, homeState: person.state }));
  if (amount > paid) entries.push(add(world, { ...of, purpose: 'excess', amount: amount - paid, homeState: '' }));
  person.due -= paid;
  return entries;
}

function takeBack(entries: Entry[]): void {
  for (const entry of entries) {
    entry.state = 'cancelled';
    if (entry.purpose === 'annual' && entry.person) entry.person.due += entry.amount;
  }
}

export const isRefunded = (list: List) =>
  list.together.some(({ rows }) => rows.some(({ entries }) => entries.some(({ state }) => state === 'refunded')));

/** Cancels the money of a list, and of those that came with it. */
export function cancel(list: List): void {
  for (const each of list.together) {
    for (const row of each.rows) {
      takeBack(row.entries);
      row.entries = [];
    }
    each.state = 'open';
  }
}

/** Gives a booked row to somebody else. */
export function move(world: World, list: List, row: Row, to: Consent): void {
  takeBack(row.entries);
  row.consent = to;
  row.as = 'book';
  row.entries = pay(world, to.person, row.amount, list.office);
}

/** Somebody pays the rest of the year in another way. */
export function payRest(world: World, person: Person, amount: number): void {
  add(world, { kind: 'other', purpose: 'annual', person, office: '', amount, homeState: person.state });
  person.due -= amount;
}

/** The sums that every report has to agree with. */
export function sums(world: World) {
  const salary = world.entries.filter(({ kind }) => kind === 'salary');
  const gross = (entries: Entry[]) => entries.reduce((sum, { amount }) => sum + amount, 0);
  const states = [...new Set(world.people.map(({ state }) => state))];
  const shared = world.entries.filter(({ purpose }) => purpose === 'annual');
  return {
    ledger: (['valid', 'cancelled', 'refunded'] as const).map((state) =>
      gross(salary.filter((entry) => entry.state === state)),
    ),
    received: gross(world.entries.filter(({ state }) => state !== 'cancelled')),
    /** Paise: 30 per cent of what stands. */
    shares: Object.fromEntries(
      states.map((state) => [
        state,
        shared
          .filter((entry) => entry.homeState === state && entry.state === 'valid')
          .reduce((sum, { amount }) => sum + Math.floor(amount * 30), 0),
      ]),
    ),
    standing: world.people.map((person) => (person.due > 0 ? 'due' : hasPaid(world, person) ? 'paid' : 'none')),
    recognition: Object.fromEntries(
      [
        ...Map.groupBy(
          salary.filter(({ state }) => state !== 'cancelled'),
          ({ office }) => office,
        ),
      ].map(([office, entries]) => [
        office,
        [
          new Set(
            entries
              .filter(({ state, purpose, person }) => state === 'valid' && purpose === 'annual' && person)
              .map(({ person }) => person),
          ).size,
          gross(entries),
        ],
      ]),
    ),
  };
}
