import { LRUCache } from 'lru-cache';

/** How many different filters are remembered; the least recently asked for is dropped first. */
const remembered = 1_000;
/** No count is older than this, should a notice ever be lost. In milliseconds. */
const longest = 60_000;

/**
 * Remembers how many entries each filter of the directory has. Counting is half of a search, and the number only
 * changes when a member does: `drop` forgets everything then, also what is being counted at that moment.
 */
export function createCounts() {
  const known = new LRUCache<string, Promise<number>>({ max: remembered, ttl: longest });
  return {
    async get(key: string, counting: () => Promise<number>): Promise<number> {
      const present = known.get(key);
      if (present) return present;
      const count = counting();
      known.set(key, count);
      try {
        return await count;
      } catch (error) {
        if (known.peek(key) === count) known.delete(key);
        throw error;
      }
    },
    drop() {
      known.clear();
    },
  };
}

export type Counts = ReturnType<typeof createCounts>;
