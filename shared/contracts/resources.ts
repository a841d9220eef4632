import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  isoDate,
  optionalText,
  recordId,
  webLink,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

const resourceLink = z.object({
  id: answeredId,
  link: wire('ResourcesLink', z.string()),
  /** Whose site it is; '' if the office has not said. */
  name: z.string(),
  createdAt: isoDate,
  version: z.number(),
});
export type ResourceLink = z.output<typeof resourceLink>;

const link = webLink(messages.resource.link, messages.resource.format);
const name = optionalText(limits.lineLength);
export const resourceSchema = z.object({ link, name });

export const listResources = endpoint('GET /Resoures/getResourses', 'Useful links, newest first', {
  access: ['public'],
  response: answerOf({ resources: wire('ResourcesLinks', z.array(resourceLink)) }),
});

export const createResource = endpoint('POST /Resoures/CreateResourses', 'Add a link', {
  power: 'content',
  body: resourceSchema,
});

export const updateResource = endpoint('PATCH /Resoures/UpdateResourses', 'Change a link', {
  power: 'content',
  // Without a name the stored one stays.
  body: z.object({ link, name: name.optional(), id: wire('link_id', recordId), version: expectedVersion }),
});

export const deleteResource = endpoint('DELETE /Resoures/delete/{id}', 'Delete a link', {
  power: 'content',
  params: byId,
});
