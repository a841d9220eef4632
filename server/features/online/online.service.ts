import { type Core, serviceOf } from '#server/core.ts';
import { createGatewayClient, type GatewayClient, isRefused, reasonOf } from '#server/parts/gateway/client.ts';
import * as queries from '#server/parts/gateway/gateway.queries.ts';
import { setRun } from '#server/parts/gateway/settlements.queries.ts';
import type { Background } from '#server/platform/loop.ts';
import { createLoop, nameOf } from '#server/platform/loop.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { clock } from '#shared/clock.ts';
import { follow, lookAt } from './booking.ts';
import { createPaying } from './paying.service.ts';
import { followRefund } from './refunds.ts';
import { followSettlements } from './settlements.ts';

/** Links and refunds per round, how many of them at once, and for how long no other process takes them. */
const perRound = 40;
const atOnce = 4;
const takenMs = 90_000;
const idleMs = 30_000;
const afterTroubleMs = 10_000;
/** Somebody who comes back waits for the gateway at most so long; what was begun goes on. */
const patienceMs = 4_500;
/** However often an address is opened, the gateway is asked about its link no more often than this. */
const everyMs = 2_000;

/** Does the work for each, a few at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Payments online; null without an account. */
export const createOnline = (core: Core) =>
  core.config.gateway ? withGateway(core, createGatewayClient(core.config.gateway)) : null;

function withGateway(core: Core, gateway: GatewayClient) {
  const { database, log } = core;

  async function round(isStopping: () => boolean): Promise<number> {
    await queries.markUnwanted(database);
    const links = await queries.takeDueLinks(database, perRound, takenMs);
    await each(links, async (link) => {
      if (isStopping()) await queries.askLater(database, link, new Date());
      else await follow(core, gateway, link);
    });
    const refunds = isStopping() ? [] : await queries.takeDueRefunds(database, perRound, takenMs);
    await each(refunds, (row) => followRefund(core, gateway, row.id));
    if (!isStopping()) await followSettlements(core, gateway);
    return links.length === perRound || refunds.length === perRound ? 0 : idleMs;
  }

  const loop = createLoop(round, {
    failed(error) {
      log.warn({ reason: nameOf(error) }, 'payments online could not be followed');
      return afterTroubleMs;
    },
  });

  return {
    gateway,
    background: { start: loop.start, stop: loop.stop } satisfies Background,
    wake: loop.wake,
    pay: serviceOf(core, createPaying, gateway),
    sendRefund: (onlineId: string) => followRefund(core, gateway, onlineId),
    /** Of a link that we do not know the gateway says whose it is: the answer that made it may have been lost. @throws GatewayError */
    async adoptLost(gatewayId: string): Promise<void> {
      if (!(await queries.mayBeLost(database, gatewayId))) return;
      const gatewayLink = await gateway.getLink(gatewayId).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
      });
      if (gatewayLink) await queries.adoptLost(database, gatewayLink.reference_id, gatewayId);
    },
    /** Asks for settlements with the next round. */
    settlementsSoon: () => setRun(database, clock.now()),
    /** Asks the gateway about a link somebody comes back from, in the time that they can be expected to wait. */
    async askNow(link: queries.LinkRow): Promise<void> {
      if (!(await queries.takeAsking(database, link.id, everyMs))) return;
      await withTimeout(patienceMs, lookAt(core, gateway, link)).catch((error) => {
        log.warn({ reason: reasonOf(error) }, 'the gateway did not say how a payment stands');
      });
    },
  };
}

export type Online = NonNullable<ReturnType<typeof createOnline>>;
