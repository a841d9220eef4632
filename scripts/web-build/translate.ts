import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { parseSync } from 'vite';
import { districtNames } from '../../server/features/locations/bundle-data.ts';
import { readCatalogue } from '../../server/platform/languages/catalogue.ts';
import { languages } from '../../shared/languages.ts';
import { othersOption, specialisations } from '../../shared/options.ts';
import { type WordFiles, wordsOfActs } from '../../shared/rendered-page.ts';
import { betweenTexts, type Catalogue, keyOfText } from '../../shared/sentence.ts';
import { appFile } from '../../web/app/pages.ts';
import { islandModules } from '../../web/site/islands.ts';
import { translatedFiles } from '../languages.ts';
import { type FoundText, type Node, textsOf } from './texts.ts';

const others = languages.filter((language) => language !== 'en');
const isOurs = /\/web\/(?!testing\/|lib\/text\.ts)[^?]*\.tsx?(\?|$)/;
const root = resolve(import.meta.dirname, '../..');

/** Also contracts whose schemas alone are taken; the association's name is put into words by the server. */
const isRead = (id: string) => /\.tsx?(\?|$)/.test(id) && !id.endsWith('/shared/legal.ts');

const islands = Object.values(islandModules);
/** What the islands of a page share. */
const islandsFile = 'web/site/hydrate.tsx';

/** Parts that show States, whose names come from the server. */
const showsStates = /\/(?:LocalityField|DirectoryFilters|MemberCard|CardFace|ResultCounts)\.tsx$/;
/** Every form's rules know the fields and options of people; these parts show them, and the rules of these forms have their messages. */
const ofPeople = /\/shared\/(?:person|options)\.ts$/;
/** Those with the list of Acts, whose words load when it is opened. */
const personFields = /\/PersonFields\.tsx$/;
const actsFile = `${wordsOfActs}.`;
const acts: readonly string[] = specialisations.filter((name: string) => name !== othersOption);
/** What a person's fields are called in documents and lists. */
const applicantsForms = /\/(?:RegistrationForm|CorrectionForm)\.tsx$/;
const notOnForms = ['term', 'exportTitle'];
const rulesOfPeople = /\/contracts\/person\.ts\?schemas$/;
const isMessage = (text: string) => text.startsWith('Please ');
const showsPeople = /\/(?:PersonFields|DirectoryFilters|MemberCard|CheckAnswers|LibraryPage)\.tsx$/;

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The code with each text as a call that translates it. */
export function translated(code: string, texts: readonly FoundText[]): string {
  const outside = (start: number, end: number, text: FoundText) =>
    text.start >= start && text.end <= end && !(text.start === start && text.end === end);

  /** The code of a part, with the texts in it. */
  function codeOf(start: number, end: number, inner: readonly FoundText[]): string {
    const edits: Edit[] = [];
    for (const text of inner) {
      if (edits.some((edit) => text.start >= edit.start && text.end <= edit.end)) continue;
      edits.push({ start: text.start, end: text.end, text: callOf(text, inner) });
    }
    edits.sort((one, other) => other.start - one.start);
    return edits.reduce(
      (text, edit) => text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start),
      code.slice(start, end),
    );
  }

  function callOf(text: FoundText, all: readonly FoundText[]): string {
    const values = text.slots.map(({ name, start, end }) => {
      const inner = all.filter((other) => other !== text && other.start >= start && other.end <= end);
      return `${JSON.stringify(name)}: ${codeOf(start, end, inner)}`;
    });
    const valuesCode = values.length > 0 ? `, { ${values.join(', ')} }` : '';
    const call = `(${JSON.stringify(text.id)}${valuesCode})`;
    if (text.kind === 'call') return `${JSON.stringify(text.id)}${valuesCode}`;
    if (text.kind === 'children' && text.slots.length > 0) return withBlanks(text, `__withParts${call}`);
    return withBlanks(text, `__t${call}`);
  }

  /** Blanks around a text are no part of it. */
  function withBlanks(text: FoundText, call: string): string {
    const [before, after] = text.blanks;
    if (text.kind === 'children') return `${before ? '" ", ' : ''}${call}${after ? ', " "' : ''}`;
    return before || after ? `(${before ? '" " + ' : ''}${call}${after ? ' + " "' : ''})` : call;
  }

  const outer = texts.filter((text) => !texts.some((other) => other !== text && outside(other.start, other.end, text)));
  return codeOf(0, code.length, [...outer, ...texts.filter((text) => !outer.includes(text))]);
}

