import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { createConferencesService } from '#server/features/conferences/conferences.service.ts';
import { publicDocuments } from '#server/features/library/open-document.ts';
import { createNewsService } from '#server/features/news/news.service.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { nameLanguage } from '#server/platform/http/language.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { recordId } from '#shared/fields.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { newsFeed } from './atom.ts';
import { conferenceCalendar } from './calendar.ts';
import { robots, type SitemapEntry, sitemap, sitemapFile } from './search-engines.ts';

const visitor = { inactiveToo: false };

/** The site for programs: search engines, feed readers, calendars. Only public content. */
export function feedsRoutes(app: FastifyInstance, core: Core): void {
  const news = serviceOf(core, createNewsService);
  const conferences = serviceOf(core, createConferencesService);
  const settings = serviceOf(core, createSettingsService);
  const origin = core.config.publicUrl;

  app.get('/robots.txt', (request, reply) => send(request, reply, 'text/plain', robots(origin)));

  async function sitemapEntries(): Promise<SitemapEntry[]> {
    const max = limits.sitemapAddresses * limits.sitemapFiles;
    const [articles, meetings, documents] = await Promise.all([
      news.addresses(max),
      conferences.addresses(max),
      publicDocuments(core.database.reader, max),
    ]);
    return [
      ...archive(articles.archivePages, paths.newsArchive),
      ...archive(meetings.archivePages, paths.conferencesArchive),
      ...articles.items.map(({ id, updatedAt }) => ({ path: paths.newsItem(id), updatedAt })),
      ...meetings.items.map(({ id, updatedAt }) => ({ path: paths.conference(id), updatedAt })),
      ...documents.map(({ id }) => ({ path: paths.document(id) })),
    ];
  }

  app.get('/sitemap.xml', async (request, reply) =>
    send(request, reply, 'application/xml', sitemap(origin, await sitemapEntries())),
  );
  // The files that the index names, where one would be too long.
  app.get<{ Params: { file: string } }>(paths.sitemapFile(':file'), async (request, reply) => {
    const text = sitemapFile(origin, await sitemapEntries(), Number(request.params.file));
    return text === undefined ? reply.callNotFound() : send(request, reply, 'application/xml', text);
  });

  app.get('/feed.xml', async (request, reply) => {
    const [items, association] = await Promise.all([news.listActive(limits.feedNews), settings.association()]);
    return send(request, reply, 'application/atom+xml', newsFeed(items, { origin, association: association.name }));
  });

  for (const language of languages) {
    app.get<{ Params: { id: string } }>(pathIn(language, paths.conferenceCalendar(':id')), async (request, reply) => {
      nameLanguage(reply, language);
      const id = recordId.safeParse(request.params.id);
      const conference = id.success ? await conferences.get(id.data, visitor).catch(nullWhenMissing) : null;
      if (!conference) {
        const message = inLanguage('There is no such conference.', language);
        return reply.code(404).type('text/plain; charset=utf-8').send(message);
      }
      const { name } = await settings.association();
      const pageAddress = origin + pathIn(language, paths.conference(conference._id));
      const day = conference.MeetingDate.slice(0, 10);
      reply.header('content-disposition', `inline; filename="conference-${day}.ics"`);
      const text = conferenceCalendar(conference, { publisher: name, pageAddress, language });
      return send(request, reply, 'text/calendar', text);
    });
  }
}

const archive = (pages: number, path: (page: number) => string): SitemapEntry[] =>
  Array.from({ length: pages }, (_, index) => ({ path: path(index + 1) }));

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'NOT_FOUND') return null;
  throw error;
}

/** Sends a text that is requested repeatedly: clients that have it get a 304. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag).header('cache-control', 'public, max-age=300');
  const tags = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (tags.includes(tag) || tags.includes('*')) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(text);
}
