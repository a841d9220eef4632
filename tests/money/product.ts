import {
  type Act,
  freeOf,
  type Name,
  outstandingOn,
  type Status,
  settledOf,
  stateOf,
  type Tier,
  type World,
} from './model.ts';

// How the oracle speaks to what it tests: acts, and reads. An adapter says which acts its product has.

/** What is seen of a person; in rupees. */
export interface Seen {
  status: Status | 'gone';
  tier: Tier;
  owed: number;
  /** Valid receipts, also of what went back since. */
  received: number;
  returned: number;
  toReturn: number;
  /** Claimed for what is not owed: it goes back when it comes. */
  promised: number;
  /** Null where the product cannot tell. */
  kept: number | null;
  /** Each due by its state and what is open of it, in order; null where the product cannot tell. */
  dues: string[] | null;
}

export interface Observation {
  people: Record<Name, Seen>;
  /** What was open at the end of each day until today; null where the product cannot tell. */
  outstanding: number[] | null;
  /** Rupees that settle something, by their States' shares; null where the product cannot tell. */
  shared: number | null;
}

export interface Product {
  /** Makes the world of two applicants. */
  begin(world: World): Promise<void>;
  can(act: Act, world: World): boolean;
  /** @returns 'done', or the code of the refusal; '500' for what must never be */
  perform(act: Act, before: World, after: World): Promise<string>;
  observe(world: World): Promise<Observation>;
}

export const firstDay = 7;
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What must be seen of a world. */
export function expected(world: World): Observation {
  const seen = (name: Name): Seen => {
    const dues = world.dues.filter(({ person }) => person === name);
    const receipts = world.receipts.filter(({ person, isCancelled }) => person === name && !isCancelled);
    const { status, tier, isGone } = world.people[name];
    return {
      status: isGone ? 'gone' : status,
      tier,
      owed: total(dues.map(({ at }) => at.open)),
      received: total(receipts.map(({ amount }) => amount)),
      returned: total(receipts.map(({ returned }) => returned)),
      toReturn: total(receipts.map(({ toReturn }) => toReturn)),
      promised: total(dues.map((due) => (due.unwanted !== 'no' && due.claim === 'pending' ? due.promised : 0))),
      kept: total(receipts.map((receipt) => freeOf(world, receipt) - receipt.toReturn)),
      dues: dues.map((due) => `${due.purpose} ${stateOf(world, due)} ${due.at.open} ${settledOf(world, due)}`).sort(),
    };
  };
  const days = Array.from({ length: world.day - firstDay + 1 }, (_, index) => firstDay + index);
  return {
    people: { A: seen('A'), B: seen('B') },
    outstanding: days.map((day) => outstandingOn(world, day)),
    shared: total(world.dues.map((due) => settledOf(world, due))),
  };
}

/** Where what is seen differs from what must be: 'A.owed 0, not 600'. What the product cannot tell is left out. */
export function differences(seen: Observation, right: Observation): string[] {
  const result: string[] = [];
  const compare = (place: string, one: unknown, other: unknown) => {
    if (one === null || JSON.stringify(one) === JSON.stringify(other)) return;
    result.push(`${place} ${JSON.stringify(one)}, not ${JSON.stringify(other)}`);
  };
  for (const name of ['A', 'B'] as const) {
    for (const field of Object.keys(right.people[name]) as (keyof Seen)[]) {
      // Nobody reads the tier of a record that is gone.
      if (field === 'tier' && right.people[name].status === 'gone') continue;
      compare(`${name}.${field}`, seen.people[name][field], right.people[name][field]);
    }
  }
  compare('outstanding', seen.outstanding, right.outstanding);
  compare('shared', seen.shared, right.shared);
  return result;
}