/** All texts that a module has and that a language knows, but for the values of these properties. */
function wordsOf(code: string, words: Catalogue, left: readonly string[] = []): Set<string> {
  const texts = new Set<string>();
  const nameOf = ({ key }: Node) => (key as { name?: string } | undefined)?.name ?? '';
  const add = (text: string) => {
    if (Object.hasOwn(words, text)) texts.add(text);
  };
  const visit = (node: Node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value.trim());
    if (node.type === 'TemplateLiteral') {
      const quasis = (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked);
      add(quasis.reduce((text, quasi, index) => `${text}{${index - 1}}${quasi}`));
    }
    const names = ((node.properties ?? []) as Node[]).map(nameOf);
    for (const child of Object.values(node).flat()) {
      if (typeof child !== 'object' || child === null || !('type' in child)) continue;
      const name = nameOf(child as Node);
      // Members read the label that addresses them.
      const isOffice = name === 'label' && left.length > 0 && names.includes('ownLabel');
      if (!left.includes(name) && !isOffice) visit(child as Node);
    }
  };
  visit(parseSync('chunk.js', code).program as unknown as Node);
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

/** The imports of a module that are run later. */
function laterImports(program: Node): { start: number; end: number; source: string }[] {
  const imports: { start: number; end: number; source: string }[] = [];
  const visit = (node: Node) => {
    const source = node.source as Node | undefined;
    if (node.type === 'ImportExpression' && typeof source?.value === 'string')
      imports.push({ start: node.start, end: node.end, source: source.value });
    for (const child of Object.values(node).flat()) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node);
    }
  };
  visit(program);
  return imports;
}

/** A script that adds words to those of its page. Keys and texts stand apart and in one text each, which compresses better. */
function wordsScript(texts: readonly string[], words: Catalogue): string {
  const sorted = texts.map((text) => [keyOfText(text), words[text]!] as const).sort((a, b) => (a[1] < b[1] ? -1 : 1));
  const keys = sorted.map(([key]) => key).join('');
  const odd = sorted.find(([, text]) => text.includes(betweenTexts));
  if (odd) throw new Error(`A translation contains '${betweenTexts}': ${odd[1]}`);
  return `(globalThis.siteWords??=[]).push(["${keys}",${JSON.stringify(sorted.map(([, text]) => text).join(betweenTexts))}])`;
}

/**
 * English stands in the code. In both builds each text that another language knows becomes a call that translates it. Beside each script that a page
 * loads by itself stands one with those of its words in each other language that the page does not have yet; `.vite/words.json` says which.
 */
