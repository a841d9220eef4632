import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { parseSync } from 'vite';
import { districtNames } from '../../server/features/locations/bundle-data.ts';
import { readCatalogue } from '../../server/platform/languages/catalogue.ts';
import { languages } from '../../shared/languages.ts';
import type { Words } from '../../shared/sentence.ts';
import { appFile, appPages, appParts } from '../../web/app/pages.ts';
import { type FoundText, type Node, textsOf } from './texts.ts';

const others = languages.filter((language) => language !== 'en');
const isOurs = /\/web\/(?!testing\/|lib\/text\.ts)[^?]*\.tsx?(\?|$)/;
const root = resolve(import.meta.dirname, '../..');

/** Whether a script is one that a page names: an island's, the app's, one of its pages in all languages. */
const hasWords = (file: string) =>
  file.startsWith('web/site/islands/') || file === appFile || appPages.some((page) => page.file === file);

/** Parts that show States, whose names come from the server. */
const showsStates = /\/(?:LocalityField|DirectoryFilters|MemberCard|CardFace|ResultCounts)\.tsx$/;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The code with each text as a call that translates it. */
export function translated(code: string, texts: readonly FoundText[]): string {
  const outside = (start: number, end: number, found: FoundText) =>
    found.start >= start && found.end <= end && !(found.start === start && found.end === end);

  /** The code of a part, with the texts in it. */
  function codeOf(start: number, end: number, inner: readonly FoundText[]): string {
    const edits: Edit[] = [];
    for (const found of inner) {
      if (edits.some((edit) => found.start >= edit.start && found.end <= edit.end)) continue;
      edits.push({ start: found.start, end: found.end, text: callOf(found, inner) });
    }
    edits.sort((one, other) => other.start - one.start);
    return edits.reduce(
      (text, edit) => text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start),
      code.slice(start, end),
    );
  }

  function callOf(found: FoundText, all: readonly FoundText[]): string {
    const values = found.slots.map(({ name, start, end }) => {
      const inner = all.filter((other) => other !== found && other.start >= start && other.end <= end);
      return `${JSON.stringify(name)}: ${codeOf(start, end, inner)}`;
    });
    const given = values.length > 0 ? `, { ${values.join(', ')} }` : '';
    const call = `(${JSON.stringify(found.id)}${given})`;
    if (found.kind === 'call') return `${JSON.stringify(found.id)}${given}`;
    if (found.kind === 'children' && found.slots.length > 0) return withBlanks(found, `__withParts${call}`);
    return withBlanks(found, `__t${call}`);
  }

  /** Blanks around a text are no part of it. */
  function withBlanks(found: FoundText, call: string): string {
    const [before, after] = found.blanks;
    if (found.kind === 'children') return `${before ? '" ", ' : ''}${call}${after ? ', " "' : ''}`;
    return before || after ? `(${before ? '" " + ' : ''}${call}${after ? ' + " "' : ''})` : call;
  }

  const outer = texts.filter(
    (found) => !texts.some((other) => other !== found && outside(other.start, other.end, found)),
  );
  return codeOf(0, code.length, [...outer, ...texts.filter((found) => !outer.includes(found))]);
}

/** All texts that a built script has and that a language knows. */
function wordsOf(code: string, words: Words): Set<string> {
  const found = new Set<string>();
  const add = (text: string) => {
    if (Object.hasOwn(words, text)) found.add(text);
  };
  const visit = (node: Node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value.trim());
    if (node.type === 'TemplateLiteral') {
      const quasis = (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked);
      add(quasis.reduce((text, quasi, index) => `${text}{${index - 1}}${quasi}`));
    }
    for (const child of Object.values(node).flat()) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node);
    }
  };
  visit(parseSync('chunk.js', code).program as unknown as Node);
  return found;
}

/** The scripts that a script loads; `later`: also on demand. */
function reachable(
  entry: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  later: boolean,
): Rolldown.OutputChunk[] {
  const all = new Set([entry]);
  // A set is read while it grows.
  for (const { imports, dynamicImports } of all) {
    for (const file of [...imports, ...(later ? dynamicImports : [])]) {
      const chunk = chunks.get(file);
      if (chunk) all.add(chunk);
    }
  }
  return [...all];
}

/**
 * English stands in the code. In both builds each text that another language knows becomes a call that translates it; beside each script that a page
 * loads by itself stands one with its words in each other language, and `.vite/words.json` says which.
 */
export function inOtherLanguages(): Plugin {
  const catalogues = others.map((language) => ({ language, words: readCatalogue(language) }));
  const isKnown = (id: string) => catalogues.some(({ words }) => Object.hasOwn(words, id));
  return {
    name: 'in-other-languages',
    transform(code, id) {
      if (!isOurs.test(id) || /\.test\.tsx?$/.test(id)) return null;
      const texts = textsOf(this.parse(code) as unknown as Node).filter(
        (found) => isKnown(found.id) && !found.isEarly && (found.kind !== 'call' || found.slots.length > 0),
      );
      if (texts.length === 0) return null;
      const importing =
        "import { t as __t } from '#web/lib/text.ts';\nimport { withParts as __withParts } from '#web/lib/with-parts.ts';\n";
      return { code: importing + translated(code, texts), map: null };
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
      );
      const sourceOf = ({ facadeModuleId }: Rolldown.OutputChunk) => facadeModuleId && relative(root, facadeModuleId);
      const partsOfApp = [...chunks.values()].filter((chunk) => appParts.includes(sourceOf(chunk) || ''));
      const files: Record<string, Record<string, string>> = {};
      for (const { language, words } of catalogues) {
        const own = new Map([...chunks.values()].map((chunk) => [chunk, wordsOf(chunk.code, words)]));
        for (const [chunk, texts] of own) {
          if (chunk.moduleIds.some((id) => showsStates.test(id)))
            for (const name of Object.keys(districtNames)) texts.add(name);
        }
        files[language] = {};
        for (const chunk of chunks.values()) {
          const file = sourceOf(chunk);
          if (!file || !hasWords(file)) continue;
          // Each page that the app loads later brings its own.
          const loaded =
            file === appFile
              ? [chunk, ...partsOfApp].flatMap((part) => reachable(part, chunks, part !== chunk))
              : reachable(chunk, chunks, true);
          const texts = new Set(loaded.flatMap((each) => [...own.get(each)!]));
          if (texts.size === 0) continue;
          const script = `Object.assign((globalThis.siteWords ??= {}), ${JSON.stringify(Object.fromEntries([...texts].sort().map((text) => [text, words[text]])))})`;
          const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
          const fileName = `assets/${language}-${chunk.name}-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source: script });
          files[language][file] = `/${fileName}`;
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/words.json', source: JSON.stringify(files) });
    },
  };
}
