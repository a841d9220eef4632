import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createItem, parsePo, stringifyPo } from 'pofile-ts';
import { parseSync, transformWithOxc } from 'vite';
import { catalogueFile } from '#server/platform/languages/catalogue.ts';
import { type Node, textsOf } from './web-build/texts.ts';

/** The files whose texts are all in Hindi. Add files here, run `npm run languages`, and translate what it has added. */
export const translatedFiles = globSync([
  'web/site/frame/*.tsx',
  'web/site/ErrorPage.tsx',
  'web/app/Shell.tsx',
  'web/site/pages/{Home,Contact,About,News,NewsArchive,Gallery,OfficeBearers,ConferencesArchive,Documents,Membership}Page.tsx',
  'web/site/pages/{ContactSection,PageLinks}.tsx',
  'web/features/contact/ContactForm.tsx',
  'web/features/auth/{Login,ForgotPassword,ResetPassword}Form.tsx',
  'web/features/auth/{LoginDialog,PasskeyQuestion}.tsx',
  'web/features/tiers/{TiersInfo,TierTabs,MembershipTerms}.tsx',
  'web/features/registrations/apply/Registration.tsx',
  'web/features/members/fields/EmailField.tsx',
  'web/ui/*/{FilePicker,PasswordInput,Progress,TryAgain,Toasts}.tsx',
]);

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
  const kept = po.items.filter(({ msgid }) => isUsed(msgid));
  const known = new Set(kept.map(({ msgid }) => msgid));
  const added = [...needed.keys()]
    .filter((id) => !known.has(id))
    .map((msgid) => ({ ...createItem(), msgid, msgstr: [''] }));
  po.items = [...kept, ...added].sort((one, other) => (one.msgid < other.msgid ? -1 : 1));
  for (const item of po.items) item.msgstr = item.msgstr.map((text) => text.normalize('NFC'));
  writeFileSync(file, stringifyPo(po, { foldLength: 0 }));
  console.log(`${kept.length} texts kept, ${added.length} to translate, ${before - kept.length} unused.`);
}

if (import.meta.main) await update();
