import { inLanguage } from '#server/platform/languages/catalogue.ts';
import type { Wording } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { MailKind } from '#shared/mail-names.ts';
import { type Paragraph, type Piece, readMarkup } from '#shared/markup.ts';
import type { MailData, MailSecrets } from './kinds.ts';
import { type Block, blockText, markupBlock, oneLine } from './layout.ts';

/** A kind of mail whose words the office may change. A test mail uses those of another kind. */
export type TemplateKind = Exclude<MailKind, 'template-test'>;

/** The values of a mail: the queue's data, the secret if its kind has one, the recipient, and the sender. */
export type MailValues<Kind extends MailKind> = MailData<Kind> &
  (Kind extends keyof MailSecrets ? MailSecrets[Kind] : unknown) & {
    to: string;
    /** The association's name as it is written within a sentence. */
    association: string;
    /** The site's address, or ''. */
    site: string;
  };

/** A value that a template uses as `{{name}}`. */
export interface Variable<Values> {
  meaning: string;
  /** Without it the mail would not say what it is for. */
  required?: boolean;
  /** Words within a sentence; by default the value of the same name. */
  value?(values: Values): Wording;
  /** Paragraphs written by the program, including secrets and links; an empty list leaves no trace. */
  blocks?(values: Values): Block[];
  /** The labels of lines that programs and people look for: no other line of the mail may begin with one. */
  lines?: readonly string[];
}

export interface Words {
  subject: string;
  /** The office's simple text, with variables. */
  text: string;
}

interface Template<Values> extends Words {
  variables: Record<string, Variable<Values>>;
  /** Used in place of the common examples. */
  examples?: Record<string, string>;
}

export type Templates<Kind extends TemplateKind> = { [Each in Kind]: Template<MailValues<Each>> };

export const word = <Values>(meaning: string, value?: (values: Values) => Wording): Variable<Values> => ({
  meaning,
  ...(value && { value }),
});
export const block = <Values>(
  meaning: string,
  blocks: (values: Values) => Block[],
  lines: readonly string[] = [],
): Variable<Values> => ({ meaning, blocks, lines, required: true });

/** A template whose values are only known as text here. */
export type AnyTemplate = Template<Record<string, string>>;

const variable = /\{\{([^{}]{0,60})\}\}/g;
const written = (name: string) => `{{${name}}}`;
const namesIn = (text: string) => [...text.matchAll(variable)].map(([, name = '']) => name);
const list = (names: Iterable<string>) => [...new Set(names)].map(written).join(', ');

const linesOf = (paragraph: Paragraph) => (paragraph.kind === 'list' ? paragraph.items : paragraph.lines);

/** The name of the variable that a paragraph consists of. */
function aloneIn(paragraph: Paragraph): string | undefined {
  const [line = [], ...lines] = linesOf(paragraph);
  const [piece, ...pieces] = line;
  if (paragraph.kind === 'list' || !piece || lines.length + pieces.length > 0) return undefined;
  const isPlain = !piece.bold && piece.url === undefined;
  return isPlain ? /^\{\{([^{}]{0,60})\}\}$/.exec(piece.text)?.[1] : undefined;
}

/** Inserts the values. Each becomes one line of plain text; neither markup nor variables in it are interpreted. */
const filledIn = (words: string, find: (name: string) => string) =>
  words.replace(variable, (_whole, name: string) => oneLine(find(name)));

function filledParagraph(paragraph: Paragraph, find: (name: string) => string, labels: Iterable<string>): Block[] {
  const fill = (line: Piece[]) => {
    const filled = line.map((piece) => ({ ...piece, text: filledIn(piece.text, find) }));
    const start = filled
      .map((piece) => piece.text)
      .join('')
      .trimStart();
    // A name at the beginning of a line must not imitate a line that only a block may write.
    const isForged = line[0]?.text.startsWith('{{') && [...labels].some((label) => start.startsWith(`${label}:`));
    return isForged ? [{ text: '· ', bold: false }, ...filled] : filled;
  };
  const lines = linesOf(paragraph).map(fill);
  if (lines.every((line) => line.every(({ text }) => text === ''))) return [];
  return [markupBlock(paragraph.kind === 'list' ? { kind: 'list', items: lines } : { kind: 'paragraph', lines })];
}

/** Parsing takes longer than filling in, and many mails share a text. */
const lastRead = new Map<string, Paragraph[]>();
function paragraphsOf(text: string): Paragraph[] {
  const known = lastRead.get(text);
  if (known) return known;
  if (lastRead.size >= 100) lastRead.clear();
  const read = readMarkup(text);
  lastRead.set(text, read);
  return read;
}

