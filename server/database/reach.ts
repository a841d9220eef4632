import { type AnyColumn, inArray, type SQL, sql } from 'drizzle-orm';

/**
 * Whose records an administrator reads and changes: all India, or those of some States. Only `ofAdministrator` makes one,
 * out of what the session has found, so that nothing about people is asked for the office without saying whose.
 */
export class Reach {
  /** Empty: all India. */
  readonly states: readonly string[];
  // Nothing else has the shape of a reach.
  readonly #made = true;

  private constructor(states: readonly string[]) {
    this.states = states;
  }

  /** For sessions, and for jobs, which act for whoever began them. */
  static ofAdministrator({ states }: { states: readonly string[] }): Reach {
    return new Reach(states);
  }

  get isAll(): boolean {
    return this.#made && this.states.length === 0;
  }

  /** Whether a record of this State is within. */
  has(state: string): boolean {
    return this.isAll || this.states.includes(state);
  }
}

/** The condition that a record's State is within a reach; undefined where that is all India. */
export function within(reach: Reach, state: AnyColumn | SQL): SQL | undefined {
  if (reach.isAll) return undefined;
  return 'getSQL' in state && !('name' in state)
    ? sql`${state} in (${sql.join(
        reach.states.map((each) => sql`${each}`),
        sql`, `,
      )})`
    : inArray(state as AnyColumn, [...reach.states]);
}
