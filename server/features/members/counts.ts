/** How many different filters are remembered; the least recently asked for is dropped first. */
const remembered = 1_000;
/** No count is older than this, should a notice ever be lost. In milliseconds. */
const longest = 60_000;

/**
 * Remembers how many entries each filter of the directory has. Counting is half of a search, and the number only
 * changes when a member does: `drop` forgets everything then, also what is being counted at that moment.
 */
export function createCounts() {
  const known = new Map<string, { count: Promise<number>; at: number }>();
  return {
    async get(key: string, counting: () => Promise<number>): Promise<number> {
      const present = known.get(key);
      if (present && Date.now() - present.at < longest) {
        known.delete(key);
        known.set(key, present);
        return present.count;
      }
      const entry = { count: counting(), at: Date.now() };
      known.set(key, entry);
      if (known.size > remembered) known.delete(known.keys().next().value!);
      try {
        return await entry.count;
      } catch (error) {
        if (known.get(key) === entry) known.delete(key);
        throw error;
      }
    },
    drop() {
      known.clear();
    },
  };
}
