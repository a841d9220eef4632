import { basename, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { islandModules } from '../../web/site/islands.ts';

type Modules = Rolldown.ChunkingContext;

const root = resolve(import.meta.dirname, '../..');

/** Who needs what at first. */
const audiences = {
  base: ['web/site/hydrate.tsx', 'web/features/auth/LoginDialog.tsx'],
  passkeys: ['web/features/auth/PasskeyQuestion.tsx', 'web/features/auth/passkey-ceremonies.ts'],
  visitors: Object.values(islandModules),
  applicants: ['web/features/registrations/apply/RegistrationForm.tsx'],
  areas: [
    'web/app/main.tsx',
    'web/app/member/DirectoryPage.tsx',
    'web/app/admin/AdminLayout.tsx',
    'web/app/admin/OverviewPage.tsx',
  ],
};

const isApart = (id: string) => id.includes('/node_modules/') || id.endsWith('?schemas');

/** These modules with all that they import, but for libraries, schemas, and the calls that `base` does not make. */
function withImports(name: string, paths: readonly string[], modules: Modules): Set<string> {
  const files = new Set(paths.map((path) => resolve(root, path)));
  // A set is read while it grows.
  for (const id of files) {
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (!isApart(next) && !(name === 'base' && next.endsWith('?named'))) files.add(next);
    }
  }
  return files;
}

/**
 * A module that several pages need is in the file of those who need it at first: nobody fetches another's, and as what a module imports is needed by the
 * same people, no two files import each other. null: the bundler decides.
 */
export function scriptFiles() {
  let needed: [string, Set<string>][] | undefined;
  const entries = new Set(
    Object.values(audiences)
      .flat()
      .map((path) => resolve(root, path)),
  );
  entries.delete(resolve(root, audiences.base[0]!));
  entries.delete(resolve(root, audiences.base[1]!));
  return (id: string, modules: Modules): string | null => {
    needed ??= Object.entries(audiences).map(([name, paths]) => [name, withImports(name, paths, modules)]);
    if (isApart(id) || entries.has(id)) return null;
    const names = needed.filter(([, ids]) => ids.has(id)).map(([name]) => name);
    return ['base', 'passkeys'].find((name) => names.includes(name)) ?? (names.join('-') || null);
  };
}

const appScripts = new RegExp(`/(areas|${audiences.areas.map((path) => basename(path, '.tsx')).join('|')})-`);
const importedByIslands = /\/(base|react|rolldown-runtime)-/;
const importedByApp = /\/(base|react|rolldown-runtime|router|passkeys|mdi|visitors-(applicants-)?areas)-/;

/** Of what a script that is imported later imports, the files that no earlier script has; and itself, if it is not the only one. */
export function fetchedBeside(script: string, files: string[], { hostId }: { hostId: string }): string[] {
  const earlier = appScripts.test(hostId) ? importedByApp : importedByIslands;
  const others = files.filter((file) => !earlier.test(file));
  return others.every((file) => file === script) ? [] : others;
}