/** Our own words in a language; each paragraph is translated as a whole. */
export const ownWords = ({ subject, text }: Words, language: Language): Words => ({
  subject: inLanguage(subject, language),
  text: text
    .split('\n\n')
    .map((paragraph) => inLanguage(paragraph, language))
    .join('\n\n'),
});

/** The labels of the lines in a template's blocks. */
export const labelsOf = ({ variables }: Pick<AnyTemplate, 'variables'>): readonly string[] =>
  Object.values(variables).flatMap(({ lines = [] }) => lines);

/**
 * @param values every value; missing ones read as ''
 * @param labels no line may begin with one because of a value
 * @param language of the words
 */
export function fillTemplate(
  { variables }: AnyTemplate,
  { subject, text }: Words,
  values: Record<string, string>,
  labels: ReadonlySet<string>,
  language: Language = 'en',
): { subject: string; blocks: Block[] } {
  const find = (name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = variable?.value?.(values);
    return value === undefined ? (values[name] ?? '') : inLanguage(value, language);
  };
  const blocks = paragraphsOf(text).flatMap((paragraph) => {
    const alone = aloneIn(paragraph);
    const blocksOf = alone !== undefined && Object.hasOwn(variables, alone) ? variables[alone]?.blocks : undefined;
    return blocksOf ? blocksOf(values) : filledParagraph(paragraph, find, labels);
  });
  return { subject: filledIn(subject, find), blocks };
}

/** An example of a variable's value, for authors of templates. */
export function exampleOf({ variables }: AnyTemplate, name: string, values: Record<string, string>): string {
  const { blocks, value } = variables[name] ?? {};
  if (blocks)
    return blocks(values)
      .map((each) => blockText(each))
      .join('\n');
  return String(value?.(values) ?? values[name] ?? '');
}

/** The problems of a changed template, as messages at its fields; empty when it is valid. */
export function problemsOf({ variables }: AnyTemplate, { subject, text }: Words): { subject?: string; text?: string } {
  const isBlock = (name: string) => variables[name]?.blocks !== undefined;
  const unknownIn = (names: string[]) => names.filter((name) => !Object.hasOwn(variables, name));
  const inSubject: string[] = [];
  const subjectNames = namesIn(subject);
  const unknown = unknownIn(subjectNames);
  if (unknown.length > 0) inSubject.push(`This mail has no ${list(unknown)}.`);
  const secret = subjectNames.filter((name) => Object.hasOwn(variables, name) && isBlock(name));
  if (secret.length > 0) inSubject.push(`${list(secret)} cannot stand in the subject.`);
  const inText = textProblems(variables, text, isBlock, unknownIn(namesIn(text)));
  return {
    ...(inSubject.length > 0 && { subject: inSubject.join(' ') }),
    ...(inText.length > 0 && { text: inText.join(' ') }),
  };
}

function textProblems(
  variables: AnyTemplate['variables'],
  text: string,
  isBlock: (name: string) => boolean,
  unknown: string[],
): string[] {
  const problems: string[] = [];
  if (unknown.length > 0) problems.push(`This mail has no ${list(unknown)}.`);
  const paragraphs = paragraphsOf(text);
  const names = new Set<string>();
  const broken = new Set<string>();
  const starts: string[] = [];
  for (const paragraph of paragraphs) {
    const alone = aloneIn(paragraph);
    if (alone !== undefined && Object.hasOwn(variables, alone) && isBlock(alone)) {
      names.add(alone);
      continue;
    }
    for (const line of linesOf(paragraph)) {
      starts.push(line.map((piece) => piece.text).join(''));
      for (const { text: words, url } of line) {
        for (const name of namesIn(words)) (Object.hasOwn(variables, name) && isBlock(name) ? broken : names).add(name);
        if (url !== undefined && /[{}]/.test(url)) problems.push('The address of a link cannot hold a variable.');
      }
    }
  }
  if (broken.size > 0)
    problems.push(`Please put into a paragraph of its own, with a blank line around it: ${list(broken)}.`);
  const needed = Object.keys(variables).filter((name) => variables[name]?.required);
  const missing = needed.filter((name) => !names.has(name) && !broken.has(name));
  if (missing.length > 0) problems.push(`The text has to keep ${list(missing)}.`);
  for (const [name, { lines = [] }] of Object.entries(variables)) {
    const matches = lines.filter((line) => starts.some((start) => start.trimStart().startsWith(`${line}:`)));
    for (const line of matches) problems.push(`Only ${written(name)} writes a line that begins with ‘${line}:’.`);
  }
  return [...new Set(problems)];
}
