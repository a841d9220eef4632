import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, type FreshPage, finishPage, PageCache } from './page-cache.ts';

async function fresh(html: string, keep = true): Promise<FreshPage> {
  return { page: await finishPage(200, {}, html), keep };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

const textOf = (page: { bodies: { identity: Buffer } }) => page.bodies.identity.toString();

describe('the page cache', () => {
  it('renders a page once and hands it out again', async () => {
    const cache = new PageCache({ capacity: 3, maxAge: 1000 });
    let rendered = 0;
    const render = async () => {
      rendered += 1;
      return fresh(`page ${rendered}`);
    };
    expect(textOf(await cache.get('/', render))).toBe('page 1');
    expect(textOf(await cache.get('/', render))).toBe('page 1');
    expect(rendered).toBe(1);
  });

  it('lets everybody who asks meanwhile wait for one rendering', async () => {
    const cache = new PageCache({ capacity: 3, maxAge: 1000 });
    const slow = deferred<FreshPage>();
    let rendered = 0;
    const render = () => {
      rendered += 1;
      return slow.promise;
    };
    const asked = [cache.get('/', render), cache.get('/', render), cache.get('/', render)];
    slow.resolve(await fresh('shared'));
    expect((await Promise.all(asked)).map(textOf)).toEqual(['shared', 'shared', 'shared']);
    expect(rendered).toBe(1);
  });

  it('does not keep a failure, whether it was thrown or rendered', async () => {
    const cache = new PageCache({ capacity: 3, maxAge: 1000 });
    await expect(cache.get('/', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(textOf(await cache.get('/', () => fresh('try again', false)))).toBe('try again');
    expect(cache.size).toBe(0);
    expect(textOf(await cache.get('/', () => fresh('well')))).toBe('well');
  });

  it('does not hand out what was begun before the content changed', async () => {
    const cache = new PageCache({ capacity: 3, maxAge: 1000 });
    const slow = deferred<FreshPage>();
    const before = cache.get('/', () => slow.promise);
    cache.clear();
    const after = cache.get('/', () => fresh('new'));
    slow.resolve(await fresh('old'));
    expect(textOf(await before)).toBe('old');
    expect(textOf(await after)).toBe('new');
    expect(textOf(await cache.get('/', () => fresh('newer')))).toBe('new');
  });

  it('does not let a failed old rendering remove a page of the new content', async () => {
    const cache = new PageCache({ capacity: 3, maxAge: 1000 });
    const slow = deferred<FreshPage>();
    const before = cache.get('/', () => slow.promise);
    cache.clear();
    await cache.get('/', () => fresh('new'));
    slow.reject(new Error('late'));
    await expect(before).rejects.toThrow('late');
    expect(cache.size).toBe(1);
  });

  it('forgets what was not asked for longest', async () => {
    const cache = new PageCache({ capacity: 2, maxAge: 1000 });
    await cache.get('a', () => fresh('a'));
    await cache.get('b', () => fresh('b'));
    await cache.get('a', () => fresh('never'));
    await cache.get('c', () => fresh('c'));
    expect(cache.size).toBe(2);
    expect(textOf(await cache.get('a', () => fresh('a again')))).toBe('a');
    expect(textOf(await cache.get('b', () => fresh('b again')))).toBe('b again');
  });

  it('renders again when a page has grown old', async () => {
    let now = 0;
    const cache = new PageCache({ capacity: 2, maxAge: 1000, now: () => now });
    await cache.get('a', () => fresh('first'));
    now = 999;
    expect(textOf(await cache.get('a', () => fresh('second')))).toBe('first');
    now = 1000;
    expect(textOf(await cache.get('a', () => fresh('second')))).toBe('second');
  });
});

describe('a finished page', () => {
  it('is the same text in every encoding, with a tag that follows the text', async () => {
    const html = `<p>${'धर्म '.repeat(200)}</p>`;
    const { bodies, etag } = await finishPage(200, {}, html);
    expect(bodies.identity.toString()).toBe(html);
    expect(brotliDecompressSync(bodies.br).toString()).toBe(html);
    expect(gunzipSync(bodies.gzip).toString()).toBe(html);
    expect((await finishPage(200, {}, html)).etag).toBe(etag);
    expect((await finishPage(200, {}, `${html} `)).etag).not.toBe(etag);
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
