import type { Core } from '#server/core.ts';
import { type GatewayClient, reasonOf, type SettledItem } from '#server/parts/gateway/client.ts';
import * as queries from '#server/parts/gateway/settlements.queries.ts';
import { clock, indianDay } from '#shared/clock.ts';

const dayMs = 24 * 60 * 60_000;
const afterTroubleMs = 30 * 60_000;
/** Settlements are asked for again for so long: they may get their number late. */
const againMs = 10 * dayMs;
const longestMs = 120 * dayMs;
/** More pages than a day or a month can have: protects against lists that do not end. */
const maxPages = 200;

/** Asks the gateway daily what it has paid into the bank account, and with which payments. Never rejects. */
export async function followSettlements({ database, log }: Core, gateway: GatewayClient): Promise<void> {
  if (!(await queries.takeRun(database, dayMs))) return;
  try {
    const since = await queries.findSince(database);
    if (since === null) return;
    const now = clock.now();
    const from = new Date(Math.max(since.getTime() - againMs, now.getTime() - longestMs));
    for (let page = 0, skip = 0; page < maxPages; page++) {
      const items = await gateway.listSettlements(from, now, skip);
      const processed = items.filter(({ status }) => status === 'processed' || status === '');
      await queries.saveSettlements(
        database,
        processed.map(({ id, amount, fees, tax, utr, created_at }) => ({
          gatewayId: id,
          amount,
          fees,
          tax,
          utr: utr.toUpperCase().replace(/[^A-Z0-9]/g, ''),
          settledAt: created_at,
        })),
      );
      skip += items.length;
      if (items.length === 0) break;
    }
    // The payments may be listed under the day after, as the gateway pays out around midnight.
    for (const later of [0, dayMs]) {
      const dayOf = (settledAt: Date) => indianDay(new Date(settledAt.getTime() + later));
      for (const day of await queries.findUnreadDays(database, dayOf)) await readDay(database, gateway, day);
    }
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'settlements were not read; they are asked for again');
    await queries.setRun(database, new Date(clock.ms() + afterTroubleMs)).catch(() => {});
  }
}

async function readDay(database: Core['database'], gateway: GatewayClient, day: string): Promise<void> {
  const items: SettledItem[] = [];
  for (let page = 0; page < maxPages; page++) {
    const settled = await gateway.listSettled(day, items.length);
    items.push(...settled);
    if (settled.length === 0) break;
  }
  await database.transaction(async (tx) => {
    for (const [settlementId, group] of Map.groupBy(items, ({ settlement_id }) => settlement_id)) {
      await queries.saveSettled(
        tx,
        settlementId,
        group.filter(({ type }) => type === 'payment'),
      );
    }
  });
}
