import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding } from '#server/platform/http/compression.ts';
import { FinishedPage } from './finished-page.ts';

describe('a finished page', () => {
  it('is the same text in every encoding, with a tag that follows the text', async () => {
    const html = `<p>${'धर्म '.repeat(200)}</p>`;
    const page = new FinishedPage(200, {}, html);
    expect((await page.body('identity')).toString()).toBe(html);
    expect(brotliDecompressSync(await page.body('br')).toString()).toBe(html);
    expect(gunzipSync(await page.body('gzip')).toString()).toBe(html);
    expect(new FinishedPage(200, {}, html).etag).toBe(page.etag);
    expect(new FinishedPage(200, {}, `${html} `).etag).not.toBe(page.etag);
  });

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, BR;q=0.5', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['br;q=0.0, gzip;q=0', 'identity'],
    ['deflate', 'identity'],
    ['broken;;,', 'identity'],
  ])('answers Accept-Encoding %j with %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});
