import type { Network } from '#server/platform/throttles/network.ts';

/** Which limit a further amount would exceed. */
export type Refusal = 'network' | 'all';

/** How much of something is in use, in all and per network, so that no network can use it up. */
export class Quota {
  readonly #inAll: number;
  readonly #perNetwork: number;
  readonly #used = new Map<Network, number>();
  #total = 0;

  constructor(bounds: { inAll: number; perNetwork: number }) {
    this.#inAll = bounds.inAll;
    this.#perNetwork = bounds.perNetwork;
  }

  /** How much is in use. */
  get total(): number {
    return this.#total;
  }

  /** Takes `amount` for a network, or nothing at all; what was taken has to be given back. */
  take(network: Network, amount: number): Refusal | undefined {
    const used = (this.#used.get(network) ?? 0) + amount;
    if (used > this.#perNetwork) return 'network';
    if (this.#total + amount > this.#inAll) return 'all';
    this.#used.set(network, used);
    this.#total += amount;
    return undefined;
  }

  /** Gives back what was taken. */
  give(network: Network, amount: number): void {
    const left = (this.#used.get(network) ?? 0) - amount;
    if (left > 0) this.#used.set(network, left);
    else this.#used.delete(network);
    this.#total -= amount;
  }
}
