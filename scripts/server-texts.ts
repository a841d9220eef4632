import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import type { AnyEndpoint, FileRule } from '#shared/endpoint.ts';
import { type Node, nameOf, sentenceText } from './texts.ts';

/** What has a name in a module, or stands outside of all that has one. */
interface Part {
  texts: string[];
  /** The variables and functions that it names, texts of constants by their path, and variables that it returns. */
  names: Set<string>;
  /** The properties that it names: of services, their functions. */
  properties: Set<string>;
  isFunction: boolean;
}

interface Module {
  /** `''` is the module itself. */
  parts: Map<string, Part>;
  /** The other modules of the server, by the name that each is used by. */
  imports: Map<string, string>;
  /** These, and those of which it knows types, as of services that it is handed. */
  others: Set<string>;
}

const isFunction = (node: Node) => /Function/.test(node.type);
const literal = (node: Node) => (node.type === 'Literal' && typeof node.value === 'string' ? node.value : '');

/** The texts that a value may be. Of a template that is no `sentence` there is no translation. */
function choices(node: Node | null | undefined): string[] {
  if (!node) return [];
  if (node.type === 'ConditionalExpression')
    return [...choices(node.consequent as Node), ...choices(node.alternate as Node)];
  if (node.type === 'LogicalExpression') return [...choices(node.left as Node), ...choices(node.right as Node)];
  if (node.type !== 'TemplateLiteral') return [literal(node)];
  const id = sentenceText(node);
  return /\p{L}{2}/u.test(id) ? [`without a descriptor: ${id}`] : [];
}

const isSentence = (text: string) => /^[A-Z‘].* .*[.?!]$/.test(text);
/** Also a name of two words, which a refusal begins with: `notFound(called)`. */
const isWording = (text: string) => isSentence(text) || /^[A-Z‘]\S* \S+/.test(text);

/** What a node says to who has called: a refusal, the message of an answer, those of fields. */
function wordingsOf(node: Node): string[] {
  const [first, second] = (node.arguments ?? []) as Node[];
  const callee = nameOf(node.callee);
  if (node.type === 'NewExpression' && callee === 'AppError') return choices(second);
  if (callee === 'orNotFound' || callee === 'assertVersion') return choices(second);
  if (callee === 'Sentence' || callee === 'notFound') return choices(first);
  if (node.type === 'TaggedTemplateExpression')
    return /^(sentence|withFigures)$/.test(nameOf(node.tag)) ? [sentenceText(node.quasi as Node)] : [];
  // A helper makes a refusal of it.
  if (node.type === 'CallExpression') return (node.arguments as Node[]).flatMap(choices).filter(isSentence);
  if (node.type === 'ReturnStatement') return choices(node.argument as Node | null).filter(isWording);
  if (node.type !== 'Property') return [];
  const value = node.value as Node;
  if (nameOf(node.key) === 'message') return choices(value);
  if (nameOf(node.key) !== 'fields' || value.type !== 'ObjectExpression') return [];
  return (value.properties as Node[]).flatMap((property) => choices(property.value as Node | undefined));
}

/** Whether a function is only called for administrators, by what it takes. */
const isForOffice = (params: Node[]) =>
  params.some(({ typeAnnotation }) => {
    const { typeAnnotation: type } = (typeAnnotation ?? {}) as { typeAnnotation?: Node };
    return /^(ActingAdministrator|Reach)$/.test(nameOf(type?.typeName));
  });

