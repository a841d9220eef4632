import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { breakpoints } from './shared/limits.ts';

const root = import.meta.dirname;

/**
 * `@media (--from-md)` and `@media (--below-md)` in style sheets, for each breakpoint of `shared/limits.ts`:
 * style sheets cannot read variables there, and the widths should stand in one place.
 */
function breakpointsInStyles(): Plugin {
  return {
    name: 'breakpoints-in-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id) || !code.includes('(--')) return null;
      const replaced = code.replace(/\(--(from|below)-(\w+)\)/g, (whole, side: string, name: string) => {
        const width = breakpoints[name as keyof typeof breakpoints];
        if (width === undefined) this.error(`${whole} is no breakpoint`);
        return side === 'from' ? `(min-width: ${width}px)` : `(max-width: ${width - 0.02}px)`;
      });
      return { code: replaced, map: null };
    },
  };
}

/**
 * Lets a page call the API without carrying the schemas of its answers: in the browser's build a contract's module holds
 * only method and path of each call, and whether it carries files; its schemas live in a second module that is fetched only with a form that uses them.
 */
function contractsWithoutSchemas(): Plugin {
  const folder = join(root, 'shared/contracts');
  return {
    name: 'contracts-without-schemas',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      const [file = '', query] = id.split('?');
      if (!file.startsWith(folder)) return null;
      if (query === 'schemas') return { code: readFileSync(file, 'utf8'), moduleSideEffects: false };
      const contract = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
      const lines: string[] = [];
      const schemas: string[] = [];
      for (const [name, value] of Object.entries(contract)) {
        if (isEndpoint(value)) {
          const { method, path, files } = value;
          lines.push(`export const ${name} = ${JSON.stringify({ method, path, files: files && {} })};`);
        } else if (isPlainData(value)) {
          lines.push(`export const ${name} = ${JSON.stringify(value)};`);
        } else {
          schemas.push(name);
        }
      }
      if (schemas.length > 0) lines.push(`export { ${schemas.join(', ')} } from './${basename(file)}?schemas';`);
      return { code: lines.join('\n'), moduleSideEffects: false };
    },
  };
}

/** Lists and tables of texts and numbers need no schema to be told. */
function isPlainData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlainData);
  const isObject = typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
  return isObject && Object.values(value).every(isPlainData);
}

interface EndpointLike {
  method: string;
  path: string;
  access: string[];
  files?: unknown;
}

