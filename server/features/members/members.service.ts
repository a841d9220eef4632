import type { Queryable } from '#server/database/client.ts';
import { findSubDistricts } from './directory.queries.ts';

/**
 * The sub-districts that Approved members of a district have entered, sorted: what a form offers where no service
 * knows better.
 */
export async function subDistrictsEntered(db: Queryable, state: string, district: string): Promise<string[]> {
  return findSubDistricts(db, state, district);
}
