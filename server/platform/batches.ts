/** Parts of a list that is at hand, for statements that take no more values than `size` rows have. */
export function* inBatches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** All rows of a long list, read part by part from the last one on, so that none but these are ever in memory. */
export async function* readInBatches<Row>(
  size: number,
  next: (last: Row | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await next(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

/** Batches of about `size`, in which each group stays whole. */
export function gathered<Item>(groups: Iterable<readonly Item[]>, size: number): Item[][] {
  const batches: Item[][] = [];
  for (const group of groups) {
    const last = batches.at(-1);
    if (last && last.length + group.length <= size) last.push(...group);
    else batches.push([...group]);
  }
  return batches;
}
