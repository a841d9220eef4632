import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { parseSync } from 'vite';
import { districtNames } from '../../server/features/locations/bundle-data.ts';
import { readCatalogue } from '../../server/platform/languages/catalogue.ts';
import { languages } from '../../shared/languages.ts';
import { type Catalogue, keyOfText } from '../../shared/sentence.ts';
import { appFile, appPages, appParts } from '../../web/app/pages.ts';
import { type FoundText, type Node, textsOf } from './texts.ts';

const others = languages.filter((language) => language !== 'en');
const isOurs = /\/web\/(?!testing\/|lib\/text\.ts)[^?]*\.tsx?(\?|$)/;
const root = resolve(import.meta.dirname, '../..');

/** Also of contracts whose schemas alone are taken. */
const isCode = /\.tsx?(\?|$)/;

const isOfApp = (file: string) => appPages.some((page) => page.file === file);
/** Whether a script is one that a page names: an island's, the app's, one of its pages in all languages. */
const hasWords = (file: string) => file.startsWith('web/site/islands/') || file === appFile || isOfApp(file);

/** Parts that show States, whose names come from the server. */
const showsStates = /\/(?:LocalityField|DirectoryFilters|MemberCard|CardFace|ResultCounts)\.tsx$/;
/** Every form's rules know the fields and options of people; these parts show them. */
const ofPeople = /\/shared\/(?:person|options)\.ts$/;
const showsPeople = /\/(?:PersonFields|DirectoryFilters|MemberCard|CheckAnswers|LibraryPage)\.tsx$/;

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
function wordsOf(code: string, words: Catalogue): Set<string> {
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

/** Whatever these lead to, in each of the ways that `next` tells. */
function reachable<T>(from: readonly T[], next: (each: T) => readonly T[]): Set<T> {
  const all = new Set(from);
  // A set is read while it grows.
  for (const each of all) for (const one of next(each)) all.add(one);
  return all;
}

/**
 * English stands in the code. In both builds each text that another language knows becomes a call that translates it; beside each script that a page
 * loads by itself stands one with its words in each other language, and `.vite/words.json` says which.
 */
export function inOtherLanguages(): Plugin {
  const catalogues = others.map((language) => ({ language, words: readCatalogue(language) }));
  for (const { language, words } of catalogues) {
    const byKey = Map.groupBy(Object.keys(words), keyOfText);
    for (const same of byKey.values())
      if (same.length > 1) throw new Error(`${language}: one key for ‘${same.join('’, ‘')}’`);
  }
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
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const sourceOf = (id: string) => relative(root, id);
      const next = (id: string, later: boolean) => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        return later ? [...importedIds, ...dynamicallyImportedIds] : importedIds;
      };
      const files: Record<string, Record<string, string>> = {};
      for (const { language, words } of catalogues) {
        // What the build has left out of a script is not said, and what another module of the same script says is not said here.
        const built = chunks.map(({ code }) => code).join('\n');
        const own = new Map<string, string[]>();
        const textsOfModule = (id: string): string[] => {
          let texts = own.get(id);
          if (!texts) {
            const code = this.getModuleInfo(id)?.code;
            texts = code && isCode.test(id) ? [...wordsOf(code, words)].filter((text) => built.includes(text)) : [];
            if (showsStates.test(id)) texts.push(...Object.keys(districtNames));
            own.set(id, texts);
          }
          return texts;
        };
        const said = (modules: readonly string[]) => {
          const shown = modules.some((id) => showsPeople.test(id))
            ? modules
            : modules.filter((id) => !ofPeople.test(id));
          return new Set(shown.flatMap(textsOfModule));
        };
        const ids = new Map(chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => [sourceOf(id), id] as const)));
        const ofApp = [
          ...reachable([ids.get(appFile)!], (id) => next(id, false)),
          ...reachable(
            appParts.map((file) => ids.get(file)!),
            (id) => next(id, !/MemberLayout/.test(id)),
          ),
        ];
        const saidByApp = said(ofApp);
        files[language] = {};
        for (const [file, id] of ids) {
          if (!hasWords(file)) continue;
          const texts = file === appFile ? saidByApp : said([...reachable([id], (each) => next(each, true))]);
          // Each page of the app says what all of them do.
          if (file !== appFile && isOfApp(file)) for (const text of saidByApp) texts.delete(text);
          if (texts.size === 0) continue;
          const script = `Object.assign((globalThis.siteWords ??= {}), ${JSON.stringify(Object.fromEntries([...texts].sort().map((text) => [keyOfText(text), words[text]])))})`;
          const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
          const name = file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
          const fileName = `assets/${language}-${name}-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source: script });
          files[language][file] = `/${fileName}`;
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/words.json', source: JSON.stringify(files) });
    },
  };
}
