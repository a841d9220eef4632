import type { Database } from '#server/database/client.ts';
import { certifyDue } from './certificates.ts';
import { findWithLapsed, lockConference } from './participations.queries.ts';
import { fillPlaces } from './places.ts';

/** What time brings about: places that lapse, reminders, certificates, data that go. */
export async function keepParticipations(database: Database, isStopping: () => boolean = () => false): Promise<void> {
  for (const id of await findWithLapsed(database)) {
    if (isStopping()) return;
    await database.transaction(async (tx) => {
      const conference = await lockConference(tx, id);
      if (conference) await fillPlaces(tx, conference);
    });
  }
  await certifyDue(database, isStopping);
}
