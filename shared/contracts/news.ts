import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  firstOf,
  isoDate,
  page,
  pagination,
  pictureSet,
  recordId,
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.news;

const newsItem = z.object({
  id: answeredId,
  title: wire('Newstitle', z.string()),
  location: wire('Location', z.string()),
  description: wire('Description', z.string()),
  pictureAddress: wire('news_pic', z.string().nullable()),
  picture: pictureSet.nullable(),
  active: wire('Status', z.boolean()),
  createdAt: isoDate,
  updatedAt: isoDate,
  version: z.number(),
});
export type NewsItem = z.output<typeof newsItem>;

const newsFields = {
  title: wire('Newstitle', requiredText(text.title, limits.lineLength)),
  location: wire('Location', requiredText(text.location, limits.lineLength)),
  description: wire('Description', requiredText(text.description, limits.articleLength)),
};
export const newsSchema = z.object(newsFields);

const list = answerOf({ news: z.array(newsItem) });

/** Visitors and members get only active items: an expired session gets the shorter answer. */
export const listNews = endpoint(
  'GET /News/getNews',
  'News, newest first: all for administrators, active for everybody else',
  { access: ['public', 'admin'], power: 'content', response: list },
);

export const listActiveNews = endpoint('GET /News/GetNewsbystatus', 'Active news, newest first', {
  access: ['public'],
  query: firstOf,
  response: list,
});

/** The fields of a line in the archive. */
const archivedNews = newsItem.pick({ id: true, title: true, location: true, createdAt: true });
export type ArchivedNews = z.output<typeof archivedNews>;

/** An empty page is NOT_FOUND, except the first. */
export const listNewsArchive = endpoint(
  'GET /News/archive',
  'Active news older than those that the News page shows as cards, newest first, a page at a time',
  { access: ['public'], query: z.object({ page }), response: answerOf({ data: z.array(archivedNews), pagination }) },
);

/** Only administrators find an inactive item. */
export const getNewsItem = endpoint('GET /News/getNews/{id}', 'One news item', {
  access: ['public'],
  params: byId,
  response: answerOf({ news: newsItem }),
});

export const createNews = endpoint('POST /News/CreateNews', 'Add a news item; it is active at once', {
  power: 'content',
  body: newsSchema,
  files: { picture: { wire: 'news_pic', accept: 'image', message: text.picture, requiredFor: ['admin'] } },
  fieldLimit: limits.articleBytes,
});

export const updateNews = endpoint(
  'PATCH /News/UpdateNews',
  'Change a news item; a picture is required unless one exists',
  {
    power: 'content',
    body: z.object({ ...newsFields, newsId: recordId, version: expectedVersion }),
    files: { picture: { wire: 'news_pic', accept: 'image', message: text.picture } },
    fieldLimit: limits.articleBytes,
  },
);

/** With `version`: fails with RECORD_CHANGED if somebody else has changed the record meanwhile. */
export const toggleNews = endpoint('PATCH /News/toggleStatus/{id}', 'Show or hide a news item', {
  power: 'content',
  params: byId,
  query: z.object({ version: expectedVersion }),
});

export const deleteNews = endpoint('DELETE /News/delete/{id}', 'Delete a news item with its picture', {
  power: 'content',
  params: byId,
  query: z.object({ version: expectedVersion }),
});
