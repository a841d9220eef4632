import { z } from 'zod';
import { type AnyEndpoint, type FileRule, fileResponse, linkKinds } from '#shared/endpoint.ts';
import { failureSchema } from '#shared/errors.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { toWire, wireName } from '#shared/wire-names.ts';
import { namesOf } from '#shared/wire-schemas.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: nameAsOnWire }) as Json;
  return rest;
};

function nameAsOnWire({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const names = namesOf(zodSchema);
  if (names && jsonSchema.enum) jsonSchema.enum = toWire(jsonSchema.enum, names);
  if (!names || !jsonSchema.properties) return;
  const properties = Object.entries(jsonSchema.properties);
  jsonSchema.properties = Object.fromEntries(properties.map(([name, of]) => [wireName(names, name), of]));
  if (jsonSchema.required) jsonSchema.required = jsonSchema.required.map((name) => wireName(names, name));
}

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
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          `Failure${status}`,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
        ]),
      ),
    },
  };
}

const failures = {
  400: 'Something in the request is missing or wrong; `fields` tells what',
  401: 'Not logged in, or not with this password, code or link',
  403: 'Not for this caller (an administrator may lack the power), or not before the password has been given again or a second factor set up',
  404: 'Not found',
  409: 'The record has been changed meanwhile, or is not in a state that allows this',
  410: 'The link is no longer good',
  413: 'Too large',
  415: 'Another kind of content than this call takes',
  429: 'Too many calls; `Retry-After` tells how long to wait',
  default: 'Any other failure: 500, or 503 with `Retry-After`',
};

/** How a call can fail, as far as its declaration tells. */
function failuresOf({ access, needsConfirmation, params, query, body, files, method, throttle }: AnyEndpoint) {
  const forLink = linkKinds.some((kind) => access.includes(kind));
  const takesBody = body !== undefined || files !== undefined;
  const changes = method !== 'GET';
  const happens: Record<keyof typeof failures, boolean> = {
    400: query !== undefined || takesBody,
    401: !access.includes('public') || (changes && access.length === 1),
    403: (!access.includes('public') && !forLink) || access.includes('admin') || needsConfirmation !== undefined,
    404: params !== undefined || forLink,
    409: changes && (params !== undefined || files !== undefined || access.join() !== 'public'),
    410: forLink,
    413: takesBody,
    415: takesBody,
    429: takesBody || throttle !== undefined,
    default: true,
  };
  const names = Object.keys(failures) as (keyof typeof failures & string)[];
  return names
    .filter((name) => happens[name])
    .map((name) => [name, { $ref: `#/components/responses/Failure${name}` }] as const);
}

/** `PATCH /News/toggleStatus/{id}` as `patchNewsToggleStatusById`. */
function operationId({ method, path }: AnyEndpoint): string {
  const words = path.split('/').flatMap((part) => {
    const parameter = /^\{(\w+)\}$/.exec(part)?.[1];
    return parameter ? ['by', parameter] : part.split('-');
  });
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + pascal.join('');
}

function powerSentence({ power, scope }: AnyEndpoint): string {
  if (!power) return '';
  const names = power === everyAdministrator ? 'none' : [power].flat().join(' or ');
  return ` Power that an administrator needs: ${names}${scope === 'allIndia' ? ', bound to no State' : scope === 'ownStates' ? ', or any that is bound to States' : ''}.`;
}

function operation(endpoint: AnyEndpoint): Json {
  const isPublic = endpoint.access.includes('public');
  const roles = endpoint.access.filter((access) => access !== 'public');
  const answer =
    endpoint.response === fileResponse
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } };
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    description: `Who may call it: ${endpoint.access.join(', ')}.${powerSentence(endpoint)}`,
    ...(endpoint.power ? { 'x-power': endpoint.power } : {}),
    security: [...(isPublic ? [{}] : []), ...(roles.length > 0 ? [{ token: [] }] : [])],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: { 200: { description: 'Done', content: answer }, ...Object.fromEntries(failuresOf(endpoint)) },
  };
}

function parameters(schema: z.ZodType | undefined, part: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: part,
    required: part === 'path' || required.includes(name),
    schema: value,
  }));
}

function requestBody(endpoint: AnyEndpoint): Json {
  if (!endpoint.body && !endpoint.files) return {};
  const body: Json = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'object' };
  const isRequired = (schema: Json) => ((schema.required ?? []) as unknown[]).length > 0;
  if (!endpoint.files) {
    return { requestBody: { required: isRequired(body), content: { 'application/json': { schema: body } } } };
  }
  const properties = (body.properties ?? {}) as Record<string, Json>;
  const partName = (name: string) => (properties[name]?.type === 'array' ? `${name}[]` : name);
  const fields = Object.entries(properties).map(([name, value]) => [partName(name), value]);
  const partOf = (name: string) => endpoint.files?.[name]?.wire ?? name;
  const fileParts = Object.keys(endpoint.files).map((name) => [partOf(name), { type: 'string', format: 'binary' }]);
  const requiredFiles = Object.entries<FileRule>(endpoint.files)
    .filter(([, { requiredFor = [] }]) => endpoint.access.every((role) => requiredFor.includes(role)))
    .map(([name]) => partOf(name));
  const schema = {
    ...body,
    properties: Object.fromEntries([...fields, ...fileParts]),
    required: [...((body.required ?? []) as string[]).map(partName), ...requiredFiles],
  };
  return { requestBody: { required: isRequired(schema), content: { 'multipart/form-data': { schema } } } };
}
