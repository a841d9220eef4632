import { describe, expect, it } from 'vitest';
import { type MakeResult, PageCache } from './page-cache.ts';

async function fresh(value: string, use: MakeResult<string>['use'] = 'keep'): Promise<MakeResult<string>> {
  return { value, use };
}

/** A cache that returns values without their age. */
function createCache(options: ConstructorParameters<typeof PageCache<string>>[0]) {
  const cache = new PageCache<string>(options);
  return {
    get: async (key: string, make: () => Promise<MakeResult<string>>) => (await cache.get(key, make)).value,
    clear: () => cache.clear(),
    kept: () => cache.size,
    cache,
  };
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

describe('the cache of what visitors get', () => {
  it('renders a page once and hands it out again', async () => {
    const cache = createCache({ capacity: 3, maxAge: 1000 });
    let rendered = 0;
    const render = async () => {
      rendered += 1;
      return fresh(`page ${rendered}`);
    };
    expect(await cache.get('/', render)).toBe('page 1');
    expect(await cache.get('/', render)).toBe('page 1');
    expect(rendered).toBe(1);
  });

  it('lets concurrent requests share one rendering', async () => {
    const cache = createCache({ capacity: 3, maxAge: 1000 });
    const slow = deferred<MakeResult<string>>();
    let rendered = 0;
    const render = () => {
      rendered += 1;
      return slow.promise;
    };
    const rows = [cache.get('/', render), cache.get('/', render), cache.get('/', render)];
    slow.resolve(await fresh('shared'));
    expect(await Promise.all(rows)).toEqual(['shared', 'shared', 'shared']);
    expect(rendered).toBe(1);
  });

  it('does not keep a failure, whether it was thrown or rendered', async () => {
    const cache = createCache({ capacity: 3, maxAge: 1000 });
    await expect(cache.get('/', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await cache.get('/', () => fresh('try again', 'failed'))).toBe('try again');
    expect(cache.kept()).toBe(0);
    expect(await cache.get('/', () => fresh('well'))).toBe('well');
  });

  it('does not hand out a rendering that began before the content changed', async () => {
    const cache = createCache({ capacity: 3, maxAge: 1000 });
    const slow = deferred<MakeResult<string>>();
    const before = cache.get('/', () => slow.promise);
    cache.clear();
    const after = cache.get('/', () => fresh('new'));
    slow.resolve(await fresh('old'));
    expect(await before).toBe('old');
    expect(await after).toBe('new');
    expect(await cache.get('/', () => fresh('newer'))).toBe('new');
  });

  it('does not let a failed old rendering remove a page of the new content', async () => {
    const cache = createCache({ capacity: 3, maxAge: 1000 });
    const slow = deferred<MakeResult<string>>();
    const before = cache.get('/', () => slow.promise);
    cache.clear();
    await cache.get('/', () => fresh('new'));
    slow.reject(new Error('late'));
    await expect(before).rejects.toThrow('late');
    expect(cache.kept()).toBe(1);
  });

  it('evicts the least recently used entry', async () => {
    const cache = createCache({ capacity: 2, maxAge: 1000 });
    await cache.get('a', () => fresh('a'));
    await cache.get('b', () => fresh('b'));
    await cache.get('a', () => fresh('never'));
    await cache.get('c', () => fresh('c'));
    expect(cache.kept()).toBe(2);
    expect(await cache.get('a', () => fresh('a again'))).toBe('a');
    expect(await cache.get('b', () => fresh('b again'))).toBe('b again');
  });

  it('renders again when a page has expired', async () => {
    let now = 0;
    const cache = createCache({ capacity: 2, maxAge: 1000, now: () => now });
    await cache.get('a', () => fresh('first'));
    now = 999;
    expect(await cache.get('a', () => fresh('second'))).toBe('first');
    now = 1000;
    expect(await cache.get('a', () => fresh('second'))).toBe('second');
  });

  it('drops nothing that is kept for what is not', async () => {
    const cache = createCache({ capacity: 1, maxAge: 1000 });
    await cache.get('a', () => fresh('a'));
    for (const key of ['b', 'c']) await cache.get(key, () => fresh(key, 'once'));
    expect(await cache.get('a', () => fresh('a again'))).toBe('a');
  });

  it('hands out an expired page while rendering fails, says so, and does not retry on each request', async () => {
    let now = 0;
    const { cache } = createCache({ capacity: 2, maxAge: 1000, maxStaleMs: 60_000, now: () => now });
    let tries = 0;
    const failing = async () => {
      tries += 1;
      return fresh('broken', 'failed');
    };
    expect(await cache.get('a', () => fresh('first'))).toEqual({ value: 'first', staleForMs: 0 });
    now = 3_000;
    expect(await cache.get('a', failing)).toEqual({ value: 'first', staleForMs: 2_000 });
    now = 7_000;
    expect(await cache.get('a', failing)).toEqual({ value: 'first', staleForMs: 6_000 });
    expect(tries).toBe(1);
    now = 8_000;
    expect(await cache.get('a', () => Promise.reject(new Error('busy')))).toEqual({
      value: 'first',
      staleForMs: 7_000,
    });
    now = 20_000;
    expect(await cache.get('a', () => fresh('gone', 'once'))).toEqual({ value: 'gone', staleForMs: 0 });
    now = 61_000;
    expect(await cache.get('a', failing)).toEqual({ value: 'broken', staleForMs: 0 });
    cache.clear();
    now = 62_000;
    expect(await cache.get('a', failing)).toEqual({ value: 'broken', staleForMs: 0 });
  });
});
