import type { BaseCore } from '#server/platform/base-core.ts';
import type { Database } from '#server/platform/database/client.ts';
import { findRehearsal } from './rehearsal.queries.ts';

/** What this process knows of the rehearsal, for each page and call. */
export interface RehearsalState {
  isOn: boolean;
  isEnding: boolean;
}

const states = new WeakMap<Database, RehearsalState>();

/** The state, as of the last notice of changed content; the same object for this database. */
export function rehearsalState(database: Database): Readonly<RehearsalState> {
  const state = states.get(database) ?? { isOn: false, isEnding: false };
  states.set(database, state);
  return state;
}

/** Reads it again: at the start, and after every notice. */
export async function readRehearsalState(database: Database): Promise<RehearsalState> {
  const row = await findRehearsal(database);
  const isOn = row !== undefined && row.endedAt === null;
  return Object.assign(rehearsalState(database), { isOn, isEnding: isOn && row.endingAt !== null });
}

/** Whether people can pay online: in a rehearsal with the gateway's test keys alone. */
export const takesOnline = ({ config, database }: Pick<BaseCore, 'config' | 'database'>): boolean =>
  config.gateway !== undefined && (!rehearsalState(database).isOn || config.gateway.keyId.startsWith('rzp_test_'));