function isEndpoint(value: unknown): value is EndpointLike {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** Pages of the member and admin areas never run on the server, so their code stays out of its build. */
function areasInBrowserOnly(): Plugin {
  return {
    name: 'areas-in-browser-only',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    load(id) {
      if (!/\/web\/areas\/(member|admin)\/\w+(Page|Layout)\.tsx$/.test(id)) return null;
      return 'export const Component = () => null;';
    },
  };
}

/** Compresses what does not change as well as it can be, once, instead of for each visitor. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async closeBundle() {
      const folder = join(root, 'build/client');
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile() && /\.(js|css|svg|ico|json|wasm|webmanifest)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        // The largest first: the work is done by several threads, and none of them ends long after the others.
        .sort((one, other) => statSync(other).size - statSync(one).size);
      await Promise.all(
        files.map(async (file) => {
          const content = readFileSync(file);
          // The best quality takes 4 seconds of a build for the one large program, an eighth of whose size it saves.
          const quality = file.endsWith('.wasm') ? 9 : 11;
          const params = { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
          writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
          writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

/** Which modules go into which of the browser's files. */
const everyPage =
  /\/web\/[^?]*$|\/shared\/(errors|paths|rendered-page|scan-header|session-header)\.ts$|preload-helper|rolldown[:/]runtime/;
const mostPages =
  /\/web\/lib\/(format|counted)\.ts$|\/web\/ui\/(Prose|TryAgain|Picture|PageTitle)\b|\/shared\/(limits|clock|money|contracts\/(auth|conferences|contact|gallery|news|resources|settings|tiers))\.ts$/;
const shortForms =
  /\/web\/lib\/(usePlainForm|useSingleRun)\.ts$|\/web\/ui\/(PlainField|FieldFrame)\b|\/web\/features\/contact\/Contact(Form|Section)\b|\/shared\/messages\.ts$/;
/** What a registration and its payment have in common: files on their way, and what the server is asked. */
const sending =
  /\/web\/ui\/(FilePicker|UploadProgress)\b|\/web\/lib\/(useLoad|shrink-image)\.ts$|\/fields\/prepare-file\.ts$|\/shared\/contracts\/(registrations|members|payments|locations|person|subscription)\.ts$/;
/** The little that the membership page has for itself. */
const applying =
  /\/registrations\/apply\/(Steps|OfficeContact)\b|\/web\/lib\/when-idle\.ts$|\/shared\/(legal|options)\.ts$/;
/** The fields into which a person's details are typed. */
const personForms =
  /\/node_modules\/react-hook-form\/|\/web\/ui\/(Field|SelectField|ComboField|CheckField|DayField|Calendar|Dropdown|day-parts|useUnder)\.|\/web\/lib\/(useFirstError|useCheckedForm)\.ts$|\/web\/features\/members\/fields\/(?!chosen-files)|\/shared\/(person|person-fields|typing)\.ts$/;
/** What computes in a field that people search by typing; the library's own parts need half of it. */
const search =
  /\/node_modules\/(@mui\/material\/useAutocomplete|@mui\/utils\/(contains|setRef|useEventCallback|useControlled|useId|usePreviousProps|useEnhancedEffect))\//;
/** Every schema needs it; a form is checked with it when it is sent. */
const rules =
  /\/node_modules\/(zod|@hookform)\/|\/shared\/fields\.ts$|\/web\/lib\/(useSchemaForm|validate)\.ts$|\/shared\/contracts\/(person|registrations|members|payments|corrections)\.ts\?schemas$/;

/** The part of Rolldown's own that is used here. */
interface ChunkingContext {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/**
 * What is fetched as one file because the same people need it: the modules that each of these pages imports, directly or
 * not, but for what has its place already.
 */
function neededBy(name: string, ...pages: string[][]): (id: string, context: ChunkingContext) => string | null {
  let needed: Set<string>[] | undefined;
  return (id, context) => {
    needed ??= pages.map((sources) =>
      withImports(
        sources.map((source) => join(root, 'web', source)),
        context,
      ),
    );
    // A page is asked for under its own name.
    const isPage = pages.flat().some((source) => id.endsWith(source));
    return !isPage && needed.every((modules) => modules.has(id)) ? name : null;
  };
}

function withImports(ids: string[], context: ChunkingContext, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    // Who needs the address of a call does not need the schemas of its answers.
    if (found.has(id) || id.endsWith('?schemas')) continue;
    found.add(id);
    withImports(context.getModuleInfo(id)?.importedIds ?? [], context, found);
  }
  return found;
}

const loginDialog = ['features/auth/LoginDialog.tsx'];
const membershipPage = ['areas/public/MembershipPage.tsx'];
const paymentStep = ['features/registrations/apply/PaymentStep.tsx'];
const memberPages = ['areas/member/MemberLayout.tsx', 'areas/member/DirectoryPage.tsx'];
const officeEntrance = ['areas/admin/AdminEntranceLayout.tsx', 'areas/admin/LoginPage.tsx'];
const officeStart = ['areas/admin/AdminLayout.tsx', 'areas/admin/OverviewPage.tsx'];
const officeLists = ['areas/admin/RegistrationsPage.tsx'];
const review = ['features/registrations/review/ReviewDialog.tsx'];

export default defineConfig(({ command }) => ({
  root,
  publicDir: resolve(root, 'web/public'),
  plugins: [react(), breakpointsInStyles(), contractsWithoutSchemas(), areasInBrowserOnly(), precompress()],
  clearScreen: false,
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        // The notices that the licences of what is shipped ask for; served as `/licences.txt`.
        license: { fileName: 'licences.txt' },
        emptyOutDir: true,
        // Small files would be copied into every page that inlines its styles.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          treeshake: {
            // Modules of ours only declare; else a page would fetch the schemas of a call whose address it needs.
            moduleSideEffects: [
              { test: /\/web\/(entry-client\.tsx|lib\/zod-config\.ts)$/, sideEffects: true },
              { test: /\/(shared|web)\/[^?]*\.tsx?(\?schemas)?$/, sideEffects: false },
            ],
            manualPureFunctions: ['z', 'endpoint', 'personSchema', 'personFiles'],
          },
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // In every page; changes only with a new version of a library.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
                // What every page needs of ours, in one piece instead of a handful of slivers.
                { name: 'base', tags: ['$initial'], test: everyPage, priority: 2 },
                { name: 'common', test: mostPages, priority: 2 },
                {
                  name: 'cards',
                  test: /\/web\/features\/(news\/NewsCard|conferences\/(ConferenceCard|DateLeaf))\b/,
                  priority: 2,
                },
                { name: 'short-forms', test: shortForms, priority: 2 },
                { name: 'apply', test: applying, priority: 2 },
                { name: 'sending', test: sending, priority: 2 },
                { name: 'person-forms', test: personForms, priority: 2 },
                { name: 'search', test: search, priority: 2 },
                { name: 'rules', test: rules, priority: 2 },
                { name: neededBy('login', loginDialog), priority: 1 },
                { name: neededBy('applying', membershipPage, paymentStep), priority: 1 },
                { name: neededBy('payment-step', paymentStep), priority: 1 },
                { name: neededBy('frame', officeEntrance, officeStart), priority: 1 },
                { name: neededBy('entrance', officeEntrance, officeLists), priority: 1 },
                { name: neededBy('library', memberPages, officeStart), priority: 1 },
                { name: neededBy('office', officeStart), priority: 1 },
                { name: neededBy('tables', memberPages, officeLists), priority: 1 },
                { name: neededBy('member', memberPages), priority: 1 },
                { name: neededBy('lists', officeLists), priority: 1 },
                { name: neededBy('review', review), priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled for production always: a test or a tool that sets NODE_ENV otherwise renders the same markup.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'build/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: false,
        rolldownOptions: { input: 'web/entry-server.tsx' },
      },
    },
  },
  build: { target: 'baseline-widely-available', reportCompressedSize: false, chunkSizeWarningLimit: 800 },
  builder: {
    buildApp: async (builder) => {
      await Promise.all(Object.values(builder.environments).map((environment) => builder.build(environment)));
    },
  },
}));
