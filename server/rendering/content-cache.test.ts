import { describe, expect, it } from 'vitest';
import { ContentCache, type Fresh } from './content-cache.ts';

async function fresh(value: string, keep = true): Promise<Fresh<string>> {
  return { value, keep };
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
    const cache = new ContentCache<string>({ capacity: 3, maxAge: 1000 });
    let rendered = 0;
    const render = async () => {
      rendered += 1;
      return fresh(`page ${rendered}`);
    };
    expect(await cache.get('/', render)).toBe('page 1');
    expect(await cache.get('/', render)).toBe('page 1');
    expect(rendered).toBe(1);
  });

  it('lets everybody who asks meanwhile wait for one rendering', async () => {
    const cache = new ContentCache<string>({ capacity: 3, maxAge: 1000 });
    const slow = deferred<Fresh<string>>();
    let rendered = 0;
    const render = () => {
      rendered += 1;
      return slow.promise;
    };
    const asked = [cache.get('/', render), cache.get('/', render), cache.get('/', render)];
    slow.resolve(await fresh('shared'));
    expect(await Promise.all(asked)).toEqual(['shared', 'shared', 'shared']);
    expect(rendered).toBe(1);
  });

  it('does not keep a failure, whether it was thrown or rendered', async () => {
    const cache = new ContentCache<string>({ capacity: 3, maxAge: 1000 });
    await expect(cache.get('/', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(await cache.get('/', () => fresh('try again', false))).toBe('try again');
    expect(cache.size).toBe(0);
    expect(await cache.get('/', () => fresh('well'))).toBe('well');
  });

  it('does not hand out what was begun before the content changed', async () => {
    const cache = new ContentCache<string>({ capacity: 3, maxAge: 1000 });
    const slow = deferred<Fresh<string>>();
    const before = cache.get('/', () => slow.promise);
    cache.clear();
    const after = cache.get('/', () => fresh('new'));
    slow.resolve(await fresh('old'));
    expect(await before).toBe('old');
    expect(await after).toBe('new');
    expect(await cache.get('/', () => fresh('newer'))).toBe('new');
  });

  it('does not let a failed old rendering remove a page of the new content', async () => {
    const cache = new ContentCache<string>({ capacity: 3, maxAge: 1000 });
    const slow = deferred<Fresh<string>>();
    const before = cache.get('/', () => slow.promise);
    cache.clear();
    await cache.get('/', () => fresh('new'));
    slow.reject(new Error('late'));
    await expect(before).rejects.toThrow('late');
    expect(cache.size).toBe(1);
  });

  it('forgets what was not asked for longest', async () => {
    const cache = new ContentCache<string>({ capacity: 2, maxAge: 1000 });
    await cache.get('a', () => fresh('a'));
    await cache.get('b', () => fresh('b'));
    await cache.get('a', () => fresh('never'));
    await cache.get('c', () => fresh('c'));
    expect(cache.size).toBe(2);
    expect(await cache.get('a', () => fresh('a again'))).toBe('a');
    expect(await cache.get('b', () => fresh('b again'))).toBe('b again');
  });

  it('renders again when a page has grown old', async () => {
    let now = 0;
    const cache = new ContentCache<string>({ capacity: 2, maxAge: 1000, now: () => now });
    await cache.get('a', () => fresh('first'));
    now = 999;
    expect(await cache.get('a', () => fresh('second'))).toBe('first');
    now = 1000;
    expect(await cache.get('a', () => fresh('second'))).toBe('second');
  });
});
