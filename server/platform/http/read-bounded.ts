import type { Readable } from 'node:stream';

const firstBytes = 1_024;

/**
 * Reads a text to its end and keeps `limit` bytes of it at most, in one buffer: memory does not grow with the number of chunks.
 * @param onChunk is told the size of each chunk, kept or not, and may throw to end the reading
 * @returns what was kept, and whether there was more
 */
export async function readBounded(
  stream: Readable,
  limit: number,
  onChunk: (bytes: number) => void = () => {},
): Promise<{ bytes: Buffer; truncated: boolean }> {
  let buffer = Buffer.allocUnsafe(Math.min(firstBytes, limit));
  let length = 0;
  let total = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    onChunk(chunk.length);
    total += chunk.length;
    const needed = Math.min(total, limit);
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, buffer.length * 2)));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    length += chunk.copy(buffer, length, 0, needed - length);
  }
  return { bytes: buffer.subarray(0, length), truncated: total > limit };
}
