import type { IncomingMessage } from 'node:http';
import { createLoop, type Loop } from '#server/platform/loop.ts';
import { underWay } from '#shared/limits.ts';
import type { Refusal } from './quota.ts';

/** A body that is being read. */
interface Body {
  raw: IncomingMessage;
  /** The sender's network; of IPv6 the whole prefix of one customer. */
  sender: string;
  since: number;
  /** Bytes read from its connection at the start and at the last check, and when they last increased. */
  from: number;
  read: number;
  movedAt: number;
}

const pollMs = 250;
/** An injected request of a test has no such count, and counts as stalled. */
const bytesOf = ({ socket }: IncomingMessage) => socket?.bytesRead ?? 0;

/**
 * The slots for bodies, in all and per sender. When they run out, a new body replaces the one that has stalled longest,
 * or that arrives more slowly than any network of today.
 */
export class Slots {
  readonly #bounds: { inAll: number; perNetwork: number };
  readonly #bodies = new Set<Body>();
  readonly #loop: Loop;

  constructor(bounds: { inAll: number; perNetwork: number }) {
    this.#bounds = bounds;
    this.#loop = createLoop(this.#look, { failed: () => pollMs });
    this.#loop.start();
  }

  /** Takes a slot, or tells whose limit is reached. @returns a function that gives it back */
  take(raw: IncomingMessage, sender: string): Refusal | (() => void) {
    const senderBodies = [...this.#bodies].filter((body) => body.sender === sender);
    if (senderBodies.length >= this.#bounds.perNetwork && !this.#clear(senderBodies)) return 'network';
    if (this.#bodies.size >= this.#bounds.inAll && !this.#clear([...this.#bodies])) return 'all';
    const now = performance.now();
    const read = bytesOf(raw);
    const body: Body = { raw, sender, since: now, from: read, read, movedAt: now };
    this.#bodies.add(body);
    return () => this.#bodies.delete(body);
  }

  async close(): Promise<void> {
    await this.#loop.stop();
  }

  readonly #look = async (): Promise<number> => {
    const now = performance.now();
    for (const body of this.#bodies) {
      const read = bytesOf(body.raw);
      if (read > body.read) Object.assign(body, { read, movedAt: now });
    }
    return pollMs;
  };

  /** Ends the body that has stalled for the longest. @returns false when all of them make progress */
  #clear(bodies: Body[]): boolean {
    const now = performance.now();
    const [first] = bodies.filter((body) => isSlow(body, now)).sort((one, other) => one.movedAt - other.movedAt);
    if (!first) return false;
    this.#bodies.delete(first);
    first.raw.destroy();
    return true;
  }
}

function isSlow({ since, from, read, movedAt }: Body, now: number): boolean {
  const age = now - since;
  const isTooSlow = age > underWay.slowAfterMs && ((read - from) * 1_000) / age < underWay.leastBytesPerSecond;
  return isTooSlow || now - movedAt > underWay.stillMs;
}
