import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { sendText } from '#server/platform/http/page.ts';
import { rehearsalState } from '#server/platform/rehearsal/state.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { atomFeed } from './atom.ts';
import { emptySitemap, robots, sitemap, sitemapFile } from './search-engines.ts';

/** The site for programs: search engines, feed readers, calendars. */
export const feeds: Feature = {
  name: 'feeds',
  server: feedsRoutes,
};

/** The site for programs: what each feature declares for search engines and feed readers. Only public content. */
function feedsRoutes(app: FastifyInstance, core: Core): void {
  const settings = serviceOf(core, createSettingsService);
  const origin = core.config.publicUrl;

  app.get('/robots.txt', (request, reply) => sendText(request, reply, 'text/plain', robots(origin)));

  async function sitemapEntries() {
    const max = limits.sitemapAddresses * limits.sitemapFiles;
    return (await Promise.all(app.features.map((feature) => feature.sitemap?.(core, max) ?? []))).flat();
  }

  app.get('/sitemap.xml', async (request, reply) =>
    sendText(
      request,
      reply,
      'application/xml',
      rehearsalState(core.database).isOn ? emptySitemap : sitemap(origin, await sitemapEntries()),
    ),
  );
  // The files that the index names, where one would be too long.
  app.get<{ Params: { file: string } }>(paths.sitemapFile(':file'), async (request, reply) => {
    if (rehearsalState(core.database).isOn) return reply.callNotFound();
    const text = sitemapFile(origin, await sitemapEntries(), Number(request.params.file));
    return text === undefined ? reply.callNotFound() : sendText(request, reply, 'application/xml', text);
  });

  app.get('/feed.xml', async (request, reply) => {
    const max = limits.feedNews;
    const [lists, { name }] = await Promise.all([
      Promise.all(app.features.map((feature) => feature.feed?.(core, max) ?? [])),
      settings.association(),
    ]);
    const newest = lists.flat().sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    const text = atomFeed(newest.slice(0, max), { origin, association: name });
    return sendText(request, reply, 'application/atom+xml', text);
  });
}
