import { eq } from 'drizzle-orm';
import { news } from '#server/features/news/tables.ts';
import { importantUpdates, settings } from '#server/features/settings/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import type { StoredPicture } from '#server/platform/database/columns.ts';
import { paths } from '#shared/paths.ts';
import { documents } from '#tests/declared-pages.ts';
import {
  conferenceFactory,
  newsFactory,
  resourceLinkFactory,
  testDataUrl,
  testPicture,
} from '#tests/factories/content.ts';
import { adminToken } from '#tests/logins.ts';
import type { Site } from './site.ts';

export const homeText = 'We speak for the State.\nIn every court of India.\n\nYou are welcome among us.';
export const phone = '+91 98765 43210';
export const supportEmail = 'help@example.org';

/** The office's changes through its calls, which also refresh the server's cached pages. */
async function officeOf(site: Site) {
  const authorization = `Bearer ${await adminToken(site)}`;
  const call = async (method: string, path: string, body: FormData | object) => {
    const answer = await fetch(`${site.url}/api${path}`, {
      method,
      headers: { authorization, ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }) },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  };
  const [row] = await site.database.select().from(settings);
  if (!row) throw new Error('There are no settings.');
  return {
    /** Saves texts and addresses, which also makes the server show data inserted directly into the database. */
    async publish() {
      await call('PATCH', `/Settings/Update/${row.id}`, {
        Home_data: homeText,
        About: 'Who we are.\nWhat we do.',
        association: { ...row.association, phone, supportEmail, officeEmail: 'office@example.org' },
      });
    },
    addNews: async (title: string) => {
      const picture = await testPicture(3);
      const body = new FormData();
      body.set('Newstitle', title);
      body.set('Location', 'Pune');
      body.set('Description', `${'a'.repeat(150)}b\nSecond line.`);
      body.set('news_pic', new Blob([Buffer.from(picture.bytes)], { type: picture.type }), picture.name);
      await call('POST', '/News/CreateNews', body);
    },
    addPictures: async (count: number) => {
      const images = await Promise.all(Array.from({ length: count }, (_, index) => testDataUrl(20 + index)));
      await call('POST', '/Gallery/Create', { images });
    },
  };
}

/** Saves texts, addresses and updates. @returns a function that restores them for other test files */
export async function rememberSettings({ database }: Site): Promise<() => Promise<void>> {
  const texts = await database.select().from(settings);
  const updates = await database.select().from(importantUpdates);
  return async () => {
    await database.delete(importantUpdates);
    if (updates.length > 0) await database.insert(importantUpdates).values(updates);
    for (const { id, ...values } of texts) await database.update(settings).set(values).where(eq(settings.id, id));
    await notify(database, 'content');
  };
}

/**
 * Fills a site with some of everything: five news items (the newest one with a picture), six conferences (the first with
 * a text of 281 characters, the second of 280, the third for members only), four pictures, two links, two updates.
 */
export async function fillSite(site: Site) {
  await site.reset();
  const office = await officeOf(site);
  const older = [];
  for (let index = 0; index < 4; index += 1) older.unshift(await newsFactory(site));
  await newsFactory(site, { title: 'Not to be shown', active: false });
  await office.addNews('Long headline of the newest item');
  const [newest] = await site.database.select().from(news).where(eq(news.title, 'Long headline of the newest item'));
  const picture = newest?.picture as StoredPicture;

  const day = 86_400_000;
  const meetings = [];
  for (const [index, description] of ['x'.repeat(281), 'y'.repeat(280), undefined, '', '', ''].entries()) {
    meetings.push(
      await conferenceFactory(site, {
        startsAt: new Date(Date.UTC(2040, 0, 1, 12) + index * day),
        picture: index < 3 ? picture : null,
        joinMembersOnly: index === 2,
        ...(description && { description }),
      }),
    );
  }
  await conferenceFactory(site, { title: 'Not to be shown', active: false });
  await office.addPictures(4);
  const links = [await resourceLinkFactory(site), await resourceLinkFactory(site)];
  await site.database.delete(importantUpdates);
  await site.database.insert(importantUpdates).values([
    { title: 'Older update', description: 'The first one.', position: 1 },
    { title: 'Newer update', description: 'Line one.\nLine two.', position: 2 },
  ]);
  await office.publish();
  return { office, news: [newest!, ...older], conferences: meetings, links };
}

export type Content = Awaited<ReturnType<typeof fillSite>>;

export const policies = [paths.privacyPolicy, paths.termsConditions, paths.refundPolicy];

/** Examples of pages with parameters; of others each address is one. */
const examples = ({ news, conferences }: Content): Record<string, string[]> => ({
  [`${paths.news}/:id?`]: [paths.news, paths.newsItem(news[1]!.id)],
  [`${paths.conference('')}:id`]: [paths.conference(conferences[0]!.id), paths.conference(conferences[2]!.id)],
  [paths.resources]: [paths.resources, `${paths.resources}?tab=information-centre`],
  [paths.paymentStatus]: [paths.paymentSucceeded, paths.paymentStatus],
  // The site has too few of them for an archive.
  [paths.newsArchive()]: [],
  [paths.conferencesArchive()]: [],
  // Tests of the library and of votes have their own.
  [`${paths.document('')}:id`]: [],
  [`${paths.voteResult('')}:id`]: [],
});

/** All public pages. @throws for a page of one record, of which `fillSite` has none */
export const publicPages = (content: Content): string[] =>
  documents.flatMap(({ path }) => {
    const addresses = examples(content)[path] ?? [path];
    if (addresses.some((address) => address.includes(':'))) throw new Error(`Let fillSite have one of ${path}.`);
    return addresses;
  });
