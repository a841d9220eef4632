import { checkIn } from '#shared/contracts/participations.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api.ts';
import { itemsOf } from './door-list.ts';
import { allScans, answerOf, withScans } from './unsent.ts';

/**
 * Sends the check-ins stored on this device, as the door does. Sending one twice has no effect.
 * @returns the server's messages about those that it did not accept
 * @throws AppError, or a network error
 */
export async function sendUnsent(): Promise<string[]> {
  const refused: string[] = [];
  const scans = (await allScans()) ?? [];
  for (const conference of new Set(scans.map((scan) => scan.conference))) {
    const own = scans.filter((scan) => scan.conference === conference);
    for (let from = 0; from < own.length; from += limits.checkInsAtOnce) {
      const sent = own.slice(from, from + limits.checkInsAtOnce);
      const { left } = await api(checkIn, { params: { id: conference }, body: { items: itemsOf(sent) } });
      for (const { code, message } of left) if (code !== 'ALREADY') refused.push(message);
      await withScans('readwrite', (store) => Promise.all(sent.map(({ key }) => answerOf(store.delete(key)))));
    }
  }
  return refused;
}
