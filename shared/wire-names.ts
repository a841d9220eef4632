/**
 * Where the names of an object's fields differ on the wire: by our name the wire's one, what is within the field, or both. A list
 * has the names of its entries; `*` stands for the values of a record whose keys are data; `=` says that a text, or the keys of a
 * record, are such names themselves.
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

/** The names that a text or the keys of a record may be. */
const namesAsData = (names: WireNames): WireNames | undefined => {
  const data = names['='];
  return typeof data === 'object' && !Array.isArray(data) ? data : undefined;
};

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

/** Our name of what the wire calls `wire`. If that is only our name of something, it is none on the wire, and no schema knows `?name`. */
const ourName = (names: WireNames, wire: string): string =>
  inverseOf(names).get(wire) ?? (Object.hasOwn(names, wire) ? `?${wire}` : wire);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A value of ours with the wire's names. */
export function toWire<Value>(value: Value, names: WireNames | undefined): Value {
  if (!names) return value;
  const data = namesAsData(names);
  if (typeof value === 'string') return (data ? wireName(data, value) : value) as Value;
  if (Array.isArray(value)) return value.map((each) => (Array.isArray(each) ? each : toWire(each, names))) as Value;
  if (!isObject(value)) return value;
  const renamed = Object.entries(value).map(([name, each]) => {
    if (data) return [wireName(data, name), toWire(each, entryOf(names['*'], name)[1])];
    const [wire, within] = entryOf(Object.hasOwn(names, name) ? names[name] : names['*'], name);
    return [wire, toWire(each, within)];
  });
  return Object.fromEntries(renamed) as Value;
}

/** A value from the wire with our names. What comes under one of ours that the wire calls otherwise is as unknown as any other name. */
export function fromWire<Value>(value: Value, names: WireNames | undefined): Value {
  if (!names) return value;
  const data = namesAsData(names);
  if (typeof value === 'string') return (data ? ourName(data, value) : value) as Value;
  // No list of lists: one with a hundred thousand levels would exhaust the stack.
  if (Array.isArray(value)) return value.map((each) => (Array.isArray(each) ? each : fromWire(each, names))) as Value;
  if (!isObject(value)) return value;
  const renamed = Object.entries(value).map(([wire, each]) => {
    const name = ourName(data ?? names, wire);
    const within = entryOf(names[!data && Object.hasOwn(names, name) ? name : '*'], name)[1];
    return [name, fromWire(each, within)];
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
        const here = namesAsData(names) ?? names;
        const name = way === 'toWire' ? part : (inverseOf(here).get(part) ?? part);
        const [wire, within]: [string, WireNames | undefined] = entryOf(
          Object.hasOwn(here, name) ? here[name] : names['*'],
          name,
        );
        names = within;
        return way === 'toWire' ? wire : name;
      })
      .join('.');
  };
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [renamePath(path), message])) as Errors;
}
