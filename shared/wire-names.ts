import type { z } from 'zod';

/**
 * Where the names of an object's fields differ on the wire: by our name the wire's one, what is within the field, or both. A list
 * has the names of its entries; `*` stands for the values of a record whose keys are data.
 */
export interface WireNames {
  [name: string]: string | WireNames | [wire: string, within: WireNames];
}

/** The names of a call's parts. */
export interface PartNames {
  query?: WireNames | undefined;
  body?: WireNames | undefined;
  files?: WireNames | undefined;
  answer?: WireNames | undefined;
}

/** The names of a call's parts, for its caller: a page loads this with the first call that needs it. */
export class CallNames implements PartNames {
  readonly query: WireNames | undefined;
  readonly body: WireNames | undefined;
  readonly files: WireNames | undefined;
  readonly answer: WireNames | undefined;

  constructor({ query, body, files, answer }: PartNames) {
    this.query = query;
    this.body = body;
    this.files = files;
    this.answer = answer;
  }

  /** A part of the request as it is sent. */
  sent<Value>(part: 'query' | 'body' | 'files', value: Value): Value {
    return toWire(value, this[part]);
  }

  /** The body of an answer with our names. */
  received<Body>(body: Body): Body {
    return fromWire(body, this.answer);
  }

  /** What is wrong with fields, under our names. */
  errors<Errors extends Record<string, string>>(errors: Errors): Errors {
    return renameErrors(errors, this, 'fromWire');
  }
}

const entryOf = (entry: WireNames[string] | undefined, name: string): [wire: string, within: WireNames | undefined] => {
  if (typeof entry === 'string') return [entry, undefined];
  return Array.isArray(entry) ? entry : [name, entry];
};

/** What the wire calls a field. */
export const wireName = (names: WireNames, name: string): string =>
  Object.hasOwn(names, name) ? entryOf(names[name], name)[0] : name;

/** By the wire's names ours. */
const inverses = new WeakMap<WireNames, Map<string, string>>();

function inverseOf(names: WireNames): Map<string, string> {
  let inverse = inverses.get(names);
  if (!inverse) {
    inverse = new Map(Object.keys(names).map((name) => [entryOf(names[name], name)[0], name]));
    inverses.set(names, inverse);
  }
  return inverse;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A value of ours with the wire's names. */
export function toWire<Value>(value: Value, names: WireNames | undefined): Value {
  if (!names) return value;
  if (Array.isArray(value)) return value.map((each) => toWire(each, names)) as Value;
  if (!isObject(value)) return value;
  const renamed = Object.entries(value).map(([name, each]) => {
    const [wire, within] = entryOf(Object.hasOwn(names, name) ? names[name] : names['*'], name);
    return [wire, toWire(each, within)];
  });
  return Object.fromEntries(renamed) as Value;
}

/** A value from the wire with our names. What comes under one of ours that the wire calls otherwise is left out. */
export function fromWire<Value>(value: Value, names: WireNames | undefined): Value {
  if (!names) return value;
  if (Array.isArray(value)) return value.map((each) => fromWire(each, names)) as Value;
  if (!isObject(value)) return value;
  const inverse = inverseOf(names);
  const renamed = Object.entries(value).flatMap(([wire, each]) => {
    const name = inverse.get(wire);
    if (name === undefined && Object.hasOwn(names, wire)) return [];
    const [, within] = entryOf(names[name ?? '*'], wire);
    return [[name ?? wire, fromWire(each, within)]];
  });
  return Object.fromEntries(renamed) as Value;
}

/** What is wrong with a call's fields, under the names that its caller uses: a part of a field is `field.part`. */
export function renameErrors<Errors extends Record<string, string>>(
  errors: Errors,
  of: PartNames | undefined,
  way: 'toWire' | 'fromWire',
): Errors {
  if (!of) return errors;
  const renamePath = (path: string) => {
    let names: WireNames | undefined = { ...of.query, ...of.files, ...of.body };
    return path
      .split('.')
      .map((part) => {
        // The number of a list's entry.
        if (!names || /^\d+$/.test(part)) return part;
        const name = way === 'toWire' ? part : (inverseOf(names).get(part) ?? part);
        const [wire, within]: [string, WireNames | undefined] = entryOf(
          Object.hasOwn(names, name) ? names[name] : names['*'],
          name,
        );
        names = within;
        return way === 'toWire' ? wire : name;
      })
      .join('.');
  };
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [renamePath(path), message])) as Errors;
}

const declared = new WeakMap<object, string>();

/** A field of a schema that the wire calls `name`: `title: wire('Newstitle', z.string())`. */
export function wire<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  const field = schema.clone();
  declared.set(field, name);
  return field;
}

interface Inside {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  left?: z.core.$ZodType;
  right?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  items?: z.core.$ZodType[];
  valueType?: z.core.$ZodType;
}
const inside = (schema: z.core.$ZodType) => schema._zod.def as unknown as Inside;

/** A field may be wrapped, as by `optional()`. */
function declaredName(schema: z.core.$ZodType): string | undefined {
  const { innerType, in: input } = inside(schema);
  const within = innerType ?? input;
  return declared.get(schema) ?? (within && declaredName(within));
}

/** The wire's name and the fields within of each field, also where they are the same. */
interface Fields {
  [name: string]: [wire: string, within: Fields | undefined];
}

/** The fields of two schemas for one value. @throws Error if they disagree */
function merged(first: Fields | undefined, second: Fields | undefined): Fields | undefined {
  if (!first || !second) return first ?? second;
  const all = { ...first };
  for (const [name, [wireName, within]] of Object.entries(second)) {
    const [otherName, otherWithin] = all[name] ?? [wireName, undefined];
    if (wireName !== otherName) throw new Error(`${name} is both ${wireName} and ${otherName} on the wire.`);
    all[name] = [wireName, merged(within, otherWithin)];
  }
  return all;
}

const allFields = (schemas: (z.core.$ZodType | undefined)[]): Fields | undefined =>
  schemas.reduce<Fields | undefined>((all, schema) => merged(all, schema && fieldsWithin(schema)), undefined);

function fieldsWithin(schema: z.core.$ZodType): Fields | undefined {
  const {
    type,
    shape = {},
    element,
    innerType,
    left,
    right,
    valueType,
    options = [],
    items = [],
    ...def
  } = inside(schema);
  if (type === 'record') {
    const within = valueType && fieldsWithin(valueType);
    return within && { '*': ['*', within] };
  }
  if (type !== 'object') return allFields([element, innerType, def.in, left, right, ...options, ...items]);
  const fields = Object.entries(shape).map(([name, field]): [string, Fields[string]] => [
    name,
    [declaredName(field) ?? name, fieldsWithin(field)],
  ]);
  return Object.fromEntries(fields);
}

function differences(fields: Fields | undefined): WireNames | undefined {
  const names: WireNames = {};
  for (const [name, [wireName, fieldsOf]] of Object.entries(fields ?? {})) {
    const within = differences(fieldsOf);
    if (wireName !== name) names[name] = within ? [wireName, within] : wireName;
    else if (within) names[name] = within;
  }
  return Object.keys(names).length > 0 ? names : undefined;
}

/** Where the names of one part of a call differ on the wire, by the schemas that describe it. @throws Error if those disagree */
export const namesOf = (...schemas: (z.core.$ZodType | undefined)[]): WireNames | undefined =>
  differences(allFields(schemas));
