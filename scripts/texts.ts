import { parseSync } from 'vite';

/** Reads the texts of a source file: those that are marked for translation, and those that are not. */

export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** What stands in a text in place of a name in braces. */
interface Part {
  name: string;
  node: Node;
}

/** `t('…')`, `` t(`…`) ``, `msg('…')`, `<T>…</T>` or a sentence. */
export interface MarkedText {
  id: string;
  /** What the text stands in: a literal, a template or an element. */
  node: Node;
  kind: 'literal' | 'template' | 'element' | 'sentence' | 'constant';
  parts: Part[];
}

export interface UnmarkedText {
  text: string;
  node: Node;
}

/** The line of a node, from 1 on. */
export const lineOf = (code: string, { start }: Node): number => code.slice(0, start).split('\n').length;

const hasWord = /\p{L}{2}/u;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
export const nameOf = (node: unknown): string => (node as { name?: string } | null | undefined)?.name ?? '';
export const isText = (node: Node): boolean => node.type === 'Literal' && typeof node.value === 'string';
const elementName = (node: Node): string => {
  const name = (node.openingElement as Node | undefined)?.name as Node | undefined;
  return nameOf(name) || nameOf(name?.property);
};
const isMarkOfElement = (node: Node) => node.type === 'JSXElement' && elementName(node) === 'T';

/** All nodes in a node. */
export function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode);
    else if (isNode(value)) yield value;
  }
}

/** A text between tags as React shows it: each line without the blanks around it. */
export function shownText(raw: string): string {
  const lines = raw.split(/\r?\n/);
  return lines
    .map((line, index) => {
      const after = index > 0 ? line.trimStart() : line;
      return index < lines.length - 1 ? after.trimEnd() : after;
    })
    .filter((line) => line !== '')
    .join(' ');
}

/** `x` of `x!` and `x as Y`. */
function withoutType<Some extends Node | undefined>(node: Some): Node | Some {
  const isWrapped = node && /^(TS\w+Expression|ChainExpression|ParenthesizedExpression)$/.test(node.type);
  return isWrapped ? withoutType(node.expression as Node) : node;
}

/** A name for a value in a text: that of the variable, the property or the element. */
function partName(node: Node): string {
  if (node.type === 'Identifier') return nameOf(node);
  if (node.type === 'MemberExpression') return node.computed ? partName(node.object as Node) : nameOf(node.property);
  if (node.type === 'JSXElement') return elementName(node).replace(/^./, (letter) => letter.toLowerCase());
  if (node.type === 'CallExpression') {
    const first = withoutType((node.arguments as Node[])[0]);
    if (first && /^(Identifier|MemberExpression|CallExpression)$/.test(first.type)) return partName(first);
    return nameOf(node.callee) === 't' ? 'value' : partName(node.callee as Node);
  }
  const bare = withoutType(node);
  return bare === node ? 'value' : partName(bare);
}

function named(nodes: readonly Node[]): Part[] {
  const used = new Map<string, number>();
  return nodes.map((node) => {
    const name = partName(node).replace(/\W/g, '') || 'value';
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return { name: count === 1 ? name : `${name}${count}`, node };
  });
}

const quasisOf = (template: Node) =>
  (template.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);

/** The text of a template by the names of its values. */
export function templateText(template: Node): Pick<MarkedText, 'id' | 'parts'> {
  const parts = named(template.expressions as Node[]);
  return { id: quasisOf(template).reduce((id, text, index) => `${id}{${parts[index - 1]!.name}}${text}`), parts };
}

/** The text of a sentence, whose values have numbers. */
export const sentenceText = (template: Node) =>
  quasisOf(template).reduce((id, text, index) => `${id}{${index - 1}}${text}`);

/** The text of an element's children, with a name in braces for each that is none. */
export function childrenText(children: readonly Node[]): Pick<MarkedText, 'id' | 'parts'> {
  const shown = children.flatMap((child): (string | Node)[] => {
    if (child.type === 'JSXText') return [shownText(child.value as string)];
    if (child.type !== 'JSXExpressionContainer') return [child];
    const expression = child.expression as Node;
    if (expression.type === 'JSXEmptyExpression') return [];
    return [isText(expression) ? (expression.value as string) : expression];
  });
  const parts = named(shown.filter((each) => typeof each !== 'string'));
  let next = 0;
  const id = shown.map((each) => (typeof each === 'string' ? each : `{${parts[next++]!.name}}`)).join('');
  return { id: id.trim(), parts };
}

