import type { Database } from '#server/platform/database/client.ts';
import { mayWrite } from '#server/platform/database/reading.ts';
import { createLoop } from '#server/platform/loop.ts';
import type { Network } from '#server/platform/throttles/network.ts';
import type { SecurityEvent } from './log.ts';
import { countSecurityEvent, findAccount } from './security-log.queries.ts';

interface Counted extends SecurityEvent {
  times: number;
}

/** How long events are collected before they are written. */
const gatherMs = 1_000;
/** How many different events are kept apart in that time; further ones are counted together. */
const maxDistinct = 100;

/** Logs refused attempts for the office. Nothing waits for it, and an attack fills neither memory nor table. */
export interface SecurityLog {
  note(event: SecurityEvent): void;
  /** Writes the collected events. */
  flush(): Promise<void>;
  /** Writes them for the last time. */
  close(): Promise<void>;
}

export function createSecurityLog(
  database: Database,
  log: { warn(fields: object, message: string): void },
): SecurityLog {
  let gathered = new Map<string, Counted>();
  let writing: Promise<void> = Promise.resolve();

  function note(event: SecurityEvent): void {
    const key = JSON.stringify([event.action, event.call, event.network, event.who]);
    const present = gathered.get(key) ?? (gathered.size < maxDistinct ? undefined : others(event.action));
    if (present) present.times += 1;
    else gathered.set(key, { ...event, times: 1 });
    loop.wake();
  }

  /** The counter of events beyond {@link maxDistinct}. */
  function others(action: string): Counted {
    const key = `others ${action}`;
    const present = gathered.get(key) ?? { action, call: '', network: '' as Network, times: 0 };
    gathered.set(key, present);
    return present;
  }

  async function write(events: readonly Counted[]): Promise<void> {
    if (events.length === 0) return;
    const times: Record<string, number> = {};
    for (const event of events) times[event.action] = (times[event.action] ?? 0) + event.times;
    log.warn({ times }, 'somebody was turned away');
    for (const event of events) {
      await countSecurityEvent(database, { ...event, ...(await findAccount(database, event.who)) });
    }
  }

  function flush(): Promise<void> {
    const events = [...gathered.values()];
    gathered = new Map();
    writing = writing
      .then(() => mayWrite(() => write(events)))
      // Problems of the database are reported elsewhere.
      .catch((error: Error) => log.warn({ reason: error.name }, 'the security log could not be written'));
    return writing;
  }

  const loop = createLoop(
    async () => {
      await flush();
      return Infinity;
    },
    { failed: () => Infinity, gatherMs },
  );

  return {
    note,
    flush,
    async close() {
      await loop.stop();
      await flush();
    },
  };
}
