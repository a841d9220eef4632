import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { breakpointsInStyles } from './scripts/web-build/breakpoints.ts';
import { contractsWithoutSchemas, policyWordsOnly } from './scripts/web-build/contracts.ts';
import { inlineScripts } from './scripts/web-build/inline-scripts.ts';
import { precompress } from './scripts/web-build/precompress.ts';

const root = import.meta.dirname;

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

/** The modules of the browser's chunks. */
const everyPage =
  /\/web\/[^?]*$|\/shared\/(association|errors|paths|rendered-page|scan-header|session-header)\.ts$|preload-helper|rolldown[:/]runtime/;
const mostPages =
  /\/web\/lib\/(counted|format|mailto|when-idle)\.ts$|\/web\/ui\/(Prose|TryAgain|Picture|PageTitle)\b|\/shared\/(legal|limits|clock|money|contracts\/(auth|conferences|contact|gallery|news|resources|settings|tiers))\.ts$/;
const shortForms =
  /\/web\/lib\/(usePlainForm|useSingleRun)\.ts$|\/web\/ui\/(TextField|FieldFrame|CheckField\.module)\b|\/web\/features\/contact\/Contact(Form|Section)\b/;
/** Shared by a registration and its payment: uploads and API calls. */
const sending =
  /\/web\/ui\/(FilePicker|UploadProgress|Progress)\b|\/web\/lib\/(useLoad|useBlobAddress|shrink-image|useAttempt|show-failure|useDownload|save-file|useQueryState)\.ts$|\/email\/bounced-text\.ts$|\/public\/archive-page\.ts$|\/shared\/utr\.ts$|\/fields\/prepare-file\.ts$|\/shared\/contracts\/(own-letters|registrations|members|payments|locations|participations|person|subscription)\.ts$/;
/** The membership page's own modules. */
const applying = /\/registrations\/apply\/(Steps|registered)\b|\/payments\/OfficeContact\b|\/shared\/options\.ts$/;
/** The fields for a person's details. */
const personForms =
  /\/node_modules\/react-hook-form\/|\/web\/ui\/(Field|SelectField|ComboField|CheckField|DateField|DateInput|Calendar|day-parts)\.|\/web\/lib\/(useFirstError|useCheckedForm)\.ts$|\/web\/features\/members\/fields\/(?!chosen-files)|\/shared\/(person|person-fields|typing)\.ts$/;
/** Fields with a list. */
const search = /\/web\/ui\/(Select|Combo|useCombo|typed-choice|useTypedChoice|useUnder|Dropdown\.module)\./;
/** Needed by all schemas; forms load it when they are sent. */
const rules =
  /\/node_modules\/(zod|@hookform)\/|\/shared\/(endpoint|fields|file-response|financial-year)\.ts$|\/fields\/chosen-files\.ts$|\/web\/lib\/(useSchemaForm|validate)\.ts$|\/shared\/contracts\/(contact|corrections|members|payments|person|registrations)\.ts\?schemas$/;

/** The office's published content. */
const published = /\/web\/(features\/(news\/NewsCard|conferences\/(ConferenceCard|DateLeaf)|settings\/NoticeBoard)\b)/;
/** Pages that mails link to, archives, long texts, and the modules that they share with others. */
const smallPages =
  /\/web\/(features\/(corrections\/(ApplicantPage|useLinkSecret)\b|policies\/(DocumentBody|PolicyPage|document|retention-values)|participations\/TakePart\.module)|areas\/public\/(Archive\.|archive-entries\b)|ui\/DeadLink\b|lib\/useLinkLoad\b)|\/shared\/(article|contracts\/(bearers|corrections))\.ts$/;
