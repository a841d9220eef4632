import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createItem, parsePo, stringifyPo } from 'pofile-ts';
import { parseSync, transformWithOxc } from 'vite';
import { catalogueFile } from '#server/platform/languages/catalogue.ts';
import { type Node, textsOf } from './web-build/texts.ts';

/** The files whose texts are all in Hindi. Add files here, run `npm run languages`, and translate what it has added. */
export const translatedFiles = globSync([
  'web/app/*.tsx',
  'web/app/member/*.tsx',
  'web/lib/*.ts',
  'web/site/**/*.{ts,tsx}',
  'web/ui/{dialogs,forms,page}/*.{ts,tsx}',
  'web/ui/tables/{Filter*,PageNumbers,PagedCards,StatusDot}.tsx',
  'web/features/auth/*.{ts,tsx}',
  'web/features/{card,home,passkeys,policies,subscription}/*.{ts,tsx}',
  'web/features/checkoff/FromSalary.tsx',
  'web/features/conferences/ConferenceCard.tsx',
  'web/features/contact/{ContactForm.tsx,validate-contact.ts}',
  'web/features/corrections/{ApplicationView,CorrectionForm,LinkRequest,NextSteps}.tsx',
  'web/features/directory/*.{ts,tsx}',
  'web/features/gallery/{Gallery,GalleryViewer}.tsx',
  'web/features/letters/own/*.{ts,tsx}',
  'web/features/library/{own/*,DocumentEntry}.{ts,tsx}',
  'web/features/members/{email,fields,profile}/*.{ts,tsx}',
  'web/features/news/{NewsArticle,NewsCard}.tsx',
  'web/features/certificates/Certificate.tsx',
  'web/features/participations/*.{ts,tsx}',
  'web/features/payments/{CopyRows,DueSummary,OfficeContact,PayOnline,ProofForm,ReceiptButton,WaysToPay}.tsx',
  'web/features/registrations/apply/*.{ts,tsx}',
  'web/features/resources/{ResourceTabs.tsx,information-centre.ts}',
  'web/features/second-factor/[!R]*.tsx',
  'web/features/second-factor/RecoveryCodesDialog.tsx',
  'web/features/tiers/{TiersInfo,TierTabs,MembershipTerms}.tsx',
  'web/features/votes/*.{ts,tsx}',
]).filter(
  (path) =>
    !/\.test\.tsx?$|SubscriptionForm|SubscriptionPreview|ShortcutHelp|RecordForm|DraftActions|UploadWords/.test(path),
);

async function compiled(path: string): Promise<Node> {
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { jsx: { runtime: 'automatic' } });
  return parseSync('module.js', code).program as unknown as Node;
}

/** The texts of these files, each with its file. */
export async function textsOfFiles(files: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of files) {
    for (const { id, isEarly } of textsOf(await compiled(path))) if (!isEarly) texts.set(id, path);
  }
  return texts;
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll("\\'", "'");

/** Whether the sources have a text: all that stands between its values. */
export function findInSources(): (id: string) => boolean {
  const files = globSync('{shared,server,web}/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] });
  const sources = inOneLine(files.map((path) => readFileSync(path, 'utf8')).join('\n'));
  const parts = (id: string) => (id.includes(', plural,') ? [id] : id.split(/\{\w+\}/));
  return (id) => parts(id).every((part) => sources.includes(inOneLine(part).trim()));
}

/** Writes what is missing into the catalogue, to be translated, and takes out what is not used any more. */
async function update(): Promise<void> {
  const file = catalogueFile('hi');
  const po = parsePo(readFileSync(file, 'utf8'));
  const needed = await textsOfFiles(translatedFiles);
  const isUsed = findInSources();
  const before = po.items.length;
  const usedItems = po.items.filter(({ msgid }) => isUsed(msgid));
  const ids = new Set(usedItems.map(({ msgid }) => msgid));
  const added = [...needed.keys()]
    .filter((id) => !ids.has(id))
    .map((msgid) => ({ ...createItem(), msgid, msgstr: [''] }));
  po.items = [...usedItems, ...added].sort((one, other) => (one.msgid < other.msgid ? -1 : 1));
  for (const item of po.items) item.msgstr = item.msgstr.map((text) => text.normalize('NFC'));
  writeFileSync(file, stringifyPo(po, { foldLength: 0 }));
  console.log(`${usedItems.length} texts kept, ${added.length} to translate, ${before - usedItems.length} unused.`);
}

if (import.meta.main) await update();
