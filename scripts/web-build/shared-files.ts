import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Modules = Rolldown.ChunkingContext;

const anyOf = (...of: RegExp[]) => new RegExp(of.map(({ source }) => source).join('|'));

/** Who loads what: the pages, and the parts that are loaded when they are first needed, of these people. */
const reading = /\/public\/(Home|About|News|Conferences|OfficeBearers|Resources|Gallery|Contact)Page\.tsx$/;
const joining = /\/public\/MembershipPage\.tsx$/;
const visiting = /\/areas\/public\/\w+\.tsx$|\/auth\/LoginDialog\.tsx$/;
const applying = /\/apply\/RegistrationForm\.tsx$/;
const checking = /\/(\w+-rules|validate-\w+)\.ts$/;
const members = /\/areas\/member\/\w+\.tsx$|\/OwnLettersPage\.tsx$/;
const office = /\/areas\/admin\/(AdminEntranceLayout|LoginPage|AdminLayout|OverviewPage)\.tsx$/;

/**
 * The script files of what several pages share, in the order in which they are asked: a module goes into the first one of which
 * each pattern meets a page that needs it, directly or not. What it imports is needed by the same pages, so it is in the same file
 * or an earlier one, and no two files import each other.
 */
const light: [name: string, ...pages: RegExp[]][] = [
  ['common', reading, applying],
  ['common', anyOf(reading, joining), office],
  ['common', reading, joining],
  ['joining', joining],
  ['general', visiting, office],
  ['reading', reading],
  ['visiting', visiting],
  ['parts', anyOf(applying, checking), anyOf(members, office)],
  ['paying', /\/apply\/PaymentStep\.tsx$/],
  ['areas', members, office],
  ['office', office],
  ['members', members],
];
/** The only ones for modules that need the form library. */
const heavy: typeof light = [
  ['applying', applying],
  ['rules', checking],
];

/** A feature so large that what its pages alone share is a file of its own, which no other page loads. */
const apart = /\/features\/(votes)\//;

/** Only what checks a form needs them; the calls of a contract do not, though its module names both. */
const isSchema = (id: string) => /\?schemas$|\/node_modules\/zod\//.test(id);

/** The file of a module, or null if it stays with the only page that needs it. */
export function sharedFiles() {
  let pages: Map<string, Set<string>> | undefined;
  let withForms: Set<string> | undefined;
  return (id: string, modules: Modules): string | null => {
    pages ??= pagesOf(modules);
    withForms ??= importersOf(/\/node_modules\/react-hook-form\//, [...pages.keys()], modules);
    const own = [...(pages.get(id) ?? [])];
    if (isSchema(id)) return own.some((page) => checking.test(page)) ? 'rules' : 'record-forms';
    const [, feature] = apart.exec(own[0] ?? '') ?? [];
    if (feature && own.length > 1 && !withForms.has(id) && own.every((page) => page.includes(`/features/${feature}/`)))
      return feature;
    if (own.includes(id) || (own.length === 1 && !isSchema(own[0]!) && !checking.test(own[0]!))) return null;
    const files = withForms.has(id) ? heavy : [...light, ...heavy];
    const file = files.find(([, ...each]) => each.every((some) => own.some((page) => some.test(page))));
    return file?.[0] ?? (withForms.has(id) ? 'record-forms' : 'records');
  };
}

/** For each module the pages, and the schemas, that import it, directly or not. */
function pagesOf(modules: Modules) {
  const pages = new Map<string, Set<string>>();
  const found = new Set([resolve(import.meta.dirname, '../../web/entry-client.tsx')]);
  for (const page of found) {
    const follow = (id: string) => {
      const own = pages.get(id) ?? new Set();
      if (own.has(page)) return;
      pages.set(id, own.add(page));
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
      for (const next of importedIds) {
        if (isSchema(next) && !isSchema(page) && !checking.test(page)) found.add(next);
        else follow(next);
      }
      for (const next of dynamicallyImportedIds) found.add(next);
    };
    follow(page);
  }
  return pages;
}

/** These modules, and all that import them, directly or not. */
function importersOf(library: RegExp, ids: string[], modules: Modules) {
  const found = new Set(ids.filter((id) => library.test(id)));
  for (const id of found) for (const importer of modules.getModuleInfo(id)?.importers ?? []) found.add(importer);
  return found;
}
