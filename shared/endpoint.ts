import { z } from 'zod';
import { done } from './fields.ts';
import type { callsPerNetwork } from './limits.ts';
import type { NeededPower, Power } from './powers.ts';
import { CallNames } from './wire-names.ts';
import { namesOf } from './wire-schemas.ts';

/** A file as the answer of a call. `body` is bytes or a stream of the server's platform. */
export interface FileAnswer {
  body: unknown;
  type: string;
  /** Present: served as attachment under this name. */
  attachment?: string;
  cacheControl: string;
  /** The malware scan's result; sent in a header. */
  scan?: 'none' | 'clean' | 'infected';
  /** Bytes, where known. */
  length?: number;
}

/** Marks a call that answers with a file instead of JSON. */
export const fileResponse = z.custom<FileAnswer>();

/** Links mailed to applicants, to guests of a conference, to visitors who have asked something, a member's new e-mail, and somebody whose account was used. A link's secret, which begins with its kind, replaces the token of a login. */
export const linkKinds = ['application', 'correction', 'participation', 'email', 'notme', 'case'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * Who may make a call. `public` includes everybody, with or without a token. A call for link holders excludes everybody
 * else, with any token.
 */
export type Access = 'public' | 'member' | 'admin' | LinkKind;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A file part of a multipart call.
 * `image`: decoded and re-encoded by the server; `any`: stored unchanged; `table`: read and not stored, and one that is too large
 * refuses the whole call.
 * `requiredFor`: callers who must send it (others may leave it out); `message` is shown at the field when it is missing.
 */
export interface FileRule {
  /** Its name on the wire, where that is another one. */
  wire?: string;
  accept: 'image' | 'any' | 'table';
  message: string;
  requiredFor?: readonly Access[];
  /** A limit other than `limits.fileBytes`; a call with a larger file is refused as a whole: 413. */
  maxBytes?: number;
  /** How many parts of this name may come, where several may; the handler finds them by `filesOf`. */
  several?: number;
}

/** What an administrator can open of a person, in the order of the log's text. */
export const opened = ['record', 'ID', 'proof', 'case'] as const;
export type Opened = (typeof opened)[number];

/**
 * The personal data that a call shows an administrator: `opens` something of the person whose record or payment its parameter `id`
 * names, which counts as a row of a list where it is `counted`; or `lists` people, a row for each in the field of that name of its answer.
 */
export type Reads = { opens: Opened; of?: 'payment' | 'case'; counted?: true } | { lists: string };

export type FileRules = Readonly<Record<string, FileRule>>;

type Schema = z.ZodType;
type SchemaOrNothing = Schema | undefined;

/** One call of the API: its address, access, input and output. Types both sides. */
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
  /** All other callers are refused by the request's headers. */
  access: readonly Access[];
  /**
   * The power that administrators need. On a read-only call for visitors too, an administrator without it counts as
   * a visitor.
   */
  power?: NeededPower | undefined;
  /** Fields of the body that need another power, unless they are false; the call is refused before the rest of it is read. */
  fieldPowers?: Readonly<Record<string, Power>>;
  /**
   * `allIndia`: not for administrators who are bound to States, with any powers. `ownStates`: also for those, whatever their
   * powers, of their own States.
   */
  scope?: 'allIndia' | 'ownStates';
  /**
   * An administrator must have confirmed their password recently (`Session/confirm`): always, or if the parameter `id` is
   * not their own.
   */
  needsConfirmation?: true | 'forOthers';
  /** The call is logged, and counts for the administrator's hourly budget. */
  reads?: Reads;
  /** A call that nobody may be recognised by: refused with a login, never authenticated, and answered without a date. */
  anonymous?: true;
  /** Answers the operator's monitoring too, by the token of the metrics. */
  metricsToken?: true;
  /** A call for visitors too that refuses a token which has ended: what is sent must not become a stranger's. */
  deadToken?: 'refused';
  /** Answers visitors by 202: what was sent is still to be confirmed. */
  accepted?: true;
  /** Leaves no line in the log and no figure: its moment could be compared with another one's. */
  unlogged?: true;
  /** What a GET changes nevertheless; every other GET runs on a connection that refuses to write. */
  writes?: string;
  /**
   * Allowed to an administrator who lacks a required second factor: while none is set up, while the session has only been opened
   * by the password beside a passkey that could be used, or both.
   */
  beforeSecondFactor?: 'setUp' | 'prove' | 'both';
  /** Answers in the language that its body names. */
  choosesLanguage?: true;
  /** Takes any JSON as its body; what is no object counts as an empty one. */
  anyJson?: true;
  summary: string;
  /** Names of path parameters to their schemas. */
  params?: Params;
  query?: Query;
  body?: Body;
  /** Stricter schemas of the body by role. */
  variants?: Partial<Record<Access, Schema>>;
  /** Present: the call is multipart/form-data; list fields come as repeated `name[]` parts. */
  files?: Files;
  /** The schema of the body where files come without any field of `body`. */
  filesAlone?: Schema;
  response: Response;
  /** Schemas of the answer by role, where less than `response` may be sent. */
  responses?: Partial<Record<Access, Schema>>;
  /** The largest JSON body in bytes, where `limits.jsonBytes` is too small. */
  bodyLimit?: number;
  /** How long a small JSON body may take, where the few seconds of other calls are too short. */
  bodySeconds?: number;
  /** The largest text of one field of a form with files in bytes, where `limits.formFieldBytes` is too small. */
  fieldLimit?: number;
  /** Where the wire's names differ from ours: as its schemas declare by `wire`. */
  names?: CallNames | undefined;
  /** Counts each call per network, before its body is read; administrators' calls are not counted. */
  throttle?: keyof typeof callsPerNetwork;
}

