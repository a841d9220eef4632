import type { z } from 'zod';
import type { WireNames } from './wire-names.ts';

const declared = new WeakMap<object, string>();
const declaredLike = new WeakMap<object, z.core.$ZodType>();
const declaredData = new WeakMap<object, Readonly<Record<string, string>>>();

/** A field of a schema that the wire calls `name`: `title: wire('Newstitle', z.string())`. */
export function wire<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  const field = schema.clone();
  declared.set(field, name);
  return field;
}

/**
 * A schema of names of fields: a text, a list of texts, or an object with such keys.
 * @param names by our name the wire's one, where they differ
 */
export function namesAmong<Schema extends z.ZodType>(names: Readonly<Record<string, string>>, schema: Schema): Schema {
  const marked = schema.clone();
  declaredData.set(marked, names);
  return marked;
}

/** A schema whose value has the fields of `like`, as a transform does not tell. */
export function namedLike<Schema extends z.ZodType>(like: z.ZodType, schema: Schema): Schema {
  const marked = schema.clone();
  declaredLike.set(marked, like);
  return marked;
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

/** What was declared of a schema, or of the one that it checks further: each check, as by `refine()`, makes a copy. */
function declaredOf<Value>(declarations: WeakMap<object, Value>, schema: z.core.$ZodType): Value | undefined {
  const { parent } = schema._zod;
  return declarations.get(schema) ?? (parent && declaredOf(declarations, parent));
}

/** A field may be wrapped, as by `optional()`. */
function declaredName(schema: z.core.$ZodType): string | undefined {
  const { innerType, in: input } = inside(schema);
  const within = innerType ?? input;
  return declaredOf(declared, schema) ?? (within && declaredName(within));
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
  const like = declaredOf(declaredLike, schema);
  if (like) return fieldsWithin(like);
  const data = declaredOf(declaredData, schema);
  if (!data) return fieldsOf(schema);
  const names = Object.fromEntries(Object.entries(data).map(([name, wireName]) => [name, [wireName, undefined]]));
  return { ...fieldsOf(schema), '=': ['=', names as Fields] };
}

function fieldsOf(schema: z.core.$ZodType): Fields | undefined {
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
  for (const [name, [wireName, inner]] of Object.entries(fields ?? {})) {
    const within = differences(inner);
    if (wireName !== name) names[name] = within ? [wireName, within] : wireName;
    else if (within) names[name] = within;
  }
  return Object.keys(names).length > 0 ? names : undefined;
}

/** Where the names of one part of a call differ on the wire, by the schemas that describe it. @throws Error if those disagree */
export const namesOf = (...schemas: (z.core.$ZodType | undefined)[]): WireNames | undefined =>
  differences(allFields(schemas));
