import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  done,
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

const text = messages.news;

const newsItem = z.object({
  _id: z.string(),
  Newstitle: z.string(),
  Location: z.string(),
  Description: z.string(),
  news_pic: z.string().nullable(),
  picture: pictureSet.nullable(),
  Status: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
  version: z.number(),
});
export type NewsItem = z.output<typeof newsItem>;

const newsFields = {
  Newstitle: requiredText(text.Newstitle, limits.lineLength),
  Location: requiredText(text.Location, limits.lineLength),
  Description: requiredText(text.Description, limits.articleLength),
};
export const newsSchema = z.object(newsFields);

const list = z.object({ success: z.literal(true), news: z.array(newsItem) });
const id = z.object({ id: recordId });

/** For everybody but administrators only the active items: an answer to a session that has ended is the shorter one. */
export const listNews = endpoint({
  method: 'GET',
  path: '/News/getNews',
  access: ['public', 'admin'],
  power: 'content',
  summary: 'News, newest first: all for administrators, active for everybody else',
  response: list,
});

export const listActiveNews = endpoint({
  method: 'GET',
  path: '/News/GetNewsbystatus',
  access: ['public'],
  summary: 'Active news, newest first',
  query: firstOf,
  response: list,
});

/** What a line of the archive tells of an item. */
const archivedNews = newsItem.pick({ _id: true, Newstitle: true, Location: true, createdAt: true });
export type ArchivedNews = z.output<typeof archivedNews>;

/** A page without anything on it is NOT_FOUND, but for the first. */
export const listNewsArchive = endpoint({
  method: 'GET',
  path: '/News/archive',
  access: ['public'],
  summary: 'Active news older than those that the News page shows as cards, newest first, a page at a time',
  query: z.object({ page }),
  response: z.object({ success: z.literal(true), data: z.array(archivedNews), pagination }),
});

/** An inactive item is found by administrators only. */
export const getNewsItem = endpoint({
  method: 'GET',
  path: '/News/getNews/{id}',
  access: ['public'],
  summary: 'One news item',
  params: id,
  response: z.object({ success: z.literal(true), news: newsItem }),
});

export const createNews = endpoint({
  method: 'POST',
  path: '/News/CreateNews',
  access: ['admin'],
  power: 'content',
  summary: 'Add a news item; it is active at once',
  body: newsSchema,
  files: { news_pic: { accept: 'image', message: text.news_pic, requiredFor: ['admin'] } },
  fieldLimit: limits.articleBytes,
  response: done,
});

export const updateNews = endpoint({
  method: 'PATCH',
  path: '/News/UpdateNews',
  access: ['admin'],
  power: 'content',
  summary: 'Change a news item; a picture is required unless one exists',
  body: z.object({ ...newsFields, newsId: recordId, version: expectedVersion }),
  files: { news_pic: { accept: 'image', message: text.news_pic } },
  fieldLimit: limits.articleBytes,
  response: done,
});

/** With `version` a record that somebody else has changed meanwhile is left as it is (RECORD_CHANGED). */
export const toggleNews = endpoint({
  method: 'PATCH',
  path: '/News/toggleStatus/{id}',
  access: ['admin'],
  power: 'content',
  summary: 'Show or hide a news item',
  params: id,
  query: z.object({ version: expectedVersion }),
  response: done,
});

export const deleteNews = endpoint({
  method: 'DELETE',
  path: '/News/delete/{id}',
  access: ['admin'],
  power: 'content',
  summary: 'Delete a news item with its picture',
  params: id,
  query: z.object({ version: expectedVersion }),
  response: done,
});