export const parseSource = (path: string, code: string): Node =>
  parseSync(path.split('?')[0]!, code).program as unknown as Node;

/** The marked texts of a program, outer ones before those in them. */
export function markedTexts(program: Node): MarkedText[] {
  const texts: MarkedText[] = [];
  const add = (text: MarkedText) => {
    if (hasWord.test(text.id.replaceAll(/\{\w+\}/g, ''))) texts.push(text);
  };
  const addChoices = (node: Node) => {
    if (isText(node)) add({ id: node.value as string, node, kind: 'literal', parts: [] });
    else if (node.type === 'ConditionalExpression') {
      addChoices(node.consequent as Node);
      addChoices(node.alternate as Node);
    }
  };
  const visit = (node: Node) => {
    const callee = nameOf(node.callee);
    const [first] = (node.arguments ?? []) as Node[];
    if (node.type === 'CallExpression' && callee === 't' && first) {
      if (first.type === 'TemplateLiteral') add({ ...templateText(first), node: first, kind: 'template' });
      else addChoices(first);
    } else if (node.type === 'CallExpression' && callee === 'msg' && first)
      add({ id: String(first.value), node, kind: 'constant', parts: [] });
    else if (isMarkOfElement(node)) add({ ...childrenText(node.children as Node[]), node, kind: 'element' });
    else if (node.type === 'NewExpression' && callee === 'Sentence' && first) addChoices(first);
    else if (node.type === 'TaggedTemplateExpression' && /^(sentence|withFigures)$/.test(nameOf(node.tag)))
      add({ id: sentenceText(node.quasi as Node), node, kind: 'sentence', parts: [] });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return texts;
}

/** Attributes that nobody reads. */
const technical = new Set(
  'accept as autoCapitalize autoComplete className content current d dir form height href id key kind lang look name path rel role size src srcSet style to tone type value viewBox when width'.split(
    ' ',
  ),
);
const isTechnical = (attribute: string) =>
  technical.has(attribute) || /^(data-|aria-(?!label$|description$|valuetext$))/.test(attribute);
/** Three plain words in a row, or what begins with a capital letter and is no name of the code. */
const isWording = (text: string) =>
  /(^|\s)\p{L}+,? \p{L}+,? \p{L}{2}/u.test(text) ||
  (/^[^\w.]*\p{Lu}\p{Ll}*(\P{L}.*|)$/su.test(text) && hasWord.test(text) && !/\w\{|^\S*[+]/.test(text));

/** What stands around a literal as far as it is one of several values of the same. */
const choices =
  /^(ConditionalExpression|LogicalExpression|JSXExpressionContainer|TSAsExpression|TSSatisfiesExpression)$/;

/** Where a text that nobody marks can stand: it is read, if it looks like one; it is read in any case; it is not read. */
function placeOf(parents: readonly Node[], literal: Node): 'perhaps' | 'shown' | 'technical' {
  let child = literal;
  for (const parent of parents.toReversed()) {
    if (parent.type === 'JSXAttribute') return isTechnical(nameOf(parent.name)) ? 'technical' : 'perhaps';
    if (child.type === 'JSXExpressionContainer') return 'shown';
    if (parent.type === 'BinaryExpression' && parent.operator !== '+') return 'technical';
    if (parent.type === 'MemberExpression' || (parent.type === 'SwitchCase' && parent.test === child))
      return 'technical';
    if (parent.type === 'Property') {
      const { name, value } = parent.key as { name?: string; value?: string };
      return parent.key === child || /^(@|authorization)/i.test(name ?? value ?? '') ? 'technical' : 'perhaps';
    }
    // `['Enter', ' '].includes(key)`, `lazyPart(load, 'Component')`
    if (parent.type === 'CallExpression' && nameOf(parent.callee) === 'lazyPart') return 'technical';
    if (parent.type !== 'ArrayExpression' && !choices.test(parent.type)) return 'perhaps';
    child = parent;
  }
  return 'perhaps';
}

/** What looks like a text that people read and is not marked. */
export function unmarkedTexts(program: Node): UnmarkedText[] {
  const unmarked: UnmarkedText[] = [];
  const add = (node: Node, text: string) => unmarked.push({ text: text.trim(), node });
  const addLiteral = (node: Node, text: string, parents: readonly Node[]) => {
    const place = placeOf(parents, node);
    if (
      place !== 'technical' &&
      (isWording(text) || (place === 'shown' && hasWord.test(text.replaceAll(/\{\w+\}/g, ''))))
    )
      add(node, text);
  };
  const visit = (node: Node, parents: readonly Node[]): void => {
    const within = [...parents, node];
    if (/^(Import|TSType|TSInterface|TSLiteral|TSTypeAlias)/.test(node.type)) return;
    // What an error says to developers, and the text of a sentence.
    if (node.type === 'NewExpression' && /^((?!App)\w*Error|Sentence)$/.test(nameOf(node.callee))) return;
    if (node.type === 'JSXText') {
      if (!isMarkOfElement(parents.at(-1)!) && hasWord.test(node.value as string))
        add(node, shownText(node.value as string));
    } else if (isText(node)) addLiteral(node, node.value as string, parents);
    else if (node.type === 'TemplateLiteral') {
      addLiteral(node, sentenceText(node), parents);
      for (const each of node.expressions as Node[]) visit(each, within);
    } else if (node.type === 'CallExpression' && /^(t|msg)$/.test(nameOf(node.callee))) {
      const [first, ...rest] = node.arguments as Node[];
      if (first?.type === 'TemplateLiteral')
        for (const each of first.expressions as Node[]) visit(each, [...within, first]);
      else if (first) visitMarked(first, within);
      for (const each of rest) visit(each, within);
    } else if (node.type === 'TaggedTemplateExpression')
      for (const each of (node.quasi as Node).expressions as Node[]) visit(each, within);
    else for (const child of childrenOf(node)) visit(child, within);
  };
  /** In a call of `t`, whose texts are marked. */
  const visitMarked = (node: Node, parents: readonly Node[]): void => {
    if (isText(node)) return;
    if (node.type === 'ConditionalExpression') {
      visit(node.test as Node, parents);
      visitMarked(node.consequent as Node, parents);
      visitMarked(node.alternate as Node, parents);
    } else visit(node, parents);
  };
  visit(program, []);
  return unmarked;
}

/** The calls of a function by its name. */
export function callsOf(program: Node, name: string): Node[] {
  const calls: Node[] = [];
  const visit = (node: Node) => {
    if (node.type === 'CallExpression' && nameOf(node.callee) === name) calls.push(node);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return calls;
}

/** The line on which a text stands first, as far as it can be found. */
export const lineOfText = (code: string, text: string): number =>
  code.slice(0, Math.max(0, code.indexOf(text.split(/\{\w+\}/, 1)[0]!))).split('\n').length;

/** The values of a constant below these names; undefined stands for all names. */
function valuesAt(value: unknown, [name, ...names]: (string | undefined)[], isLast = false): unknown[] {
  if (typeof value !== 'object' || value === null || isLast) return [value];
  if (name !== undefined) return valuesAt((value as Record<string, unknown>)[name], names, names.length === 0);
  return Object.values(value).flatMap((each) => valuesAt(each, names, names.length === 0));
}

/** The texts that a module shows of constants of `shared/`: of `t(messages.empty.directory)` and `t(labels[kind])`. */
export async function sharedTexts(program: Node): Promise<UnmarkedText[]> {
  const modules = new Map<string, { source: string; name: string }>();
  for (const { type, source, specifiers } of program.body as (Node & Record<'source', Node>)[]) {
    if (type !== 'ImportDeclaration' || !/^#shared\/(?!contracts\/)/.test(String(source.value))) continue;
    for (const { local, imported } of specifiers as Node[])
      modules.set(nameOf(local), { source: String(source.value), name: nameOf(imported) });
  }
  const texts: UnmarkedText[] = [];
  for (const call of callsOf(program, 't')) {
    const names: (string | undefined)[] = [];
    let node = withoutType((call.arguments as Node[])[0]!);
    if (node.type === 'LogicalExpression') node = node.left as Node;
    for (; node.type === 'MemberExpression'; node = withoutType(node.object as Node))
      names.unshift(node.computed ? undefined : nameOf(node.property));
    const constant = modules.get(nameOf(node));
    if (!constant) continue;
    const module = (await import(constant.source)) as Record<string, unknown>;
    for (const value of valuesAt(module[constant.name], names, names.length === 0))
      if (typeof value === 'string') texts.push({ text: value, node: call });
  }
  return texts;
}
