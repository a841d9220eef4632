import { type AnyColumn, eq, inArray, type SQL } from 'drizzle-orm';

/**
 * Whose records an administrator reads and changes: all India, or those of some States. Only `ofAdministrator` makes one,
 * from the session's administrator, so that every query about people for the office has to say whose.
 */
export class Reach {
  /** Empty: all India. */
  readonly states: readonly string[];
  // Makes the type nominal.
  readonly #made = true;

  private constructor(states: readonly string[]) {
    this.states = states;
  }

  /** For sessions, and for jobs, which act for the administrator who began them. */
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

  /** The States that remain when a list is filtered by one of them, or not ('' for all). */
  narrow(state = ''): OfStates {
    if (this.isAll) return state;
    if (state !== '') return this.has(state) ? state : [];
    return this.states.length === 1 ? this.states[0]! : this.states;
  }
}

/** One State, several or none of them; '' is all India. */
export type OfStates = string | readonly string[];

/**
 * Who asks for a record: an administrator within a reach. `unrestricted` filters nothing: only for the program itself, and where the
 * caller’s session or link names the record, or their power is for all India.
 */
export type Whose = Reach | 'unrestricted';

/** The condition that a record is of these States; undefined for all India. */
export function ofStates(state: AnyColumn, states: OfStates): SQL | undefined {
  if (typeof states !== 'string') return inArray(state, [...states]);
  return states === '' ? undefined : eq(state, states);
}

/** The condition that a record's State is within a reach; undefined for all India. */
export const within = (whose: Whose, state: AnyColumn): SQL | undefined =>
  whose === 'unrestricted' ? undefined : ofStates(state, whose.narrow());
