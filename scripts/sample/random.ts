/** A random number generator that gives the same sequence for the same seed on every machine. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** A number from `min` to `max`. */
  between(min: number, max: number): number;
  /** True with the probability `share`. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different entries in their original order (all of them, if there are fewer). */
  sample<T>(list: readonly T[], count: number): T[];
  /** One of the entries, with a probability by its weight. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T;
}

/** Mixes numbers and texts into one seed. */
export function seedOf(...parts: (number | string)[]): number {
  let hash = 2166136261;
  for (const sign of parts.join('|')) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619);
  }
  return hash >>> 0;
}

/** The generator mulberry32; `seed` is used as 32 bits. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('Nothing to pick from');
    return list[int(0, list.length - 1)] as T;
  }

  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (share) => next() < share,
    pick,
    sample(list, count) {
      const chosen = new Set<number>();
      while (chosen.size < Math.min(count, list.length)) chosen.add(int(0, list.length - 1));
      return list.filter((_, index) => chosen.has(index));
    },
    weighted(entries) {
      const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
      let rest = next() * total;
      for (const [value, weight] of entries) {
        rest -= weight;
        if (rest < 0) return value;
      }
      return (entries.at(-1) as (typeof entries)[number])[0];
    },
  };
}