/** Taking part in a conference. */
const takingPart = /\/web\/(features\/participations\/(AnswersForm|CancelPart)|ui\/NativeSelect)\b/;
/** Loaded with the QR code. */
const codes = /\/web\/features\/participations\/(DoorCode|Certificate|code\.module)\b/;
const emailDialog = /\/web\/features\/members\/email\/EmailDialog\b/;
/** General modules of no feature. */
const parts = /\/web\/(ui|lib)\/|\/shared\/contracts\//;
/** The office's messages. */
const officeWords = /\/shared\/(office-messages|contracts\/(letters|log|reports|statements|templates))\.ts$/;
/** The schemas of letters, of mail templates and of settings. */
const letterRules = /\/shared\/contracts\/(letters|settings|templates)\.ts\?schemas$/;
/** Passwords and second factors, of members and administrators. */
const account =
  /\/shared\/contracts\/(second-factor|sessions)\.ts$|\/web\/(features\/(second-factor\/(?!Require|TurnOn|PasswordAndCode|CodeField|OwnPassword)|auth\/Sessions\b)|ui\/(PasswordField|FormActions|FormStack|ShortFormDialog)\b|lib\/(clipboard|print-text)\.ts$)/;
/** Their forms and schemas. */
const accountForms =
  /\/shared\/contracts\/(auth|second-factor)\.ts\?schemas$|\/web\/features\/second-factor\/(TurnOn|PasswordAndCode|CodeField|OwnPassword)/;

/** The used part of Rolldown's type. */
interface ChunkingContext {
  getModuleInfo: (id: string) => {
    importedIds: string[];
    dynamicallyImportedIds: string[];
    dynamicImporters: string[];
  } | null;
}
type NameOfChunk = (id: string, context: ChunkingContext) => string | null;

/**
 * A chunk of the modules that all of these pages import, directly or not, except those that belong to another chunk.
 */
function neededBy(name: string, ...pages: string[][]): NameOfChunk {
  let needed: Set<string>[] | undefined;
  return (id, context) => {
    needed ??= pages.map((sources) => withImports(sources.map(inWeb), context));
    // A page is a chunk of its own.
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
/** One chunk from several rules; two groups with the same name would become two files. */
const eitherOf =
  (...names: NameOfChunk[]): NameOfChunk =>
  (id, context) =>
    names.map((name) => name(id, context)).find((found) => found !== null) ?? null;

const inWeb = (source: string) => join(root, 'web', source);

function withImports(ids: string[], context: ChunkingContext, dynamic = false, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    // An import of a call does not need its schemas.
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

/** The visitors of a page. */
type People = 'visitors' | 'members' | 'office';
const areaOf: Record<People, RegExp> = {
  visitors: /\/web\/(entry-client|routes|areas\/public\/\w+)\.tsx$/,
  members: /\/web\/areas\/member\/\w+\.tsx?$/,
  office: /\/web\/areas\/admin\/\w+\.tsx?$/,
};

interface Use {
  people: Set<People>;
  /** The number of pages that import it, directly or not. */
  pages: number;
}

/** Groups small modules that several pages share by their users; a module of only one page stays with that page. */
function sharedBy(nameOf: (use: Use) => string | null): NameOfChunk {
  let users: Map<string, Use> | undefined;
  return (id, context) => {
    users ??= usersOf(context);
    const use = users.get(id);
    // Excludes the library's calendar, which few need, and modules for schemas, which have a chunk above.
    const isOurs = /\/(web|shared\/contracts)\/[^?]*$/.test(id);
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
    // A visitor's page may prefetch pages behind a login; they still belong to their own area.
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
    inlineScripts(),
    precompress(),
  ],
  clearScreen: false,
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        // The notices that the dependencies' licences require; served as `/licences.txt`.
        license: { fileName: 'licences.txt' },
        emptyOutDir: true,
        // Inlined files would be repeated in every page that inlines its styles.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          treeshake: {
            // The project's modules have no side effects; otherwise a page would load the schemas of the calls that it imports.
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
                // Used by every page; changes only with a library's version.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 3 },
                // The project's modules that every page needs, in one file instead of many small ones.
                { name: 'base', tags: ['$initial'], test: everyPage, priority: 2 },
                { name: 'common', test: mostPages, priority: 2 },
                // Pages without calls do not need it.
                { name: 'messages', test: /\/shared\/messages\.ts$/, priority: 2 },
                { name: 'published', test: published, priority: 2 },
                { name: 'small-pages', test: smallPages, priority: 2 },
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
      // Always bundled for production, so that the markup does not depend on NODE_ENV.
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