export function inOtherLanguages(): Plugin {
  const catalogues = others.map((language) => ({ language, words: readCatalogue(language) }));
  for (const { language, words } of catalogues) {
    const byKey = Map.groupBy(Object.keys(words), keyOfText);
    for (const same of byKey.values())
      if (same.length > 1)
        throw new Error(`${language}: one key for ‘${same.join('’, ‘')}’. Begin with another number in keyOfText.`);
  }
  const isKnown = (id: string) => catalogues.some(({ words }) => Object.hasOwn(words, id));
  const sourceOf = (id: string) => relative(root, id);
  return {
    name: 'in-other-languages',
    async transform(code, id) {
      if (!isOurs.test(id) || /\.test\.tsx?$/.test(id)) return null;
      const program = this.parse(code) as unknown as Node;
      const texts = textsOf(program).filter(
        (text) => isKnown(text.id) && !text.isEarly && (text.kind !== 'call' || text.slots.length > 0),
      );
      let said = code;
      const importing: string[] = [];
      let usesLater = false;
      if (texts.length > 0) {
        said = translated(code, texts);
        importing.push("import { t as __t } from '#web/lib/text.ts';");
        if (said.includes('__withParts('))
          importing.push("import { withParts as __withParts } from '#web/lib/with-parts.ts';");
      }
      if (this.environment.name === 'client' && this.environment.mode === 'build') {
        // From the last on, so that the places of the others stay.
        for (const { start, end, source } of laterImports(this.parse(said) as unknown as Node).toReversed()) {
          const target = sourceOf((await this.resolve(source, id))?.id ?? '');
          if (!translatedFiles.includes(target)) continue;
          said = `${said.slice(0, start)}__later(${said.slice(start, end)}, "${keyOfText(target)}")${said.slice(end)}`;
          usesLater = true;
        }
      }
      if (usesLater) importing.push("import { later as __later } from '#web/lib/words.ts';");
      return said === code ? null : { code: `${importing.join('\n')}\n${said}`, map: null };
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])));
      const ids = new Map(chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => [sourceOf(id), id] as const)));
      const infoOf = (id: string) => this.getModuleInfo(id);
      const roots = [...islands, appFile];
      /** What is loaded at once, with all that it imports: the islands, the app, and what they load later. */
      const units = new Map<string, { modules: string[]; code: string; later: string[] }>();
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
          .map(sourceOf)
          .filter((each) => translatedFiles.includes(each) && ids.has(each));
        units.set(file, { modules, code, later });
        later.forEach(addUnit);
      };
      for (const file of roots) addUnit(file);
      addUnit(islandsFile);
      const importersOf = (file: string) =>
        [...units].filter(([, { later }]) => later.includes(file)).map(([each]) => each);

      const files: Record<string, WordFiles> = {};
      for (const { language, words } of catalogues) {
        const textsOfModule = new Map<string, string[]>();
        const read = (id: string): string[] => {
          let texts = textsOfModule.get(id);
          if (!texts) {
            const code = infoOf(id)?.code;
            texts = code && isRead(id) ? [...wordsOf(code, words, ofPeople.test(id) ? notOnForms : [])] : [];
            if (showsStates.test(id)) texts.push(...Object.keys(districtNames));
            textsOfModule.set(id, texts);
          }
          return texts;
        };
        const personCode = infoOf(ids.get('shared/person.ts')!)?.code ?? '';
        const notForApplicants = wordsOf(personCode, words, [...notOnForms, 'registration', 'payment']);
        const forApplicants = new Set([...wordsOf(personCode, words)].filter((text) => !notForApplicants.has(text)));
        const said = new Map(
          [...units].map(([file, { modules, code }]) => {
            const choosesActs = modules.some((id) => personFields.test(id));
            const shows = modules.some((id) => showsPeople.test(id));
            const knows = modules.some((id) => rulesOfPeople.test(id));
            const isOfForm =
              shows || importersOf(file).some((each) => units.get(each)!.modules.some((id) => showsPeople.test(id)));
            const isApplicants = modules.some((id) => applicantsForms.test(id));
            const isSaid = (text: string, id: string) =>
              (isApplicants || !ofPeople.test(id) || !forApplicants.has(text)) &&
              !(choosesActs && acts.includes(text)) &&
              (!ofPeople.test(id) || (isMessage(text) ? knows && isOfForm : shows)) &&
              (isIn(code, text) || Object.hasOwn(districtNames, text));
            return [file, new Set(modules.flatMap((id) => read(id).filter((text) => isSaid(text, id))))];
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
          const script = wordsScript(left, words);
          const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
          const name = file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));
          const fileName = `assets/${language}-${name}-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source: script });
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
