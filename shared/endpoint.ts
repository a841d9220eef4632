import type { z } from 'zod';
import { done } from './fields.ts';
import type { callsPerNetwork } from './limits.ts';
import type { NeededPower } from './powers.ts';

/** Links mailed to applicants, to guests of a conference, and to the e-mail that a member wishes to have. The secret of one, which begins with its kind, takes the place of a login's token. */
export const linkKinds = ['application', 'correction', 'participation', 'email'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * Who may make a call. `public` includes everybody, with or without a token. A call for the holders of a link alone is for nobody
 * else, whatever their token is.
 */
export type Access = 'public' | 'member' | 'admin' | LinkKind;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A file part of a multipart call.
 * `image`: decoded and re-encoded by the server; `any`: stored as it came; `table`: read and not kept, and one that is too large
 * refuses the whole call.
 * `requiredFor`: callers who must send it (others may leave it out); `message` is shown at the field when it is missing.
 */
export interface FileRule {
  accept: 'image' | 'any' | 'table';
  message: string;
  requiredFor?: readonly Access[];
  /** Where `limits.fileBytes` is not the bound; a call with a larger file is refused as a whole: 413. */
  maxBytes?: number;
}

/** What an administrator may open of a person, in the order in which it is told. */
export const opened = ['record', 'ID', 'proof'] as const;
export type Opened = (typeof opened)[number];

/**
 * What an administrator who makes a call gets to see of people: `opens` something of the person that its parameter `id` names, or
 * whose payment that is; or `lists` people, a row for each in the field of that name of its answer.
 */
export type Reads = { opens: Opened; of?: 'payment' } | { lists: string };

export type FileRules = Readonly<Record<string, FileRule>>;

type Schema = z.ZodType;
type SchemaOrNothing = Schema | undefined;

/** One call of the API: its address, who may make it, and what goes in and out. Both sides are typed by it. */
export interface Endpoint<
  Params extends SchemaOrNothing = SchemaOrNothing,
  Query extends SchemaOrNothing = SchemaOrNothing,
  Body extends SchemaOrNothing = SchemaOrNothing,
  Response extends Schema = Schema,
  Files extends FileRules | undefined = FileRules | undefined,
> {
  method: Method;
  /** Below `/api`, with `{name}` for parameters: `/News/getNews/{id}`. */
  path: string;
  /** Nobody else gets further than the request's headers. */
  access: readonly Access[];
  /**
   * Which of the administrators, of a call that they may make. On a visitors' call that only reads, one without it counts as
   * a visitor.
   */
  power?: NeededPower | undefined;
  /** Not for administrators who are bound to States, whatever their powers. */
  unbound?: true;
  /**
   * An administrator must have given the password again a short while ago (`Session/confirm`): always, or where the parameter `id` is
   * not their own.
   */
  needsConfirmation?: true | 'forOthers';
  /** Leaves a trace, and counts for the administrator's hour. */
  reads?: Reads;
  /** What a GET changes all the same; every other is answered on a database that refuses to write. */
  writes?: string;
  /** Also for an administrator who has yet to set up the second factor that the association requires. */
  beforeSecondFactor?: true;
  summary: string;
  /** Names of path parameters to their schemas. */
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body's schema for callers of one kind, where it is stricter than `body`. */
  variants?: Partial<Record<Access, Schema>>;
  /** Present: the call is multipart/form-data; list fields come as repeated `name[]` parts. */
  files?: Files;
  response: Response;
  /** The answer's schema for callers of one kind, where less may leave than `response` allows. */
  responses?: Partial<Record<Access, Schema>>;
  /** The largest JSON body in bytes, where `limits.jsonBytes` is too small. */
  bodyLimit?: number;
  /** The largest text of one field of a form with files in bytes, where `limits.formFieldBytes` is too small. */
  fieldLimit?: number;
  /** Each call counts for its sender's network, before its body is read; an administrator's do not. */
  throttle?: keyof typeof callsPerNetwork;
}

/** A call of the office without a power does not compile, nor one with a power that is not the office's. */
type PowerOf<Callers extends readonly Access[]> = 'admin' extends Callers[number]
  ? { power: NeededPower }
  : { power?: undefined; unbound?: undefined };

/**
 * Declares a call of the API; the schemas' types are kept.
 * @param call method and path below `/api`: `GET /News/getNews/{id}`
 * @param rules without `access` the call is the office's; without `response` it answers a message
 */
export function endpoint<
  const Callers extends readonly Access[] = readonly ['admin'],
  Response extends Schema = typeof done,
  Params extends SchemaOrNothing = undefined,
  Query extends SchemaOrNothing = undefined,
  Body extends SchemaOrNothing = undefined,
  Files extends FileRules | undefined = undefined,
>(
  call: `${Method} /${string}`,
  summary: string,
  rules: Omit<Endpoint<Params, Query, Body, Response, Files>, 'method' | 'path' | 'summary' | 'access' | 'response'> & {
    access?: Callers;
    response?: Response;
  } & PowerOf<Callers>,
): Endpoint<Params, Query, Body, Response, Files> {
  const [method, path] = call.split(' ') as [Method, string];
  return { access: ['admin'], response: done as Schema as Response, ...rules, method, path, summary };
}

// biome-ignore lint/suspicious/noExplicitAny: a union over all endpoints needs a type that every schema fits
export type AnyEndpoint = Endpoint<any, any, any, any, any>;

/** A part in which everything may be absent may be absent itself. */
type InputPart<Name extends string, S> = S extends Schema
  ? Record<never, never> extends z.input<S>
    ? { [K in Name]?: z.input<S> }
    : { [K in Name]: z.input<S> }
  : { [K in Name]?: undefined };
type OutputPart<S> = S extends Schema ? z.output<S> : undefined;
type FilePart<F, Value> = F extends FileRules ? { files: { [K in keyof F]?: Value } } : { files?: undefined };

/** What a caller hands over. `FileValue` is `Blob` in the browser. */
export type EndpointInput<E extends AnyEndpoint, FileValue> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer F>
    ? InputPart<'params', P> & InputPart<'query', Q> & InputPart<'body', B> & FilePart<F, FileValue>
    : never;

/** What a handler receives after validation. */
export type EndpointRequest<E extends AnyEndpoint, FileValue> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R, infer F>
    ? {
        params: OutputPart<P>;
        query: OutputPart<Q>;
        body: OutputPart<B>;
        files: F extends FileRules ? { [K in keyof F]?: FileValue } : Record<string, never>;
      }
    : never;

/** What the caller gets back. */
export type EndpointResponse<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _F> ? z.output<R> : never;
