import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, byId, expectedVersion, isoDate, recordId, webLink } from '#shared/fields.ts';
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

export const listResources = endpoint('GET /Resoures/getResourses', 'Useful links, newest first', {
  access: ['public'],
  response: answerOf({ ResourcesLinks: z.array(resourceLink) }),
});

export const createResource = endpoint('POST /Resoures/CreateResourses', 'Add a link', {
  power: 'content',
  body: resourceSchema,
});

export const updateResource = endpoint('PATCH /Resoures/UpdateResourses', 'Change a link', {
  power: 'content',
  body: z.object({ link, link_id: recordId, version: expectedVersion }),
});

export const deleteResource = endpoint('DELETE /Resoures/delete/{id}', 'Delete a link', {
  power: 'content',
  params: byId,
});
