import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readPdf } from '#server/features/library/reader/reader.ts';
import { readingOf } from '#server/features/library/reading.ts';
import { hostilePdfs } from '#tests/factories/pdfs.ts';

const files = Object.entries(hostilePdfs());

test('there are sixty of them', () => {
  expect(files.length).toBeGreaterThanOrEqual(60);
});

// Each in a process of its own, which this one outlives.
test.each(files)('%s', { timeout: 60_000 }, async (_name, { make, expected }) => {
  const body = Readable.from([make()], { objectMode: false });
  const read = await readPdf(body, new AbortController().signal, { seconds: 30 });
  const { state, texts } = readingOf(read, '2026-11-25');
  expect(expected).toContain(state);
  for (const { vector } of texts) expect(Buffer.byteLength(vector)).toBeLessThan(1_000_000);
});
