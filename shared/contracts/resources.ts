import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, expectedVersion, isoDate, recordId, webLink } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';

const resourceLink = z.object({
  _id: z.string(),
  ResourcesLink: z.string(),
  createdAt: isoDate,
  version: z.number(),
});
export type ResourceLink = z.output<typeof resourceLink>;

const link = webLink(messages.resource.link, messages.resource.format);
export const resourceSchema = z.object({ link });

export const listResources = endpoint({
  method: 'GET',
  path: '/Resoures/getResourses',
  access: ['public'],
  summary: 'Useful links, newest first',
  response: z.object({ success: z.literal(true), ResourcesLinks: z.array(resourceLink) }),
});

export const createResource = endpoint({
  method: 'POST',
  path: '/Resoures/CreateResourses',
  access: ['admin'],
  power: 'content',
  summary: 'Add a link',
  body: resourceSchema,
  response: done,
});

export const updateResource = endpoint({
  method: 'PATCH',
  path: '/Resoures/UpdateResourses',
  access: ['admin'],
  power: 'content',
  summary: 'Change a link',
  body: z.object({ link, link_id: recordId, version: expectedVersion }),
  response: done,
});

export const deleteResource = endpoint({
  method: 'DELETE',
  path: '/Resoures/delete/{id}',
  access: ['admin'],
  power: 'content',
  summary: 'Delete a link',
  params: z.object({ id: recordId }),
  response: done,
});
