import type { conferences } from '#server/features/conferences/tables.ts';
import { makeGuestLink } from '#server/features/participations/own/links.ts';
import { participations } from '#server/features/participations/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { newCode } from '#server/platform/database/columns.ts';
import { searchableName } from '#server/platform/database/searchable.ts';
import { conferenceFactory } from './content.ts';
import { memberFactory } from './members.ts';

interface Site {
  database: Database;
}

type Values = Partial<typeof participations.$inferInsert>;

let count = 0;

/** A conference that is open to everybody, by default in ten days. */
export const openConferenceFactory = (site: Site, values: Partial<typeof conferences.$inferInsert> = {}) =>
  conferenceFactory(site, { participation: 'everybody', startsAt: new Date(Date.now() + 10 * 86_400_000), ...values });

async function insert({ database }: Site, values: typeof participations.$inferInsert) {
  const [row] = await database.insert(participations).values(values).returning();
  return row!;
}

/** A registered guest, by default in a new conference. */
export async function guestFactory(site: Site, values: Values = {}) {
  const number = ++count;
  const conferenceId = values.conferenceId ?? (await openConferenceFactory(site)).id;
  const name = values.name ?? 'Farida Khan';
  return insert(site, {
    guest: true,
    state: 'registered',
    name,
    nameSearch: searchableName(name),
    email: `guest${number}-${newCode().slice(0, 6).toLowerCase()}@example.org`,
    mobile: '9812300000',
    code: newCode(),
    ...values,
    conferenceId,
  });
}

/** A registered member, by default a new one. */
export async function participantFactory(site: Site, values: Values & { conferenceId: string }) {
  const memberId = values.memberId ?? (await memberFactory(site)).id;
  return insert(site, { guest: false, state: 'registered', code: newCode(), ...values, memberId });
}

/** The secret of a guest's link. */
export async function guestToken({ database }: Site, participationId: string): Promise<string> {
  return (await makeGuestLink(database, 'http://localhost', participationId)).split('#')[1]!;
}
