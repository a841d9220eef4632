import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { type Feature, searchedScreen } from '#server/feature.ts';
import { administratorOf, isOffice, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/news.ts';
import { paths } from '#shared/paths.ts';
import { newsQueries } from './news.queries.ts';
import { createNewsService, searchNews } from './news.service.ts';

/** News and its archive. */
export const news: Feature = {
  name: 'news',
  routes: newsRoutes,
  logScreens: [searchedScreen(paths.admin.news, newsQueries.existingTitles, 'News ')],
  search: { kind: 'news', heading: 'News', power: 'content', find: searchNews },
  sitemap: (core, max) => serviceOf(core, createNewsService).sitemap(max),
  feed: (core, max) => serviceOf(core, createNewsService).feed(max),
};

function newsRoutes(app: FastifyInstance, core: Core): void {
  const news = serviceOf(core, createNewsService);

  route(app, contract.listNews, async (_request, caller) => ({
    news: await (caller.auth?.role === 'admin' ? news.list() : news.listActive()),
  }));

  route(app, contract.listActiveNews, async ({ query }) => ({ news: await news.listActive(query.limit) }));

  route(app, contract.listNewsArchive, ({ query }) => news.archive(query.page));

  route(app, contract.getNewsItem, async ({ params }, caller) => ({
    news: await news.get(params.id, { inactiveToo: isOffice(caller, 'content') }),
  }));

  route(app, contract.createNews, ({ body, files }, caller) =>
    news.create(body, files.picture, administratorOf(caller).email),
  );
  route(app, contract.updateNews, ({ body: { newsId, version, ...text }, files }, caller) =>
    news.update(newsId, text, files.picture, version, administratorOf(caller).email),
  );
  route(app, contract.toggleNews, ({ params, query }, caller) =>
    news.toggle(params.id, query.version, administratorOf(caller).email),
  );
  route(app, contract.deleteNews, ({ params, query }, caller) =>
    news.remove(params.id, query.version, administratorOf(caller).email),
  );
}
