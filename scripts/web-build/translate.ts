import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { parseSync } from 'vite';
import { districtNames } from '../../server/features/locations/bundle-data.ts';
import { readCatalogue, wordsScript } from '../../server/platform/languages/catalogue.ts';
import { languages } from '../../shared/languages.ts';
import { othersOption, specialisations } from '../../shared/options.ts';
import { person } from '../../shared/person.ts';
import { appFile, type WordFiles, wordsOfActs } from '../../shared/rendered-page.ts';
import { type Catalogue, keyOfText } from '../../shared/sentence.ts';
import { islandModules } from '../../web/site/islands.ts';
import { importedFile, visibleFiles } from '../languages.ts';
import { childrenOf, isText, type MarkedText, markedTexts, type Node, parseSource, sentenceText } from '../texts.ts';

const others = languages.filter((language) => language !== 'en');
const root = resolve(import.meta.dirname, '../..');
const sourceOf = (id: string) => relative(root, id).replace(/\?(?!island).*/, '');
const isOurs = /^web\/.*\.tsx?$/;

/** The code with a name for each value of a text, by which it is found in a catalogue: `t("Remove {name}", { name: member.name })`. */
export function withNames(code: string, texts: readonly MarkedText[]): string {
  const codeOf = (start: number, end: number): string => {
    let done = start;
    let said = '';
    for (const text of texts) {
      if (text.node.start < done || text.node.end > end) continue;
      said += code.slice(done, text.node.start) + callOf(text);
      done = text.node.end;
    }
    return said + code.slice(done, end);
  };
  const callOf = ({ id, kind, parts, node }: MarkedText): string => {
    const values = parts.map(({ name, node: { start, end } }) => `${name}: ${codeOf(start, end)}`).join(', ');
    if (kind === 'element') return `<T id={${JSON.stringify(id)}}${values && ` parts={{ ${values} }}`} />`;
    if (kind === 'constant') return JSON.stringify(id);
    return kind === 'template' ? `${JSON.stringify(id)}, { ${values} }` : code.slice(node.start, node.end);
  };
  return codeOf(0, code.length);
}

/** The code with `later(…)` around each import of a visible file that is run later, so that its words come with it. */
function withWords(code: string, file: string, visible: ReadonlySet<string>): string {
  const imports = parseSync(file, code).module.dynamicImports.map(({ start, end, moduleRequest }) => {
    const target = importedFile(code.slice(moduleRequest.start + 1, moduleRequest.end - 1), file);
    return { start, end, target };
  });
  const later = imports.filter(({ target }) => visible.has(target));
  if (later.length === 0) return code;
  // From the last on, so that the places of the others stay.
  const said = later.reduceRight(
    (text, { start, end, target }) =>
      `${text.slice(0, start)}__later(${text.slice(start, end)}, "${keyOfText(target)}")${text.slice(end)}`,
    code,
  );
  return `import { later as __later } from '#web/lib/languages/words.ts';\n${said}`;
}

/** All texts that a module has and that a language knows. */
function wordsOf(code: string, words: Catalogue): Set<string> {
  const texts = new Set<string>();
  const visit = (node: Node) => {
    const text = isText(node) ? (node.value as string) : node.type === 'TemplateLiteral' && sentenceText(node);
    if (typeof text === 'string' && Object.hasOwn(words, text)) texts.add(text);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSource('module.js', code));
  return texts;
}

/** Whether a script has a text. That of a template stands there in pieces, with its values between them. */
const isIn = (code: string, id: string): boolean => {
  const pieces = /\{\d+\}/.test(id) ? id.split(/\{\d+\}/) : [id];
  // Without a word in it, it would be in every script.
  return /\p{L}/u.test(pieces.join('')) && pieces.every((piece) => code.includes(piece));
};

/** Whatever these lead to, in each of the ways that `next` tells. */
function reachable<T>(from: readonly T[], next: (each: T) => readonly T[]): Set<T> {
  const all = new Set(from);
  // A set is read while it grows.
  for (const each of all) for (const one of next(each)) all.add(one);
  return all;
}

const islands = Object.values(islandModules);
/** What the islands of a page share. */
const islandsFile = 'web/site/hydrate.tsx';
/** The labels of people's fields, which the rules of many forms import and only few parts show; their messages come with rules. */
const labels = /\/shared\/person\.ts$/;
const ofPeople = /\/shared\/person(-fields)?\.ts$/;
const messagesOfPeople = new Set<string>(
  Object.values(person).flatMap((field) => ('message' in field ? [field.message] : [])),
);
const states = Object.keys(districtNames);
/** The many Acts load when their list is opened. */
const actsFile = `${wordsOfActs}.`;
const acts: readonly string[] = specialisations.filter((name: string) => name !== othersOption);
/** Names that come with what shows them. */
const namesWith: [RegExp, readonly string[]][] = [
  [/\/(shared\/contracts\/locations|web\/lib\/languages\/states)\.ts/, states],
  [/\/web\/features\/members\/statutes\.ts/, acts],
];

/** What is loaded at once, with all that it imports: an island, the app, or what they load later. */
interface Unit {
  modules: string[];
  code: string;
  later: string[];
}

/**
 * English stands in the code, and a marked text is found by it. In both builds a text with values or elements gets names for them. Beside each
 * script that a page loads by itself stands one with those of its words in each other language that the page does not have yet;
 * `.vite/words.json` says which.
 */
