import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { registerMember } from '#shared/contracts/registrations.ts';
import { toWire } from '#shared/wire-names.ts';
import { multipartBody, type TestFile } from '#tests/app.ts';
import { csvFile, listRow } from '#tests/factories/lists.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { hdfc } from '#tests/factories/statements.ts';

// Valid and invalid requests generated from the OpenAPI document.

interface JsonSchema {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | false;
}

interface Operation {
  description: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

const roles = ['nobody', 'dead', 'member', 'admin', 'confirmed', 'application', 'correction'] as const;
export type Role = (typeof roles)[number];

/** A request with placeholders for records: `@id:7` and `@email:7`. */
export interface FuzzRequest {
  /** `PATCH /api/News/toggleStatus/{id}` */
  name: string;
  method: string;
  path: string;
  role: Role;
  type?: string;
  body?: Buffer;
}

type Values = Record<string, unknown>;

/** The password of every account that makes calls. */
export const knownPassword = 'Banyan-tree-court-41';
const password = knownPassword;
const person = toWire(registrationBody(), registerMember.names?.body) as Values;
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Valid values for rules that the schema does not contain, by field name. */
const result: Record<string, unknown[]> = {
  ...Object.fromEntries(Object.entries(person).map(([name, value]) => [name, [value]])),
  password: [password],
  oldPassword: [password],
  currentPassowrd: [password],
  newPassword: [password, 'Monsoon-ledger-77'],
  confirmPassword: [password, 'Monsoon-ledger-77'],
  receivedOn: ['2026-11-02', '2026-04-01', '2025-03-31'],
  refundedOn: ['2026-11-03'],
  utr: ['SBIN426110212345', 'HDFC526110254321', ''],
  link: ['https://example.org/judgments'],
  MeetingLink: ['https://example.org/meeting', ''],
  MeetingDate: ['2026-12-02T10:00:00+05:30', '2027-01-15T16:30:00Z'],
  ContributionotherRole: ['Mentoring'],
  InterestotherRole: ['Moot courts'],
  page: [1, 1, 1, 2],
  constants: ['{}', '{"State":"Kerala"}'],
  values: [{ District: 'Pune' }, { mobile_no: '9812345670' }],
  MeetingType: ['Online'],
  url: ['https://example.org/page'],
  year: ['2026-27', '2025-26'],
  version: [1, 1, 1, 2],
  pan: ['AAATA1234B', ''],
  gstin: ['27AAATA1234B1Z5', ''],
  upiId: ['association@bank', ''],
  prefix: ['AIAPP'],
  images: [[pixel], [pixel, pixel]],
  period: ['2026-27', ''],
  firstYear: ['2027-28'],
  fields: [['Practice'], ['Practice', 'document']],
  note: ['Please look at this again.'],
  expires: ['1790000000'],
};

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '9'.repeat(400),
    'x'.repeat(30_000),
    '2024-02-30',
    '0000-00-00',
    '9999-12-31T23:59:60Z',
    'data:image/png;base64,',
    'javascript:alert(1)',
    "' or 1=1 --",
    '%00%ff',
    '../../etc/passwd',
    '=HYPERLINK("x")',
    '\u202e\u200d',
    'a@b\r\nBcc: c@d',
    '__proto__',
    '1e999',
    '-1',
    '00000000-0000-0000-0000-000000000000',
    '😀'.repeat(100),
  ),
);
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostileText, { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const someId = fc.nat(100_000).map((number) => `@id:${number}`);
const someEmail = fc.nat(100_000).map((number) => `@email:${number}`);
const words = fc.constantFrom('Delhi', 'Asha', 'A longer line, with more words in it', 'हिन्दी', 'Pune', 'x', '7');

function fitting(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uuid') return someId;
  const values = result[name];
  if (/email/i.test(name) && schema.type === 'string') {
    return fc.oneof(
      someEmail,
      fc.nat(5_000).map((number) => `fuzz${number}@example.org`),
    );
  }
  // A search has a single value where a registration has a list.
  if (values) return fc.constantFrom(...(schema.type === 'array' ? values : values.flat()));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => fitting(name, each)));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -100), max: Math.min(schema.maximum ?? 20, 5_000) });
    case 'number':
      return fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.min(schema.maximum ?? 5_000, 5_000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting(name, schema.items ?? {}), {
        minLength: schema.minItems ?? (schema.items?.properties ? 1 : 0),
        maxLength: 3,
      });
    case 'object':
      return fields(schema);
    default:
      return fc.oneof(words, fc.integer({ min: 0, max: 9 }), fc.boolean());
  }
}

