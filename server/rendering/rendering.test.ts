import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VisitorRead } from '#server/platform/http/route.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { underWay } from '#shared/limits.ts';
import { registerPostedForms } from './posted-forms.ts';
import { clearPageCache, registerRendering } from './rendering.ts';

/** A minimal web app in the form of the real build. */
const entry = `
let send;
let missingNumbers = 100;
export const setTransport = (transport) => { send = transport; };
export const documentSources = () => ['web/page.tsx'];
export const inlineScripts = { session: 'void 1', mount: 'void 2' };
export function lookUp({ pathname: whole, searchParams }) {
  const language = whole.startsWith('/hi/') ? 'hi' : 'en';
  const pathname = language === 'hi' ? whole.slice(3) : whole;
  if (pathname.startsWith('/admin/')) return { redirect: '/admin/Login' };
  return /^\\/(|news|missing|broken|directory|contact-us)$/i.test(pathname)
    ? { path: pathname.toLowerCase() + (searchParams.has('id') ? '?id=' + searchParams.get('id') : ''), route: pathname.toLowerCase(), language }
    : { redirect: '/' };
}
export async function render({ path, language, words, missingIsKept, refused, filesOf }) {
  if (path.startsWith('/broken')) throw new Error('secret inside');
  if (path === '/directory') {
    const head = { title: 'Directory', siteName: 'The house', canonical: path, type: 'website', noIndex: true, language };
    return { kind: 'page', status: 200, html: '<p>…</p>', head, app: { association: { name: '</script><b>' }, wasm: false } };
  }
  const shared = await (await send({ method: 'GET', url: '/api/shared', headers: {} })).json();
  try { shared.reads += 100; } catch {}
  const url = '/api/number?path=' + encodeURIComponent(path);
  const answer = await send({ method: 'GET', url, headers: {} });
  if (answer.status === 404 && missingIsKept) return { kind: 'missing' };
  const { number } = await answer.json();
  const given = encodeURIComponent(JSON.stringify({ reads: shared.reads, path, refused }));
  const html = '<p>number ' + (number ?? missingNumbers++) + '</p>' + '<i data-island="' + filesOf('web/island.tsx').file + '" data-given="' + given + '"></i>';
  return {
    kind: 'page', status: path.startsWith('/missing') ? 404 : (refused?.status ?? 200), html, source: 'web/page.tsx',
    head: { title: 'A & <b>', siteName: 'The "house"', canonical: '/news', type: 'article', noIndex: path.startsWith('/missing'), language,
      image: '/files/a.jpg', jsonLd: { '@type': 'Thing', url: '/news', name: '</script>' } },
  };
}
`;
const manifest = {
  'web/app/main.tsx': { file: 'assets/main.js', css: ['assets/entry.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'web/island.tsx': { file: 'assets/island.js', imports: ['_shared.js'] },
};
const serverManifest = {
  'web/entry-server.tsx': {
    file: 'entry-server.js',
    css: ['assets/entry.css'],
    assets: ['assets/serif-600-normal.woff2'],
  },
  'web/page.tsx': { file: 'assets/page.js', css: ['assets/page.css'], imports: ['web/entry-server.tsx'] },
};

let folder: string;
let app: FastifyInstance;
let number: number;
let apiIsAway: boolean;
let sharedReads: number;
let answersNoted: unknown[][];
let numbersRead: number;
let apiWaits: Promise<void> | undefined;
let sent: unknown[];
let contactAnswer: { status: number; headers?: Record<string, string>; body: object };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rendering-'));
  const files: Record<string, string> = {
    'client/.vite/manifest.json': JSON.stringify(manifest),
    'client/.vite/words.json':
      '{"hi":{"islands":{"web/island.tsx":["/assets/hi-island.js"]},"later":{"site":{"1abc":"/assets/hi-part.js"},"app":{}}}}',
    'client/assets/main.js': 'main',
    'client/assets/entry.css': 'body{color:red}',
    'server/.vite/manifest.json': JSON.stringify(serverManifest),
    'server/assets/entry.css': 'body{color:red}',
    'server/assets/page.css': 'p{color:blue}',
    'client/icon.svg': '<svg/>',
    'server/entry-server.js': entry,
    'server/package.json': '{"type":"module"}',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  number = 1;
  answersNoted = [];
  apiIsAway = false;
  app = Fastify();
  numbersRead = 0;
  apiWaits = undefined;
  const readNumber: VisitorRead = async (_params, query) => {
    numbersRead += 1;
    await apiWaits;
    if (query.path?.startsWith('/missing')) throw notFound('The number');
    if (apiIsAway) throw new AppError('UNAVAILABLE', 'Not now.');
    return { number };
  };
  sharedReads = 0;
  const reads: [string, VisitorRead][] = [
    ['/number', readNumber],
    ['/shared', async () => ({ reads: ++sharedReads })],
  ];
  app.decorate('visitorReads', new Map(reads));
  sent = [];
  contactAnswer = { status: 200, body: { success: true, message: 'Thank you.' } };
  app.post('/api/Contact/createContact', async (request, reply) => {
    sent.push({ body: request.body, address: request.ip });
    return reply
      .code(contactAnswer.status)
      .headers(contactAnswer.headers ?? {})
      .send(contactAnswer.body);
  });
  const config = { nodeEnv: 'test', publicUrl: 'https://site.test', cdnSeconds: 60 } as const;
  registerPostedForms(
    app,
    await registerRendering(app, {
      config,
      noteAnswer: (...noted) => answersNoted.push(noted),
      rehearsal: { isOn: false, isEnding: false },
      buildDir: folder,
    }),
  );
});

afterEach(async () => {
  vi.useRealTimers();
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

describe('rendered pages', () => {
  it('name their language and their twin in the other, and are kept apart from it', async () => {
    const [english, hindi] = [await get('/news'), await get('/hi/news')];
    expect(english.headers['content-language']).toBe('en-IN');
    expect(hindi.headers['content-language']).toBe('hi-IN');
    expect(hindi.body).toContain('<html lang="hi-IN">');
    expect(hindi.body).toContain('<script type="application/json" id="words">{"1abc":"/assets/hi-part.js"}</script>');
    expect(hindi.body).toContain('<link rel="canonical" href="https://site.test/hi/news">');
    for (const { body } of [english, hindi]) {
      for (const twin of ['"en-IN" href="https://site.test/news"', '"hi-IN" href="https://site.test/hi/news"'])
        expect(body).toContain(`<link rel="alternate" hreflang=${twin}>`);
      expect(body).toContain('hreflang="x-default" href="https://site.test/news"');
    }
    expect(hindi.body).toContain('<meta property="og:locale" content="hi_IN">');
    expect(hindi.body).toContain('<meta property="og:locale:alternate" content="en_IN">');
    expect(hindi.headers.etag).not.toBe(english.headers.etag);
    expect(hindi.headers.vary).toBe('Accept-Encoding');
    expect((await get('/news', { 'accept-language': 'hi' })).body).toBe(english.body);
    const missing = await get('/hi/missing?id=1');
    expect(missing.body).toContain('<html lang="hi-IN">');
    expect(missing.body).not.toContain('rel="alternate" hreflang');
    expect((await get('/missing?id=2')).body).toContain('<html lang="en-IN">');
    const failed = await get('/hi/broken');
    expect(failed.body).toContain('<html lang="hi-IN">');
    expect(failed.body).toMatch(/<h1>[^<]*\p{Script=Devanagari}/u);
    clearPageCache();
    expect((await get('/hi/news')).body).not.toBe(hindi.body);
  });

  it('come whole, with their styles, their data and their head', async () => {
    const answer = await get('/news');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<html lang="en-IN">');
    expect(answer.body).toContain('<div id="root"><p>number 1</p>');
    expect(answer.body).toContain('<title>A &amp; &lt;b&gt;</title>');
    expect(answer.body).toContain('<link rel="canonical" href="https://site.test/news">');
    expect(answer.body).toContain('<meta property="og:image" content="https://site.test/files/a.jpg">');
    expect(answer.body).toContain('<meta property="og:site_name" content="The &quot;house&quot;">');
    expect(answer.body).toContain('{"@context":"https://schema.org","@type":"Thing","url":"https://site.test/news"');
    expect(answer.body).toContain('title="The &quot;house&quot;: News" href="/feed.xml">');
    expect(answer.body).toContain('<style>body{color:red}\np{color:blue}</style>');
    expect(answer.body).toContain('data-island="/assets/island.js"');
    expect(answer.body).not.toMatch(/<script[^>]+src=/);
    expect(answer.body).toContain('<link rel="preload" href="/assets/serif-600-normal.woff2" as="font"');
  });

  it('of the app are its shell, with the scripts that draw the page', async () => {
    const { body, headers } = await get('/directory');
    expect(body).toMatch(
      /<link rel="modulepreload" href="\/assets\/shared\.js" crossorigin><script type="module" src="\/assets\/main\.js" crossorigin>/,
    );
    const data = /<script type="application\/json" id="association">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual({ name: '</script><b>' });
    expect(String(headers['content-security-policy'])).not.toContain('unsafe');
  });

  it('escape their data, so that it cannot end its script element', async () => {
    const { body } = await get('/news');
    const jsonLd = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(jsonLd).name).toBe('</script>');
  });

  it('carry a policy that allows exactly their own inline scripts and style', async () => {
    const { body, headers } = await get('/news');
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = String(headers['content-security-policy']);
    const scripts = [...body.matchAll(/<script(?: type="speculationrules")?>(.*?)<\/script>/gs)].map(
      ([, text]) => text ?? '',
    );
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text ?? '');
    expect(scripts).toHaveLength(3);
    expect(styles).toHaveLength(1);
    expect(policy.match(/script-src [^;]*/)?.[0].match(/'sha256-/g)).toHaveLength(3);
    for (const text of scripts) expect(policy).toContain(hash(text));
    for (const text of styles) expect(policy).toContain(hash(text));
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain('upgrade-insecure-requests');
  });

  it('are cached until the content changes', async () => {
    await get('/news');
    number = 2;
    expect((await get('/NEWS')).body).toContain('number 1');
    clearPageCache();
    expect((await get('/news')).body).toContain('number 2');
  });

  it('are cached by the parameters they read, and by no others', async () => {
    expect((await get('/news?id=a&utm=x')).body).toContain(encodeURIComponent('"path":"/news?id=a"'));
    number = 2;
    expect((await get('/news?utm=y&id=a')).body).toContain('number 1');
    expect((await get('/news?id=b')).body).toContain('number 2');
  });

  it('share what they read until the content changes', async () => {
    await get('/news?id=a');
    // Even if a page changes its copy.
    expect((await get('/news?id=b')).body).toContain(encodeURIComponent('"reads":1,'));
    expect(sharedReads).toBe(1);
    clearPageCache();
    await get('/news?id=a');
    expect(sharedReads).toBe(2);
  });

  it('are 503, not indexed and not cached when a call of the API failed', async () => {
    apiIsAway = true;
    const answer = await get('/news');
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('<p>number 100</p>');
    expect(answer.body).toContain('<meta name="robots" content="noindex">');
    apiIsAway = false;
    number = 2;
    expect((await get('/news')).body).toContain('number 2');
  });

  it('are stale ones, marked as such, while the API fails; until the content changes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await get('/news');
    apiIsAway = true;
    vi.setSystemTime(Date.now() + 50 * 60_000);
    const answer = await get('/news');
    expect([answer.statusCode, answer.headers['cache-status']]).toEqual([
      200,
      'pages; hit; ttl=-2940; detail=unavailable',
    ]);
    expect(answer.body).toContain('number 1');
    clearPageCache();
    expect((await get('/news')).statusCode).toBe(503);
  });

  it('wait in a queue with limits per network and in all; cached ones do not', async () => {
    await get('/');
    let goOn = () => {};
    apiWaits = new Promise((resolve) => {
      goOn = resolve;
    });
    const ask = async (id: string, remoteAddress: string) => app.inject({ url: `/news?id=${id}`, remoteAddress });
    const { inAll, perNetwork } = underWay.pages;
    const rows = Array.from({ length: inAll }, (_, index) => ask(`${index}`, `192.0.2.${index % 4}`));
    expect(perNetwork * 4).toBe(inAll);
    await vi.waitUntil(() => numbersRead > underWay.pagesAtOnce, 20_000);
    for (const remoteAddress of ['192.0.2.1', '198.51.100.1']) {
      const answer = await ask('one-more', remoteAddress);
      expect(answer.statusCode).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.body).toContain('<meta name="robots" content="noindex">');
    }
    expect((await get('/')).statusCode).toBe(200);
    // Only a few of the waiting ones have begun.
    expect(numbersRead).toBe(1 + underWay.pagesAtOnce);
    goOn();
    expect((await Promise.all(rows)).map(({ statusCode }) => statusCode)).toEqual(Array(inAll).fill(200));
    expect((await ask('one-more', '192.0.2.1')).statusCode).toBe(200);
  });

  it('may be cached by a CDN, except with parameters, when stale and when missing', async () => {
    const caching = async (url: string) => (await get(url)).headers['cache-control'];
    expect(await caching('/news')).toBe('public, max-age=0, s-maxage=60, stale-if-error=3600');
    // From the cache as well.
    expect(await caching('/news')).toBe('public, max-age=0, s-maxage=60, stale-if-error=3600');
    expect(await caching('/news?id=1')).toBe('no-cache');
    expect(await caching('/missing')).toBe('no-store');
  });

  it('are answered with 304 to clients that have them', async () => {
    const first = await get('/news');
    const etag = String(first.headers.etag);
    const second = await get('/news', { 'if-none-match': `W/"other", ${etag}` });
    expect(second.statusCode).toBe(304);
    expect(second.body).toBe('');
    expect((await get('/news', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  });

  it('are compressed for clients that accept it', async () => {
    const plain = await get('/news');
    const packed = await get('/news', { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  });

  it('say 404 for a missing record, cached once for all addresses, and not indexed', async () => {
    const answer = await get('/missing?id=a');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('<meta name="robots" content="noindex">');
    expect(answer.body).not.toContain('rel="canonical"');
    expect(answer.body).not.toContain('og:url');
    const other = await get('/missing?id=b');
    expect([other.statusCode, other.body]).toEqual([404, answer.body]);
    clearPageCache();
    expect((await get('/missing?id=b')).body).not.toBe(answer.body);
  });

  it('are repeated without Fastify, unless the request is unusual', async () => {
    app.addHook('onRequest', async (_request, reply) => void reply.raw.setHeader('x-of-a-plugin', 'yes'));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const answer = await fetch(address + path, { method, headers: { 'accept-encoding': 'br', ...headers } });
      const {
        date: _date,
        connection: _connection,
        'keep-alive': _alive,
        ...rest
      } = Object.fromEntries(answer.headers);
      return { status: answer.status, body: await answer.text(), headers: rest };
    };
    // Rendered, compressed thoroughly, and repeated from then on.
    const answers = [await ask('/news'), await ask('/news'), await ask('/news'), await ask('/news')] as const;
    expect(answersNoted.map(([, ...noted]) => noted)).toEqual([
      ['GET', '/*', 200, 0],
      ['GET', '/*', 200, 0],
    ]);
    expect(new Set(answers.slice(1).map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { headers } = answers[3];
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding', 'x-of-a-plugin': 'yes' });

    answersNoted = [];
    expect((await ask('/news', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
    expect((await ask('/news', {}, 'HEAD')).body).toBe('');
    expect((await ask('/news', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    // The page ignores this parameter, but a CDN does not know that.
    expect((await ask('/news?utm=x')).headers['cache-control']).toBe('no-cache');
    expect(answersNoted).toEqual([]);
    number = 2;
    clearPageCache();
    for (const _time of [1, 2, 3]) expect((await ask('/news')).body).toContain('number 2');
  });

  it('that cannot be rendered become a plain page without details', async () => {
    const answer = await get('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toContain('Something went wrong');
    expect(answer.body).not.toContain('secret inside');
  });
});

describe('addresses without a page', () => {
  it.each([
    ['/nothing', '/'],
    ['/nothing/at/all?x=1', '/'],
    ['/admin/nothing', '/admin/Login'],
    ['//evil.test/x', '/'],
  ])('%s leads to %s', async (url, location) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(location);
  });
});

describe('files', () => {
  it('with a hash in their name are cached for a year', async () => {
    const answer = await get('/assets/main.js');
    expect(answer.body).toBe('main');
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('without one are served too', async () => {
    expect((await get('/icon.svg')).body).toBe('<svg/>');
  });

  it('that are missing are 404, and nothing outside of the folder is served', async () => {
    expect((await get('/assets/old.js')).statusCode).toBe(404);
    expect((await get('/assets/../../server/entry-server.js')).body).not.toContain('setTransport');
    expect((await get('/assets/%2e%2e/%2e%2e/server/entry-server.js')).body).not.toContain('setTransport');
    expect((await get('/.vite/manifest.json')).headers.location).toBe('/');
  });
});

describe('the contact form of a browser without a script', () => {
  const typed = { name: ' ', email: '<b>"a"</b>', mobile: '98', message: 'One\r\nTwo', website: '', extra: 'x' };
  const post = (form: Record<string, string> = typed) =>
    app.inject({
      method: 'POST',
      url: '/contact-us',
      remoteAddress: '203.0.113.9',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  const dataOf = (body: string) => JSON.parse(decodeURIComponent(/data-given="(.*?)"/.exec(body)?.[1] ?? ''));
  const { extra: _dropped, ...value } = { ...typed, message: 'One\nTwo' };
  const { mobile: mobile_no, name: fullname, ...others } = value;

  it('goes through the API’s own call, and a reload does not send it again', async () => {
    const answer = await post();
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/contact-us?sent');
    expect(sent).toEqual([{ body: { ...others, fullname, mobile_no, language: 'en' }, address: '203.0.113.9' }]);
  });

  it('comes back as its page, with messages and values, when it is refused', async () => {
    const fields = { name: 'Please enter your FullName' };
    contactAnswer = {
      status: 400,
      body: { success: false, code: 'VALIDATION', message: 'Please enter it', fields: { fullname: fields.name } },
    };
    const answer = await post();
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers['content-security-policy']).toBe(
      (await get('/contact-us')).headers['content-security-policy'],
    );
    expect(answer.body).toContain('<style>body{color:red}');
    expect(dataOf(answer.body)).toMatchObject({
      path: '/contact-us',
      refused: { status: 400, message: 'Please enter it', fields, values: value },
    });
  });

  it.each([
    ['far too long', 'application/x-www-form-urlencoded', `message=${'x'.repeat(100_001)}`, 413, /shorter/],
    ['of another kind', 'text/csv', 'a,b', 415, /type of content/],
    ['broken', 'application/json', '{', 400, /could not be read/],
  ])('is answered with its page, not with JSON, when it is %s', async (_name, type, payload, status, match) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/contact-us',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(dataOf(answer.body).refused).toMatchObject({ status, message: expect.stringMatching(match), values: {} });
    expect(sent).toEqual([]);
  });

  it('is shown to nobody else', async () => {
    contactAnswer = { status: 400, body: { success: false, code: 'VALIDATION', message: 'Please enter it' } };
    await post();
    const page = await get('/contact-us');
    expect(page.statusCode).toBe(200);
    expect(dataOf(page.body).refused).toBeUndefined();
  });

  it('says how long to wait', async () => {
    const body = { success: false, code: 'TOO_MANY', message: 'Please wait.' };
    contactAnswer = { status: 429, headers: { 'retry-after': '60' }, body };
    const answer = await post();
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('60');
    expect(dataOf(answer.body).refused.message).toBe('Please wait.');
  });

  it.each(['null', '[1]', '{"name":{"a":1},"message":7}'])('takes nothing but texts: %s', async (payload) => {
    await app.inject({
      method: 'POST',
      url: '/contact-us',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    const empty = { fullname: '', email: '', mobile_no: '', message: '', website: '' };
    expect(sent).toMatchObject([{ body: empty }]);
  });
});
