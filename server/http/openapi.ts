import { z } from 'zod';
import type { AnyEndpoint, FileRule } from '#shared/endpoint.ts';
import { failureSchema } from '#shared/errors.ts';
import { fileResponse } from '#shared/file-response.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

/** The OpenAPI 3.1 document of all calls, made from their declarations. */
export function openApiDocument(endpoints: readonly AnyEndpoint[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Association of public prosecutors', version: '1.0.0' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(failureSchema, 'output') },
    },
  };
}

function operation(endpoint: AnyEndpoint): Json {
  const isPublic = endpoint.access.includes('public');
  const roles = endpoint.access.filter((access) => access !== 'public');
  const answer =
    endpoint.response === fileResponse
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } };
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    description: `Who may call it: ${endpoint.access.join(', ')}.`,
    security: [...(isPublic ? [{}] : []), ...(roles.length > 0 ? [{ token: [] }] : [])],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      200: { description: 'Done', content: answer },
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

function requestBody(endpoint: AnyEndpoint): Json {
  if (!endpoint.body && !endpoint.files) return {};
  const body: Json = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'object' };
  if (!endpoint.files) return { requestBody: { content: { 'application/json': { schema: body } } } };
  const properties = (body.properties ?? {}) as Record<string, Json>;
  const partName = (name: string) => (properties[name]?.type === 'array' ? `${name}[]` : name);
  const fields = Object.entries(properties).map(([name, value]) => [partName(name), value]);
  const fileParts = Object.keys(endpoint.files).map((name) => [name, { type: 'string', format: 'binary' }]);
  const requiredFiles = Object.entries<FileRule>(endpoint.files)
    .filter(([, { requiredFor = [] }]) => endpoint.access.every((role) => requiredFor.includes(role)))
    .map(([name]) => name);
  const schema = {
    ...body,
    properties: Object.fromEntries([...fields, ...fileParts]),
    required: [...((body.required ?? []) as string[]).map(partName), ...requiredFiles],
  };
  return { requestBody: { content: { 'multipart/form-data': { schema } } } };
}