function text({ format, pattern, minLength = 0, maxLength = 5_000 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') return fc.constantFrom('2026-11-02', '1980-05-17', '2027-01-15');
  if (format === 'date-time') return fc.constantFrom('2026-12-02T10:00:00Z', '2027-01-15T04:30:00.000Z');
  if (format === 'uri') return fc.constant('https://example.org/');
  if (pattern) {
    try {
      return fc.stringMatching(new RegExp(pattern), { maxLength: 60 });
    } catch {
      // fast-check does not support the pattern.
    }
  }
  return words.map((word) => word.padEnd(minLength, 'a').slice(0, maxLength));
}

function fields({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<Values> {
  const shape = Object.entries(properties).map(([name, schema]) => [name, fitting(name.replace(/\[]$/, ''), schema)]);
  const all = fc.record(Object.fromEntries(shape), { requiredKeys: required }) as fc.Arbitrary<Values>;
  // Most forms send every field.
  const full = fc.record(Object.fromEntries(shape)) as fc.Arbitrary<Values>;
  if (!additionalProperties) return fc.oneof({ weight: 3, arbitrary: full }, { weight: 1, arbitrary: all });
  return fc.dictionary(fc.constantFrom('State', 'District', 'a', '0'), fitting('', additionalProperties));
}

/** Valid values, except for a percentage in which one value is replaced, left out or added. */
function spoilt(values: fc.Arbitrary<Values>, share: number): fc.Arbitrary<Values> {
  const spoil = fc.record({
    how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'add'),
    which: fc.nat(),
    value: hostile,
    name: fc.constantFrom('__proto__', 'constructor', 'id', '_id', 'status', 'role', 'version', '', 'x'.repeat(300)),
  });
  const spoiled = fc.tuple(values, spoil).map(([given, { how, ...more }]) => {
    const names = Object.keys(given);
    const name = names[more.which % names.length];
    const entries = Object.entries(given).filter(([key]) => how !== 'drop' || key !== name);
    if (how === 'add') entries.push([more.name, more.value]);
    return Object.fromEntries(
      entries.map(([key, value]) => [key, how === 'replace' && key === name ? more.value : value]),
    );
  });
  // Weighted rather than by a number from 0 to 1: most floating-point numbers are smaller than any share.
  return fc.oneof({ weight: 100 - share, arbitrary: values }, { weight: share, arbitrary: spoiled });
}

/** A PNG whose header claims this size. */
function claimedPng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(9))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Files {
  all: TestFile[];
  /** Suitable files for a field. */
  fitting(path: string, name: string): TestFile[];
}

async function someFiles(): Promise<Files> {
  const picture = await pictureFile();
  const file = (name: string, type: string, bytes: Uint8Array | string): TestFile => ({
    name,
    type,
    bytes: Buffer.from(bytes),
  });
  const line = { date: '2026-11-02', narration: 'UPI/CR/AIP-2026-900001/ASHA', credit: 5_000, ref: '12345' };
  const pictures = [picture, await pictureFile(30, 'scan.png'), await pictureFile(61, 'third.png')];
  const lists = Array.from({ length: 12 }, () => csvFile([listRow(), listRow()]));
  const statements = [hdfc([line]), hdfc([line, { ...line, ref: '12346', credit: 2_500 }])];
  const all = [
    ...pictures,
    scannedId(),
    lists[0]!,
    statements[0]!,
    file('half.png', 'image/png', picture.bytes.subarray(0, picture.bytes.length / 2)),
    file('empty.png', 'image/png', ''),
    file('bomb.png', 'image/png', claimedPng(60_000, 60_000)),
    file('page.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    file('../../x\u0000.pdf', 'text/html', '<script>alert(1)</script>'),
    file('list.xlsx', 'application/zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60, 7)])),
    file('list.csv', 'text/csv', '"'.repeat(5_000)),
  ];
  return {
    all,
    fitting(path, name) {
      if (path.startsWith('/api/Import/')) return lists;
      if (path.startsWith('/api/Payments/statement')) return statements;
      return name === 'document' ? [scannedId(), picture] : pictures;
    },
  };
}

function queryOf(values: Values): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${encode(name)}=${encode(each)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
// Lone surrogates cannot be encoded, so they are replaced.
const encode = (value: unknown) =>
  encodeURIComponent(String(value).slice(0, 2_000).toWellFormed()).replaceAll(/%40(id|email)%3A/g, '@$1:');

/** A value in one of twenty cases, else null. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const rolesOf = ({ description }: Operation): Role[] => {
  const may = /Who may call it: (.*)\./.exec(description)?.[1]?.split(', ') ?? [];
  return may.flatMap((each): Role[] => {
    if (each === 'public') return ['nobody'];
    return each === 'admin' ? ['admin', 'confirmed', 'confirmed'] : [each as Role];
  });
};

/** Requests for every operation in every role. */
export async function requestsOf(document: ApiDocument): Promise<fc.Arbitrary<FuzzRequest>> {
  const files = await someFiles();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requests(path, method.toUpperCase(), operation, files)),
  );
  return fc.oneof(...operations);
}

function requests(path: string, method: string, operation: Operation, files: Files): fc.Arbitrary<FuzzRequest> {
  const place = (where: 'path' | 'query') => {
    const matches = operation.parameters.filter((each) => each.in === where);
    const required = matches.filter((each) => each.required).map(({ name }) => name);
    return fields({ properties: Object.fromEntries(matches.map(({ name, schema }) => [name, schema])), required });
  };
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isForm = type === 'multipart/form-data';
  const properties = Object.entries(content?.schema.properties ?? {});
  const isFile = ([, { format }]: [string, JsonSchema]) => format === 'binary';
  const texts = { ...content?.schema, properties: Object.fromEntries(properties.filter((each) => !isFile(each))) };
  const needed = (content?.schema.required ?? []).filter((name) => !asRecognised.includes(name));
  const partsOf = (isEarnest: boolean) =>
    fc.record(
      Object.fromEntries(
        properties
          .filter(isFile)
          .map(([name]) => [name, fc.constantFrom(...(isEarnest ? files.fitting(path, name) : files.all))]),
      ),
      isEarnest ? {} : { requiredKeys: [] },
    );
  // Well-meant requests; their result depends on the existing records.
  const earnest = fc.record({
    role: fc.constantFrom(...rolesOf(operation)),
    params: place('path'),
    query: place('query'),
    // The reading of a table is recognised automatically if it is not given.
    body: content
      ? fields({ ...texts, properties: without(texts.properties, asRecognised), required: isForm ? [] : needed })
      : fc.constant({}),
    parts: partsOf(true),
    cut: fc.constant(null),
    otherType: fc.constant(null),
  });
  const any = fc.record({
    role: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...rolesOf(operation)) },
      { weight: 1, arbitrary: fc.constantFrom(...roles) },
    ),
    params: spoilt(place('path'), 10),
    query: spoilt(place('query'), 30),
    body: content ? spoilt(isForm ? fields({ ...texts, required: [] }) : fields(texts), 40) : fc.constant({}),
    parts: partsOf(false),
    cut: seldom(fc.nat(99)),
    otherType: seldom(
      fc.constantFrom(
        'text/plain',
        'application/json',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
      ),
    ),
  });
  return fc.oneof(earnest, any).map(({ role, params, query, body, parts: sent, cut, otherType }) => {
    const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encode(params[name] ?? ''));
    const request: FuzzRequest = { name: `${method} ${path}`, method, path: address + queryOf(query), role };
    if (!content) return request;
    const form = isForm ? multipartBody(withoutBrackets(body), sent as Record<string, TestFile>) : undefined;
    const whole = form?.bytes ?? Buffer.from(JSON.stringify(body));
    const bytes = cut === null ? whole : whole.subarray(0, Math.floor((whole.length * cut) / 100));
    return { ...request, type: otherType ?? form?.type ?? 'application/json', body: bytes };
  });
}

