import { beforeEach, describe, expect, it } from 'vitest';
import { privatePaths } from '#server/features/feeds/page-addresses.ts';
import { sitemap, sitemapFile } from '#server/features/feeds/search-engines.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { startTestApp } from '#tests/app.ts';
import { documents, isAt } from '#tests/declared-pages.ts';
import { conferenceFactory, newsFactory } from '#tests/factories/content.ts';
import { adminToken } from '#tests/logins.ts';

const site = await startTestApp({ PUBLIC_URL: 'https://www.example.org' });
beforeEach(async () => {
  await site.database.pool.query('delete from news');
  await site.database.pool.query('delete from conferences');
});

const get = async (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

/** The texts of all elements of this name. @throws when the document is not well-formed */
function elements(xml: string, name: string): string[] {
  const open: string[] = [];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/i, '');
  for (const [, text, tag] of body.matchAll(/([^<]*)(<[^<>]*>)?/g)) {
    if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(`${text}${tag}`)) throw new Error(`A bare & in ${text}${tag}`);
    if (!tag) continue;
    const { slash, element, rest } = /^<(?<slash>\/?)(?<element>[\w:]+)(?<rest>(?: [\w:]+="[^"<]*")*\/?)>$/.exec(tag)!
      .groups as Record<string, string>;
    if (slash) {
      if (open.pop() !== element) throw new Error(`${tag} closes nothing`);
    } else if (!rest!.endsWith('/')) open.push(element!);
  }
  if (open.length > 0) throw new Error(`${open.join()} left open`);
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const rows = [...body.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))];
  return rows.map(([, text]) =>
    text!.replace(/&(amp|lt|gt|quot|#39);/g, (_whole, entity: string) => entities[entity]!),
  );
}

describe('the addresses', () => {
  it('that are private are listed in both spellings', () => {
    expect(privatePaths).toEqual(
      expect.arrayContaining([paths.admin.root, paths.directory, paths.profile, paths.changePassword, '/api']),
    );
  });
});

describe('robots.txt', () => {
  it('keeps search engines out of private pages, and names the sitemap', async () => {
    const answer = await get('/robots.txt');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = answer.body.split('\n');
    expect(lines[0]).toBe('User-agent: *');
    for (const path of ['/admin', '/api', '/directory', '/Profile', '/ChangePassword']) {
      expect(lines).toContain(`Disallow: ${path}`);
    }
    expect(lines).not.toContain('Disallow: /');
    expect(lines).toContain('Sitemap: https://www.example.org/sitemap.xml');
  });
});

describe('sitemap.xml', () => {
  it('lists the pages, active news and active conferences', async () => {
    const shown = await newsFactory(site, { updatedAt: new Date('2026-05-06T07:08:09Z') });
    const hidden = await newsFactory(site, { active: false });
    const meeting = await conferenceFactory(site);
    const hiddenMeeting = await conferenceFactory(site, { active: false });
    const answer = await get('/sitemap.xml');
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
    const addresses = elements(answer.body, 'loc');
    expect(addresses.slice(0, 3)).toEqual([
      'https://www.example.org/',
      'https://www.example.org/hi',
      'https://www.example.org/about',
    ]);
    expect(addresses).toContain(`https://www.example.org/news?id=${shown.id}`);
    expect(addresses).toContain(`https://www.example.org/ConferencesDetails/${meeting.id}`);
    for (const { id } of [hidden, hiddenMeeting]) expect(answer.body).not.toContain(id);
    expect(elements(answer.body, 'lastmod')[0]).toBe('2026-05-06T07:08:09.000Z');
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(answer.body).not.toContain('archive');
  });

  it('lists the pages of the archives', async () => {
    for (let index = 0; index < limits.sidebarNews + limits.archivePage + 1; index++) await newsFactory(site);
    for (let index = 0; index < limits.conferenceList + 1; index++) await conferenceFactory(site);
    const addresses = elements((await get('/sitemap.xml')).body, 'loc');
    expect(addresses.filter((address) => address.includes('/archive'))).toEqual([
      'https://www.example.org/news/archive',
      'https://www.example.org/hi/news/archive',
      'https://www.example.org/news/archive?page=2',
      'https://www.example.org/hi/news/archive?page=2',
      'https://www.example.org/conferences/archive',
      'https://www.example.org/hi/conferences/archive',
    ]);
  });
});

describe('the sitemap and the declared pages', () => {
  const sitemapPaths = async () =>
    elements((await get('/sitemap.xml')).body, 'loc').map(
      (address) => new URL(address).pathname.replace(/^\/hi(?=\/|$)/, '') || '/',
    );

  it('are one: no address leads nowhere, and no list is left out', async () => {
    for (let index = 0; index < limits.sidebarNews + limits.archivePage + 1; index++) await newsFactory(site);
    for (let index = 0; index < limits.conferenceList + 1; index++) await conferenceFactory(site);
    const addresses = await sitemapPaths();
    expect(addresses.filter((address) => !documents.some((page) => isAt(page, address)))).toEqual([]);
    const unlisted: string[] = [
      // Not for search engines.
      paths.paymentStatus,
      // Only when somebody has held office.
      paths.officeBearers,
    ];
    const lists = documents.filter(({ path }) => !/:\w+$/.test(path) && !unlisted.includes(path));
    expect(lists.filter((page) => !addresses.some((address) => isAt(page, address)))).toEqual([]);
  });
});

describe('a sitemap that is too long for one file', () => {
  const origin = 'https://www.example.org';
  const entries = Array.from({ length: limits.sitemapAddresses }, (_, id) => ({ path: `/news?id=${id}` }));

  it('is an index of files, which count the pages of all languages', () => {
    const index = elements(sitemap(origin, entries), 'loc');
    expect(index).toEqual([1, 2, 3].map((file) => `${origin}/sitemap-${file}.xml`));
    const files = index.map((_, file) => elements(sitemapFile(origin, entries, file + 1)!, 'loc'));
    for (const file of files) expect(file.length).toBeLessThanOrEqual(limits.sitemapAddresses);
    const listed = files.flat();
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toContain(`${origin}/hi/news?id=${limits.sitemapAddresses - 1}`);
    for (const file of [0, 4, 1.5, Number.NaN]) expect(sitemapFile(origin, entries, file)).toBeUndefined();
  });

  it('has only the files that there are', async () => {
    expect((await get('/sitemap-1.xml')).statusCode).toBe(200);
    expect(elements((await get('/sitemap-1.xml')).body, 'loc')).toEqual(
      elements((await get('/sitemap.xml')).body, 'loc'),
    );
    for (const file of ['2', '0', 'x', '1e0x', '-1']) expect((await get(`/sitemap-${file}.xml`)).statusCode).toBe(404);
  });
});

describe('feed.xml', () => {
  it('holds active news, newest first, and any text as text', async () => {
    const hostile = '</content><script>alert("1")</script> & \u0007\ufffe\u{1f642} ]]>';
    await newsFactory(site, { title: 'Old' });
    await newsFactory(site, { title: 'Hidden', active: false });
    const item = await newsFactory(site, {
      title: hostile,
      description: `First <b>\nline\n\n\nSecond & last`,
      location: 'Pune & around',
      picture: { hash: '0'.repeat(32), width: 800, height: 600, widths: [800] },
      updatedAt: new Date('2027-01-01T00:00:00Z'),
    });
    const answer = await get('/feed.xml');
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(elements(answer.body, 'title')).toEqual([
      'All India Association of Public Prosecutors: News',
      '</content><script>alert("1")</script> & \u{1f642} ]]>',
      'Old',
    ]);
    expect(elements(answer.body, 'content')[0]).toBe(
      `<p><img src="https://www.example.org/media/${'0'.repeat(32)}/800.webp" alt=""></p><p>Pune &amp; around</p>` +
        '<p>First &lt;b&gt;<br>line</p><p>Second &amp; last</p>',
    );
    expect(elements(answer.body, 'id').slice(0, 2)).toEqual([
      'https://www.example.org/feed.xml',
      `urn:uuid:${item.id}`,
    ]);
    expect(elements(answer.body, 'updated').slice(0, 2)).toEqual([
      '2027-01-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
    expect(elements(answer.body, 'published')[0]).toBe(item.createdAt.toISOString());
    expect(answer.body).toContain(
      `<link rel="alternate" type="text/html" href="https://www.example.org/news?id=${item.id}"/>`,
    );
  });

  it('is valid without news, and holds the newest 30 of many', async () => {
    expect(elements((await get('/feed.xml')).body, 'entry')).toEqual([]);
    for (let count = 0; count < 32; count++) await newsFactory(site);
    expect(elements((await get('/feed.xml')).body, 'published')).toHaveLength(30);
  });
});

describe('a conference’s calendar', () => {
  it('is found beside its page', async () => {
    const { id, title } = await conferenceFactory(site, { startsAt: new Date('2027-03-01T12:00:00Z') });
    const answer = await get(`/conferences/${id}.ics`);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('inline; filename="conference-2027-03-01.ics"');
    expect(answer.body).toContain(`SUMMARY:${title.replaceAll(',', '\\,')}`);
    expect(answer.body).toContain('DTSTART:20270301T120000Z');
    expect(answer.body.replaceAll('\r\n ', '')).toContain(`URL:https://www.example.org/ConferencesDetails/${id}\r\n`);
  });

  it('says in Hindi what the site itself says, at the Hindi address in any case', async () => {
    const row = await conferenceFactory(site, { joinMembersOnly: true });
    for (const prefix of ['/hi', '/HI', '/Hi']) {
      const answer = await get(`${prefix}/conferences/${row.id}.ics`, { 'accept-language': 'en' });
      expect(answer.headers['content-language']).toBe('hi-IN');
      const whole = answer.body.replaceAll('\r\n ', '');
      expect(whole).toContain('जुड़ने का विवरण');
      expect(whole).toContain(`URL:https://www.example.org/hi/ConferencesDetails/${row.id}\r\n`);
      expect(whole).toContain(`UID:${row.id}\r\n`);
    }
    const missing = await get(`/hi/conferences/${crypto.randomUUID()}.ics`);
    expect([missing.statusCode, missing.body]).toEqual([404, 'ऐसा कोई सम्मेलन नहीं है।']);
  });

  it('never has joining details for members', async () => {
    const row = await conferenceFactory(site, { joinMembersOnly: true, meetingPassword: 'Geheim7' });
    const authorization = `Bearer ${await adminToken(site)}`;
    const visitors: Record<string, string>[] = [{}, { authorization }];
    for (const headers of visitors) {
      const { body } = await get(`/conferences/${row.id}.ics`, headers);
      const whole = body.replaceAll('\r\n ', '');
      for (const secret of [row.meetingPassword, row.meetingLink, row.meetingId]) expect(whole).not.toContain(secret);
    }
    const open = await conferenceFactory(site, { meetingPassword: 'Open7' });
    expect((await get(`/conferences/${open.id}.ics`)).body).toContain('Open7');
  });

  it('does not exist for conferences that visitors do not see', async () => {
    const { id } = await conferenceFactory(site, { active: false });
    for (const name of [id, '7f0e3c1a-58a4-4f5e-9a53-0d9c9f8d2b11', 'x', "1'--", '%00', '..%2F..%2Fetc%2Fpasswd']) {
      const answer = await get(`/conferences/${name}.ics`);
      expect(answer.statusCode, name).toBe(404);
      expect(answer.headers['content-type']).toMatch(/^(text\/plain|application\/json)/);
    }
  });
});

describe('every feed', () => {
  it.each(['/robots.txt', '/sitemap.xml', '/feed.xml', '/conferences/{id}.ics'])(
    '%s is sent once, until it changes',
    async (address) => {
      await newsFactory(site);
      const meeting = await conferenceFactory(site);
      const url = address.replace('{id}', meeting.id);
      const first = await get(url);
      const tag = String(first.headers.etag);
      expect(first.headers['cache-control']).toBe('public, max-age=300');
      for (const text of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(url, { 'if-none-match': text });
        expect(again.statusCode, text).toBe(304);
        expect(again.body).toBe('');
      }
      expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
      const head = await site.app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      if (address === '/robots.txt') return;
      const table = address === '/feed.xml' ? 'news' : 'conferences';
      await site.database.pool.query(`update ${table} set title = 'New', updated_at = now() + interval '1 minute'`);
      const changed = await get(url, { 'if-none-match': tag });
      expect(changed.statusCode).toBe(200);
      expect(changed.body).not.toBe(first.body);
    },
  );
});