/** The object of a constant, whose texts are used one by one. */
function objectOf(init: Node | null | undefined): Node | undefined {
  if (init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression')
    return objectOf(init.expression as Node);
  return init?.type === 'ObjectExpression' ? init : undefined;
}

/** `messages.general.failed`; empty for what is not so simple. */
function pathOf(node: Node): string {
  if (node.type === 'Identifier') return nameOf(node);
  if (node.type !== 'MemberExpression' || node.computed) return '';
  const object = pathOf(node.object as Node);
  return object && `${object}.${nameOf(node.property)}`;
}

/** @param isOffice whether a call is the office's alone, by its name in the contracts: what answers it is left out */
function readModule(path: string, isOffice: (call: string) => boolean): Module {
  const parts: Module['parts'] = new Map();
  const imports: Module['imports'] = new Map();
  const others: Module['others'] = new Set();
  const partOf = (name: string, isFunction = false): Part => {
    const part = parts.get(name) ?? { texts: [], names: new Set(), properties: new Set(), isFunction };
    parts.set(name, part);
    return part;
  };

  function visit(node: unknown, part: Part): void {
    if (Array.isArray(node)) for (const one of node) visit(one, part);
    else if (typeof node === 'object' && node !== null && 'type' in node) visitNode(node as Node, part);
  }

  function visitImport(node: Node): void {
    const from = literal(node.source as Node);
    const target = from.startsWith('.') ? join(dirname(path), from) : from.replace(/^#/, '');
    if (!/^(server|shared)\/(?!contracts\/)/.test(target) || !existsSync(target)) return;
    others.add(target);
    if (node.importKind !== 'type')
      for (const { local } of node.specifiers as Node[]) imports.set(nameOf(local), target);
  }

  function visitFunction(name: string, { params, body }: Node): void {
    if (!isForOffice(params as Node[])) visit([params, body], partOf(name, true));
  }

  function visitConstant(name: string, init: Node | null | undefined): void {
    if (init && isFunction(init)) {
      visitFunction(name, init);
      return;
    }
    const part = partOf(name);
    const object = objectOf(init);
    part.texts.push(...choices(init).filter(name.includes('.') ? isSentence : isWording));
    if (!object) visit(init, part);
    else
      for (const property of object.properties as Node[]) {
        const key = `${name}.${nameOf(property.key)}`;
        if (property.type !== 'Property' || property.computed) visit(property, part);
        else if (isFunction(property.value as Node)) visit(property, part);
        else {
          part.names.add(key);
          visitConstant(key, property.value as Node);
        }
      }
  }

  function visitNode(node: Node, part: Part): void {
    const { type, key, value, callee } = node as Node & Record<string, Node | undefined>;
    if (type === 'ImportDeclaration') {
      visitImport(node);
      return;
    }
    if (type.startsWith('TS') && !type.endsWith('Expression')) return;
    // What a feature declares beside its calls: mails, pages, its part of the office's search.
    if (type === 'ExportNamedDeclaration' && path.endsWith('/feature.ts')) return;
    // What a failure says to the log alone.
    if (type === 'NewExpression' && nameOf(callee) === 'Error') return;
    if (type === 'CallExpression' && nameOf(callee) === 'route') {
      const [, call] = node.arguments as Node[];
      if (isOffice(nameOf(call?.property) || nameOf(call))) return;
    }
    part.texts.push(...wordingsOf(node));
    const address = pathOf(node);
    if (address) part.names.add(address);
    if (type === 'MemberExpression') {
      if (!node.computed) part.properties.add(nameOf(node.property));
      if (node.computed || !address) visit([node.object, node.computed ? node.property : null], part);
    } else if (type === 'FunctionDeclaration') visitFunction(nameOf(node.id), node);
    else if (type === 'ClassDeclaration') visit(node.body, partOf(nameOf(node.id)));
    else if (type === 'VariableDeclarator' && nameOf(node.id)) visitConstant(nameOf(node.id), node.init as Node | null);
    else if (/^(Property|MethodDefinition)$/.test(type) && !node.computed) {
      if (isFunction(value!)) visitFunction(nameOf(key), value!);
      else visit(value, part);
    } else if (type === 'ReturnStatement' && (node.argument as Node | null)?.type === 'ObjectExpression') {
      const properties = (node.argument as Node).properties as Node[];
      visit(
        properties.filter(({ shorthand }) => !shorthand),
        part,
      );
      for (const property of properties) if (property.shorthand) part.names.add(`return ${nameOf(property.key)}`);
    } else if (type !== 'Identifier')
      for (const child of Object.values(node)) if (typeof child === 'object') visit(child, part);
  }

  visit(parseSync(path, readFileSync(path, 'utf8')).program, partOf(''));
  return { parts, imports, others };
}

/**
 * The texts that calls of others than the office can be answered with, each with its module: those of what every call goes through,
 * of the calls' handlers, and of each function that they use by its name, in the modules that they import.
 * @param isOffice whether a call is the office's alone, by its name in the contracts
 */
export function answersToOthers(isOffice: (call: string) => boolean): Map<string, string> {
  const modules = new Map<string, Module>();
  const read = (path: string): Module => {
    const module = modules.get(path) ?? readModule(path, isOffice);
    modules.set(path, module);
    return module;
  };
  const texts = new Map<string, string>();
  const seen = new Set<Part>();
  const follow = (path: string, name: string): void => {
    const { parts, imports, others } = read(path);
    const part = parts.get(name);
    if (!part) {
      const [first = '', ...rest] = name.split('.');
      const target = imports.get(first);
      if (target) follow(target, read(target).parts.has(first) ? name : rest.join('.'));
      else if (rest.length > 0) follow(path, name.slice(0, name.lastIndexOf('.')));
      return;
    }
    if (seen.has(part)) return;
    seen.add(part);
    for (const text of part.texts) if (text !== '') texts.set(text, path);
    for (const each of part.names) {
      const [, returned] = each.split('return ');
      // The functions of a service are used where they are called.
      if (returned === undefined) follow(path, each);
      else if (parts.get(returned)?.isFunction === false) follow(path, returned);
    }
    for (const each of part.properties)
      for (const other of [path, ...others]) if (read(other).parts.has(each)) follow(other, each);
  };
  const files = globSync('server/{features/**/{feature,*.routes},platform/http/*}.ts', { exclude: ['**/*.test.ts'] });
  for (const path of files)
    for (const name of read(path).parts.keys())
      if (name === '' || name.endsWith('Routes') || path.startsWith('server/platform/')) follow(path, name);
  return texts;
}

/** The messages of a schema's rules. A rule with a message of its own making is tried with values of several kinds. */
function messagesOf(schema: unknown, seen = new Set<unknown>()): string[] {
  const { def } = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod ?? {};
  if (!def || seen.has(schema)) return [];
  seen.add(schema);
  const spoken = ({ error }: { error?: unknown }) =>
    typeof error !== 'function'
      ? []
      : [undefined, '', 'x', 1].map((input) => {
          const answer: unknown = error({ code: 'custom', input, path: [], inst: schema });
          return typeof answer === 'string' ? answer : '';
        });
  const checks = (def.checks ?? []) as { _zod: { def: object } }[];
  const parts = [
    ...['innerType', 'element', 'in', 'out', 'left', 'right', 'valueType', 'keyType'].map((name) => def[name]),
    ...[def.shape, def.options, def.items].flatMap((group) => Object.values(group ?? {})),
    ...(def.type === 'lazy' ? [(def.getter as () => unknown)()] : []),
  ];
  return [
    ...[def, ...checks.map(({ _zod }) => _zod.def)].flatMap(spoken),
    ...parts.flatMap((part) => messagesOf(part, seen)),
  ].filter((text) => text !== '');
}

/** The messages of a call at its fields and files, to others than the office. */
export function rulesOf(call: AnyEndpoint): string[] {
  const schemas: unknown[] = [call.params, call.query, call.variants?.member ?? call.body, call.filesAlone];
  const rules = Object.values<FileRule>(call.files ?? {});
  return [...schemas.flatMap((schema) => messagesOf(schema)), ...rules.map(({ message }) => message)];
}
