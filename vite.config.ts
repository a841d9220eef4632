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

/** What the policy says of a person's fields is made from their declaration while building, so that visitors fetch the words alone. */
function policyWordsOnly(): Plugin {
  return {
    name: 'policy-words-only',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      if (id !== join(root, 'web/features/policies/personal-data.ts')) return null;
      const words = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
      return Object.entries(words)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
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
  /\/web\/lib\/(counted|format|mailto|when-idle)\.ts$|\/web\/ui\/(Prose|TryAgain|Picture|PageTitle)\b|\/shared\/(endpoint|legal|limits|clock|money|contracts\/(auth|conferences|contact|gallery|news|resources|settings|tiers))\.ts$/;
const shortForms =
  /\/web\/lib\/(usePlainForm|useSingleRun)\.ts$|\/web\/ui\/(PlainField|FieldFrame|CheckField\.module)\b|\/web\/features\/contact\/Contact(Form|Section)\b/;
/** What a registration and its payment have in common: files on their way, and what the server is asked. */
const sending =
  /\/web\/ui\/(FilePicker|UploadProgress)\b|\/web\/lib\/(useLoad|shrink-image|useAttempt|show-failure|useDownload|save-file|useQueryState)\.ts$|\/email\/bounced-text\.ts$|\/public\/archive-page\.ts$|\/shared\/utr\.ts$|\/fields\/prepare-file\.ts$|\/shared\/contracts\/(circulars|registrations|members|payments|locations|participations|person|subscription)\.ts$/;
/** The little that the membership page has for itself. */
const applying = /\/registrations\/apply\/(Steps|registered)\b|\/payments\/OfficeContact\b|\/shared\/options\.ts$/;
/** The fields into which a person's details are typed. */
const personForms =
  /\/node_modules\/react-hook-form\/|\/web\/ui\/(Field|SelectField|ComboField|CheckField|DayField|Calendar|day-parts)\.|\/web\/lib\/(useFirstError|useCheckedForm)\.ts$|\/web\/features\/members\/fields\/(?!chosen-files)|\/shared\/(person|person-fields|typing)\.ts$/;
/** What computes in a field that people search by typing; the library's own parts need half of it. */
const search =
  /\/web\/ui\/(Select|Combo|useUnder|Dropdown\.module)\.|\/node_modules\/(@mui\/material\/useAutocomplete|@mui\/utils\/(contains|setRef|useEventCallback|useControlled|useId|usePreviousProps|useEnhancedEffect))\//;
/** Every schema needs it; a form is checked with it when it is sent. */
const rules =
  /\/node_modules\/(zod|@hookform)\/|\/shared\/(fields|file-response|financial-year)\.ts$|\/fields\/chosen-files\.ts$|\/web\/lib\/(useSchemaForm|validate)\.ts$|\/shared\/contracts\/(contact|corrections|members|payments|person|registrations)\.ts\?schemas$/;

/** What the office publishes, as visitors see it. */
const published = /\/web\/(features\/(news\/NewsCard|conferences\/(ConferenceCard|DateLeaf)|settings\/NoticeBoard)\b)/;
/** Pages to which mails lead, archives, and what they share with others. */
const smallPages =
  /\/web\/(features\/corrections\/(ApplicantPage|useLinkSecret)\b|areas\/public\/(Archive\.|archive-entries\b|page\.module\b)|ui\/DeadLink\b|lib\/useLinkLoad\b)|\/shared\/contracts\/corrections\.ts$/;
/** Long texts, and what a conference's page has from others. */
const documents =
  /\/web\/features\/(policies\/(DocumentBody|PolicyPage|document|retention-values)|participations\/TakePart\.module)\b|\/shared\/(article|contracts\/bearers)\.ts$/;
/** Who takes part in a conference. */
const takingPart = /\/web\/(features\/participations\/(AnswersForm|CancelPart)|ui\/PlainSelect)\b/;
/** What shows a QR code comes with it. */
const codes = /\/web\/features\/participations\/(DoorCode|Certificate|code\.module)\b/;
const emailDialog = /\/web\/features\/members\/email\/EmailDialog\b/;
/** Parts without a subject. */
const parts = /\/web\/(ui|lib)\/|\/shared\/contracts\//;
/** What the office is told. */
const officeWords = /\/shared\/(office-messages|contracts\/(letters|log|reports|statements|templates))\.ts$/;
/** What is checked of letters and of the mails' texts. */
const letterRules = /\/shared\/contracts\/(letters|templates)\.ts\?schemas$/;
/** Passwords and second factors, of members and administrators. */
const account =
  /\/shared\/contracts\/(second-factor|sessions)\.ts$|\/web\/(features\/(second-factor\/(?!Require|TurnOn|PasswordAndCode|CodeField)|auth\/Sessions\b)|ui\/(PasswordField|FormActions|FormStack)\b|lib\/(clipboard|print-text)\.ts$)/;
/** Their forms, with the checks. */
const accountForms =
  /\/shared\/contracts\/(auth|second-factor)\.ts\?schemas$|\/web\/features\/second-factor\/(TurnOn|PasswordAndCode|CodeField)/;

/** The part of Rolldown's own that is used here. */
interface ChunkingContext {
  getModuleInfo: (id: string) => {
    importedIds: string[];
    dynamicallyImportedIds: string[];
    dynamicImporters: string[];
  } | null;
}
type NameOfChunk = (id: string, context: ChunkingContext) => string | null;

/**
 * What is fetched as one file because the same people need it: the modules that each of these pages imports, directly or
 * not, but for what has its place already.
 */
function neededBy(name: string, ...pages: string[][]): NameOfChunk {
  let needed: Set<string>[] | undefined;
  return (id, context) => {
    needed ??= pages.map((sources) => withImports(sources.map(inWeb), context));
    // A page is asked for under its own name.
    const isPage = pages.flat().some((source) => id.endsWith(source));
    return !isPage && needed.every((modules) => modules.has(id)) ? name : null;
  };
}

const named =
  (name: string, test: RegExp): NameOfChunk =>
  (id) =>
    test.test(id) ? name : null;
const onlyIf =
  (test: RegExp, name: NameOfChunk): NameOfChunk =>
  (id, context) =>
    test.test(id) ? name(id, context) : null;
/** One file for what several rules give to it; two groups of one name would be two files. */
const eitherOf =
  (...names: NameOfChunk[]): NameOfChunk =>
  (id, context) =>
    names.map((name) => name(id, context)).find((found) => found !== null) ?? null;

const inWeb = (source: string) => join(root, 'web', source);

function withImports(ids: string[], context: ChunkingContext, dynamic = false, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    // Who needs the address of a call does not need the schemas of its answers.
    if (found.has(id) || id.endsWith('?schemas')) continue;
    found.add(id);
    const info = context.getModuleInfo(id);
    withImports(
      [...(info?.importedIds ?? []), ...((dynamic && info?.dynamicallyImportedIds) || [])],
      context,
      dynamic,
      found,
    );
  }
  return found;
}

/** Who comes to a page of these. */
type People = 'visitors' | 'members' | 'office';
const areaOf: Record<People, RegExp> = {
  visitors: /\/web\/(entry-client|routes|areas\/public\/\w+)\.tsx$/,
  members: /\/web\/areas\/member\/\w+\.tsx?$/,
  office: /\/web\/areas\/admin\/\w+\.tsx?$/,
};

interface Use {
  people: Set<People>;
  /** How many import it, directly or not. */
  pages: number;
}

/** Slivers that several pages share, gathered by who needs them; what is one page's alone stays with it. */
function sharedBy(nameOf: (use: Use) => string | null): NameOfChunk {
  let users: Map<string, Use> | undefined;
  return (id, context) => {
    users ??= usersOf(context);
    const use = users.get(id);
    // What brings the library's calendar is for few; what schemas need, too, has its place above.
    const isOurs = /\/(web|shared\/contracts)\/[^?]*$/.test(id) && !/\/ui\/DateField\./.test(id);
    return use && use.pages > 1 && isOurs ? nameOf(use) : null;
  };
}

function usersOf(context: ChunkingContext) {
  const users = new Map<string, Use>();
  const entryOf = (id: string) => {
    const use = users.get(id) ?? { people: new Set<People>(), pages: 0 };
    users.set(id, use);
    return use;
  };
  const all = withImports([inWeb('entry-client.tsx')], context, true);
  for (const [people, area] of Object.entries(areaOf)) {
    const pages = [...all].filter((id) => area.test(id));
    const isRoutes = (id: string) => /\/web\/(entry-client|routes)\.tsx$/.test(id);
    // A visitor's page may fetch ahead what stands behind a login; that makes nobody else's page its own.
    const elsewhere = [...all].filter((id) => Object.values(areaOf).some((other) => other !== area && other.test(id)));
    const own = withImports(
      pages.filter((id) => !isRoutes(id)),
      context,
      true,
      new Set(elsewhere),
    );
    for (const id of elsewhere) own.delete(id);
    for (const id of own) entryOf(id).people.add(people as People);
    for (const id of withImports(pages.filter(isRoutes), context)) entryOf(id).people.add(people as People);
  }
  for (const page of all) {
    if ((context.getModuleInfo(page)?.dynamicImporters.length ?? 0) === 0) continue;
    for (const id of withImports([page], context)) entryOf(id).pages++;
  }
  return users;
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
  plugins: [
    react(),
    breakpointsInStyles(),
    contractsWithoutSchemas(),
    policyWordsOnly(),
    areasInBrowserOnly(),
    precompress(),
  ],
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
                // A page that asks nothing says nothing.
                { name: 'messages', test: /\/shared\/messages\.ts$/, priority: 2 },
                { name: 'published', test: published, priority: 2 },
                { name: 'small-pages', test: smallPages, priority: 2 },
                { name: 'documents', test: documents, priority: 2 },
                { name: 'short-forms', test: shortForms, priority: 2 },
                { name: 'apply', test: applying, priority: 2 },
                { name: 'sending', test: sending, priority: 2 },
                { name: 'person-forms', test: personForms, priority: 2 },
                { name: 'search', test: search, priority: 2 },
                { name: 'rules', test: rules, priority: 2 },
                { name: 'office-words', test: officeWords, priority: 2 },
                { name: 'letter-rules', test: letterRules, priority: 2 },
                { name: 'account', test: account, priority: 2 },
                { name: 'account-forms', test: accountForms, priority: 2 },
                { name: 'take-part', test: takingPart, priority: 2 },
                {
                  debugName: 'login',
                  name: eitherOf(neededBy('login', loginDialog), named('login', emailDialog)),
                  priority: 1,
                },
                { debugName: 'applying', name: neededBy('applying', membershipPage, paymentStep), priority: 1 },
                {
                  debugName: 'payment-step',
                  name: eitherOf(neededBy('payment-step', paymentStep), named('payment-step', codes)),
                  priority: 1,
                },
                {
                  debugName: 'areas',
                  name: eitherOf(
                    neededBy('areas', memberPages, officeStart),
                    onlyIf(parts, neededBy('areas', memberPages)),
                    sharedBy(({ people }) => (people.has('members') && !people.has('visitors') ? 'areas' : null)),
                  ),
                  priority: 1,
                },
                { debugName: 'directory', name: neededBy('directory', memberPages), priority: 1 },
                {
                  debugName: 'frame',
                  name: eitherOf(
                    neededBy('frame', officeEntrance, [...officeStart, ...officeLists]),
                    named('frame', /\/admin\/wanted-page\.ts$/),
                  ),
                  priority: 1,
                },
                { debugName: 'office', name: neededBy('office', officeStart), priority: 1 },
                { debugName: 'lists', name: neededBy('lists', officeLists), priority: 1 },
                { debugName: 'review', name: neededBy('review', review), priority: 1 },
                {
                  debugName: 'records',
                  name: sharedBy(({ people }) => (people.size === 1 && people.has('office') ? 'records' : null)),
                  priority: 1,
                },
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