/** A call of the office without a power, or another call with one, does not compile. */
type PowerOf<Callers extends readonly Access[]> = 'admin' extends Callers[number]
  ? { power: NeededPower }
  : { power?: undefined; scope?: undefined };

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
  rules: Omit<
    Endpoint<Params, Query, Body, Response, Files>,
    'method' | 'path' | 'summary' | 'access' | 'response' | 'names'
  > & {
    access?: Callers;
    response?: Response;
  } & PowerOf<Callers>,
): Endpoint<Params, Query, Body, Response, Files> {
  const [method, path] = call.split(' ') as [Method, string];
  const declaration = { access: ['admin'] as const, response: done as Schema as Response, ...rules };
  return { ...declaration, method, path, summary, names: callNames(declaration) };
}

/** The wire's names of a call's parts, as far as they differ from ours. */
function callNames(rules: Omit<Endpoint, 'method' | 'path' | 'summary'>): CallNames | undefined {
  const { query, body, variants = {}, filesAlone, files = {}, response, responses = {} } = rules;
  const ofFiles = Object.entries(files).flatMap(([name, rule]) => (rule.wire ? [[name, rule.wire] as const] : []));
  const names = {
    query: namesOf(query),
    body: namesOf(body, ...Object.values(variants), filesAlone),
    files: ofFiles.length > 0 ? Object.fromEntries(ofFiles) : undefined,
    answer: namesOf(response, ...Object.values(responses)),
  };
  return Object.values(names).some((part) => part) ? new CallNames(names) : undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a union over all endpoints needs a type that every schema fits
export type AnyEndpoint = Endpoint<any, any, any, any, any>;

const fieldsOf = (schema: Schema | undefined) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** The schema of a caller's body; where files came with none of its fields, that of files alone, if the call has one. */
export function bodySchemaOf(
  { body, variants, filesAlone }: AnyEndpoint,
  role: Access,
  input: object,
  hasFiles: boolean,
): Schema | undefined {
  const whole: Schema | undefined = variants?.[role] ?? body;
  if (!filesAlone || !hasFiles) return whole;
  const others = new Set(fieldsOf(whole));
  for (const name of fieldsOf(filesAlone)) others.delete(name);
  return Object.keys(input).some((name) => others.has(name)) ? whole : filesAlone;
}

/** A part whose fields are all optional may be absent. */
type InputPart<Name extends string, S> = S extends Schema
  ? Record<never, never> extends z.input<S>
    ? { [K in Name]?: z.input<S> }
    : { [K in Name]: z.input<S> }
  : { [K in Name]?: undefined };
type OutputPart<S> = S extends Schema ? z.output<S> : undefined;
type FilePart<F, Value> = F extends FileRules ? { files: { [K in keyof F]?: Value } } : { files?: undefined };

/** The input of a caller. `FileValue` is `Blob` in the browser. */
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

/** The answer to the caller. */
export type EndpointResponse<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R, infer _F> ? z.output<R> : never;