export function inOtherLanguages(): Plugin {
  const catalogues = others.map((language) => ({ language, words: readCatalogue(language) }));
  for (const { language, words } of catalogues) {
    const byKey = Map.groupBy(Object.keys(words), keyOfText);
    for (const same of byKey.values())
      if (same.length > 1)
        throw new Error(`${language}: one key for ‘${same.join('’, ‘')}’. Begin with another number in keyOfText.`);
  }
  const visible = new Set(visibleFiles());
  return {
    name: 'in-other-languages',
    enforce: 'pre',
    transform(code, id) {
      const file = sourceOf(id);
      if (!isOurs.test(file)) return null;
      const texts = /\bt\(`|<T>|\bmsg\(/.test(code) ? markedTexts(parseSource(file, code)) : [];
      const named = texts.length > 0 ? withNames(code, texts) : code;
      const isClientBuild = this.environment.name === 'client' && this.environment.mode === 'build';
      const said = isClientBuild && visible.has(file) ? withWords(named, file, visible) : named;
      return said === code ? null : { code: said, map: null };
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])));
      const ids = new Map(chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => [relative(root, id), id] as const)));
      const infoOf = (id: string) => this.getModuleInfo(id);
      const roots = [...islands, appFile];
      const units = new Map<string, Unit>();
      const addUnit = (file: string) => {
        if (units.has(file)) return;
        const id = ids.get(file)!;
        const loaded = reachable([chunkOf.get(id)!], ({ imports }) =>
          imports.flatMap((name) => byName.get(name) ?? []),
        );
        // What the build has left out of a script is not said.
        const modules = [...reachable([id], (each) => infoOf(each)?.importedIds ?? [])].filter((each) => {
          const chunk = chunkOf.get(each);
          return chunk && loaded.has(chunk);
        });
        const code = [...loaded].map((chunk) => chunk.code).join('\n');
        const later = modules
          .flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? [])
          .map((each) => relative(root, each))
          .filter((each) => visible.has(each) && ids.has(each));
        units.set(file, { modules, code, later });
        later.forEach(addUnit);
      };
      for (const file of [...roots, islandsFile]) addUnit(file);
      const importersOf = (file: string) =>
        [...units].filter(([, { later }]) => later.includes(file)).map(([each]) => each);

      const files: Record<string, WordFiles> = {};
      for (const { language, words } of catalogues) {
        const textsOfModule = new Map<string, string[]>();
        const read = (id: string): string[] => {
          let texts = textsOfModule.get(id);
          if (!texts) {
            const code = infoOf(id)?.code;
            texts = code && /\.tsx?(\?|$)/.test(id) ? [...wordsOf(code, words)] : [];
            textsOfModule.set(id, texts);
          }
          return texts;
        };
        const said = new Map(
          [...units].map(([file, { modules, code }]) => {
            const importing = (part: RegExp, what: RegExp) =>
              modules.some((each) => part.test(each) && infoOf(each)?.importedIds.some((id) => what.test(id)));
            const showsLabels = importing(/\/web\//, labels);
            const hasRules = importing(/\?schemas$/, ofPeople);
            const isSaid = (text: string, id: string) =>
              isIn(code, text) &&
              !acts.includes(text) &&
              (!labels.test(id) || (messagesOfPeople.has(text) ? hasRules : showsLabels));
            const texts = new Set(modules.flatMap((id) => read(id).filter((text) => isSaid(text, id))));
            for (const [shows, names] of namesWith)
              if (modules.some((id) => shows.test(id))) for (const name of names) texts.add(name);
            return [file, texts];
          }),
        );
        const shared = said.get(islandsFile)!;
        const ofApp = [...reachable(units.get(appFile)!.later, (file) => units.get(file)!.later)];
        const counts = new Map<string, number>();
        for (const text of ofApp.flatMap((file) => [...said.get(file)!])) counts.set(text, (counts.get(text) ?? 0) + 1);
        for (const [text, count] of counts) if (count > ofApp.length / 4) said.get(appFile)!.add(text);
        /** What each page has said when it loads this. */
        const before = (file: string, seen: readonly string[] = []): Set<string> => {
          if (file !== islandsFile && units.get(file)!.modules.includes(ids.get(islandsFile)!)) return shared;
          const importers = importersOf(file).filter((each) => !seen.includes(each) && each !== file);
          if (roots.includes(file) || importers.length === 0) return new Set();
          const pages = importers.map((each) => new Set([...said.get(each)!, ...before(each, [...seen, file])]));
          return new Set([...pages[0]!].filter((text) => pages.every((page) => page.has(text))));
        };
        const ofLanguage = new Map<string, string>();
        const parts = [...said].map(([file, texts]) => {
          const there = before(file);
          return [file, [...texts].filter((text) => !there.has(text))] as const;
        });
        for (const [file, left] of [...parts, [actsFile, acts] as const]) {
          if (left.length === 0) continue;
          const source = wordsScript(left, words);
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const fileName = `assets/${language}-${file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'))}-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source });
          ofLanguage.set(file, `/${fileName}`);
        }
        const laterOf = (from: readonly string[]) =>
          Object.fromEntries(
            [...reachable(from, (file) => units.get(file)!.later)]
              .filter((file) => ofLanguage.has(file))
              .map((file) => [file === appFile ? '' : keyOfText(file), ofLanguage.get(file)!])
              .concat([[wordsOfActs, ofLanguage.get(actsFile)!]]),
          );
        files[language] = {
          islands: Object.fromEntries(
            islands.map((file) => [
              file,
              [islandsFile, file].flatMap(
                (each) => (units.get(file)!.modules.includes(ids.get(each)!) && ofLanguage.get(each)) || [],
              ),
            ]),
          ),
          later: {
            site: laterOf([...islands, islandsFile].flatMap((file) => units.get(file)!.later)),
            app: laterOf([appFile]),
          },
        };
      }
      this.emitFile({ type: 'asset', fileName: '.vite/words.json', source: JSON.stringify(files) });
    },
  };
}