/** The fields of a call that set how a table is read. */
const asRecognised = ['mapping', 'sheet', 'headerRow'];

const without = <Value>(value: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)));

/** A form's fields as passed to the client: texts, and lists of texts under the name without brackets. */
const withoutBrackets = (body: Values): Values =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name.replace(/\[]$/, ''), asTexts(value)]));
const asTexts = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asText) : value === undefined ? undefined : asText(value);
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Ids of records, by their table. */
export type Ids = ReadonlyMap<string, readonly string[]>;

/** E-mail addresses of members and administrators who can log in. */
export interface Emails {
  member: string[];
  admin: string[];
}

/**
 * Replaces the placeholders by ids, mostly of records of the call's kind, and by e-mail addresses of people who can log in with
 * `knownPassword`.
 */
export function named({ path, body, ...request }: FuzzRequest, ids: Ids, emails: Emails): FuzzRequest {
  const subject = request.name.split('/')[2]?.slice(0, 4).toLowerCase() ?? '';
  const all = [...ids.values()].flat();
  const fits = ([table]: [string, unknown]) => table.startsWith(subject === 'dire' ? 'members' : subject);
  const near = [...ids].filter(fits).flatMap(([, rows]) => rows);
  const whose = subject === 'admi' ? emails.admin : emails.member;
  const put = (text: string) =>
    text
      .replace(/@email:(\d+)/g, (_whole, digits) => whose[Number(digits) % whose.length] ?? 'nobody@example.org')
      .replace(/@id:(\d+)/g, (_whole, digits) => {
        const number = Number(digits);
        const from = near.length > 0 && number % 5 > 0 ? near : all;
        return from[number % from.length] ?? randomUUID();
      });
  return {
    ...request,
    path: put(path),
    ...(body && { body: Buffer.from(put(body.toString('latin1')), 'latin1') }),
  };
}
