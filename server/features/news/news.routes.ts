import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { administratorOf, isOffice, route } from '#server/http/route.ts';
import * as contract from '#shared/contracts/news.ts';
import type { NewsService } from './news.service.ts';

/** From the wire's names to ours. */
const textOf = (body: z.output<typeof contract.newsSchema>) => ({
  title: body.Newstitle,
  location: body.Location,
  description: body.Description,
});

export function newsRoutes(app: FastifyInstance, news: NewsService): void {
  route(app, contract.listNews, async (_request, caller) => ({
    news: await (caller.auth?.role === 'admin' ? news.list() : news.listActive()),
  }));

  route(app, contract.listActiveNews, async ({ query }) => ({ news: await news.listActive(query.limit) }));

  route(app, contract.listNewsArchive, async ({ query }) => ({ ...(await news.archive(query.page)) }));

  route(app, contract.getNewsItem, async ({ params }, caller) => ({
    news: await news.get(params.id, { inactiveToo: isOffice(caller, 'content') }),
  }));

  route(app, contract.createNews, async ({ body, files }, caller) => {
    await news.create(textOf(body), files.news_pic, administratorOf(caller).email);
    return { message: 'News added successfully' };
  });

  route(app, contract.updateNews, async ({ body, files }, caller) => {
    await news.update(body.newsId, textOf(body), files.news_pic, body.version, administratorOf(caller).email);
    return { message: 'News updated successfully' };
  });

  route(app, contract.toggleNews, async ({ params, query }, caller) => {
    const active = await news.toggle(params.id, query.version, administratorOf(caller).email);
    return { message: `News is now ${active ? 'Active' : 'InActive'}` };
  });

  route(app, contract.deleteNews, async ({ params, query }, caller) => {
    await news.remove(params.id, query.version, administratorOf(caller).email);
    return { message: 'News deleted successfully' };
  });
}
