/** Finds the texts that people see in a module, after its JSX has become calls. */

export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Slot {
  name: string;
  start: number;
  end: number;
}

/** A text and where it stands: as a value, or as children between which other elements stand. */
export interface FoundText {
  id: string;
  start: number;
  end: number;
  slots: Slot[];
  kind: 'value' | 'children' | 'call';
  /** Whether there are blanks before and after it. */
  blanks: [boolean, boolean];
  /** At the top of its module: read when that is loaded, so that it is translated where it is shown. */
  isEarly: boolean;
}

const jsxCalls = /^(_?jsxs?|_?jsxDEV)$/;
const hasWord = /\p{L}{2}/u;

/** The properties whose values people read. */
const textProperties = new Set(
  'alt aria-description aria-label caption children description emptyText empty error heading hint label legend message note officeHint ownLabel placeholder question said summary text title tooltip shows busy confirm submitLabel busyLabel confirmLabel closeLabel remark allText refused kept unmatchedText consequence'.split(
    ' ',
  ),
);
/** Those of a JSX element only: elsewhere such a property is no text. */
const elsewhereNot = new Set(['error', 'children', 'busy']);
const partOfNothing = new Set(['svg', 'br', 'img', 'input', 'hr']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isText = (node: Node): boolean => node.type === 'Literal' && typeof node.value === 'string';
/** Not the name of a class. */
const isCapital = (node: Node): boolean => /^[A-Z]/.test(String(node.value));
const isJsx = (node: Node): boolean =>
  node.type === 'CallExpression' && jsxCalls.test(((node.callee as Node).name as string | undefined) ?? '');

/** A name for a value in a text: that of the variable, the property or the element. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name as string;
  if (node.type === 'MemberExpression') {
    const property = node.property as Node;
    return node.computed ? nameOf(node.object as Node) : (property.name as string);
  }
  if (isJsx(node)) {
    const [tag] = node.arguments as Node[];
    const name = isText(tag!) ? (tag!.value as string) : nameOf(tag!);
    return name.charAt(0).toLowerCase() + name.slice(1);
  }
  if (node.type === 'CallExpression') {
    const [first] = node.arguments as Node[];
    return first && /^(Identifier|MemberExpression|CallExpression)$/.test(first.type)
      ? nameOf(first)
      : nameOf(node.callee as Node);
  }
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') return nameOf(node.expression as Node);
  return 'value';
}

function named(nodes: readonly Node[]): Slot[] {
  const used = new Map<string, number>();
  return nodes.map((node) => {
    const name = nameOf(node).replace(/\W/g, '') || 'value';
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return { name: count === 1 ? name : `${name}${count}`, start: node.start, end: node.end };
  });
}

/** The texts of a module's program. */
export function textsOf(program: Node): FoundText[] {
  const texts: FoundText[] = [];
  let depth = 0;
  const add = (
    text: string,
    { start, end }: Pick<Node, 'start' | 'end'>,
    kind: FoundText['kind'],
    slots: Slot[] = [],
  ) => {
    const id = text.trim();
    if (!hasWord.test(id.replace(/\{\w+\}/g, ''))) return;
    const blanks: FoundText['blanks'] = [/^\s/.test(text), /\s$/.test(text)];
    texts.push({ id, start, end, kind, blanks, slots, isEarly: depth === 0 });
  };

  function visitTemplate(node: Node, kind: FoundText['kind']) {
    const quasis = (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked);
    const expressions = node.expressions as Node[];
    const slots = named(expressions);
    add(
      quasis.map((text, index) => (slots[index] ? `${text}{${slots[index].name}}` : text)).join(''),
      node,
      kind,
      slots,
    );
    for (const expression of expressions) visitShown(expression);
  }

  /** What a node shows: its own text, or those between which it chooses. */
  function visitShown(node: Node | null | undefined): void {
    if (!node) return;
    if (isText(node)) add(node.value as string, node, 'value');
    else if (node.type === 'TemplateLiteral') visitTemplate(node, 'value');
    else if (node.type === 'ConditionalExpression') {
      visit(node.test);
      visitShown(node.consequent as Node);
      visitShown(node.alternate as Node);
    } else if (node.type === 'LogicalExpression') {
      if (node.operator === '&&') visit(node.left);
      else visitShown(node.left as Node);
      visitShown(node.right as Node);
    } else if (node.type === 'ParenthesizedExpression') visitShown(node.expression as Node);
    else visit(node);
  }

  /** Children: a text with what stands in it, or each by itself. */
  function visitChildren(children: Node[]): void {
    const isPart = (node: Node) => {
      if (isText(node)) return (node.value as string).trim() !== '';
      if (node.type === 'LogicalExpression') return false;
      return !(isJsx(node) && (isHidden(node) || partOfNothing.has(String((node.arguments as Node[])[0]?.value))));
    };
    const first = children.findIndex(isPart);
    const last = children.findLastIndex(isPart);
    const inside = children.slice(first, last + 1);
    const isSentence = first >= 0 && inside.some((node) => isText(node) && hasWord.test(node.value as string));
    if (!isSentence) {
      for (const child of children) visitShown(child);
      return;
    }
    const slots = named(inside.filter((node) => !isText(node)));
    let next = 0;
    const id = inside.map((node) => (isText(node) ? (node.value as string) : `{${slots[next++]!.name}}`)).join('');
    const at = { start: inside[0]!.start, end: inside.at(-1)!.end };
    add(id, at, 'children', slots);
    for (const child of children) if (!isText(child) || !inside.includes(child)) visitShown(child);
  }

  function visitProperty(property: Node, isOfJsx: boolean): void {
    const key = property.key as Node | undefined;
    const name = String(key?.name ?? key?.value ?? '');
    const value = property.value as Node;
    if (isOfJsx && name === 'children' && value.type === 'ArrayExpression') visitChildren(value.elements as Node[]);
    // A default, as in `{ label = 'Loading' }`.
    else if (value.type === 'AssignmentPattern' && textProperties.has(name) && isCapital(value.right as Node))
      visitShown(value.right as Node);
    else if (textProperties.has(name) && (isOfJsx || !elsewhereNot.has(name))) visitShown(value);
    else visit(value);
  }

  function visit(node: unknown): void {
    if (Array.isArray(node)) {
      for (const each of node) visit(each);
      return;
    }
    if (!isNode(node)) return;
    const isFunction = /Function/.test(node.type);
    if (isFunction) depth += 1;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') visitCall(node);
    else if (node.type === 'Property') visitProperty(node, false);
    else if (node.type === 'ImportDeclaration') return;
    else for (const child of Object.values(node)) if (typeof child === 'object') visit(child);
    if (isFunction) depth -= 1;
  }

  function visitCall(node: Node): void {
    const callee = node.callee as Node;
    const args = node.arguments as Node[];
    if (isJsx(node)) {
      visit(args[0]);
      const [, props] = args;
      if (props?.type === 'ObjectExpression') {
        for (const property of props.properties as Node[]) {
          if (property.type === 'Property') visitProperty(property, true);
          else visit(property);
        }
      } else visit(props);
      return;
    }
    visit(callee);
    const [first] = args;
    if (callee.type === 'Identifier' && callee.name === 't' && first) {
      if (first.type === 'TemplateLiteral') visitTemplate(first, 'call');
      else visitShownOnly(first);
      visit(args.slice(1));
      return;
    }
    const isNotice = callee.type === 'MemberExpression' && (callee.object as Node).name === 'toast';
    if (isNotice || callee.name === 'AppError') for (const arg of isNotice ? args : args.slice(1)) visitShown(arg);
    else visit(args);
  }

  /** In a call of `t`, which translates it already. */
  function visitShownOnly(node: Node): void {
    if (isText(node)) add(node.value as string, node, 'call');
    else if (node.type === 'ConditionalExpression') {
      visit(node.test);
      visitShownOnly(node.consequent as Node);
      visitShownOnly(node.alternate as Node);
    } else visit(node);
  }

  visit(program);
  return texts;
}

function isHidden(element: Node): boolean {
  const [, props] = element.arguments as Node[];
  return (
    props?.type === 'ObjectExpression' &&
    (props.properties as Node[]).some((property) => {
      const key = property.key as Node | undefined;
      return key?.value === 'aria-hidden' && (property.value as Node).value !== false;
    })
  );
}
