/** Parts of a list, for statements that take no more values than `size` rows have. */
export function* inBatches<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
