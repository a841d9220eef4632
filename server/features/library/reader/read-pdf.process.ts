import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { limits } from '#shared/limits.ts';
import { divided, vectorOf, wordsOf } from '../words.ts';
import type { ReaderLine } from './reader.ts';

// Before Unicode, fonts drew Indian letters in place of Latin ones: the text of such a page is no text that can be searched.

const names =
  /kruti|dev\s?lys|chanakya|shusha|shivaji|walkman[- ]?chanakya|agra(?![a-z])|bhaskar|krishna(?!murti)|shree[- ]?(dev|lipi|tam|tel|kan|mal|guj|ban|ori|pud)|dvb?[- ]?(ttsurekh|yogesh)|ttsurekh|dv-?tt|ml-?tt|revathi|karthika(?=-?(tt|n))|bamini|vanavil|tscii|amudham|nudi|baraha|anupama|hemalatha|akruti|aps-?dv|4c?gandhi|saral|asees|joy|gurbani ?(lipi|akhar)|anmol ?lipi|sulekha|bijoy|sutonny|inpage|noori ?nastaliq ?(char|n\d)/i;

/** Whether a font's name is that of one which draws other letters than its text says. */
const isLegacyFont = (name: string): boolean => names.test(name.replace(/^[A-Z]{6}\+/, ''));

/** Words that are looked at, and the share of them that no language in Latin letters reaches. */
const fewest = 30;
const share = 0.35;

/** Whether Latin letters are no words: in such a font most of them have no vowel, whatever its name is. */
function looksLegacy(text: string): boolean {
  const words = text.match(/[A-Za-z][^\s]*[A-Za-z]|[A-Za-z]{2,}/g) ?? [];
  const lower = words.filter((word) => /[a-z]/.test(word));
  if (lower.length < fewest) return false;
  const strange = lower.filter(
    (word) => !/[aeiouy]/i.test(word) || /[A-Za-z][;{}[\]|~^\\ØÙ‡†;][A-Za-z]/.test(word) || /[a-z][A-Z]/.test(word),
  );
  return strange.length / lower.length >= share;
}

// A process of its own that reads one PDF from its input, and writes what it says, a line of JSON each. Whatever the file does to it
// ends with it. It may read the program's files, and nothing else: no network, no writing, no environment.

/** The functions of PDFium that its wrapper does not offer. */
interface Pdfium {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(bytes: number): number; free(at: number): void };
  _FPDF_LoadMemDocument(at: number, bytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetMetaText(document: number, tag: number, into: number, bytes: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetText(text: number, from: number, count: number, into: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFText_GetFontInfo(text: number, index: number, into: number, bytes: number, flags: number): number;
}

/** Of one page, and of all; what exceeds them was not written by people. */
const pageLength = 60_000;
const wholeLength = 12_000_000;
/** Characters of a page whose font is asked for. */
const fontsAsked = 24;
const passwordNeeded = 4;
/** Objects of a page among which a picture is looked for. */
const objectsLooked = 1_000;
const pictureObject = 3;
/** A picture's page number and stamp have fewer letters than this. */
const fewLetters = 20;

const write = (line: ReaderLine) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, (error) => (error ? reject(error) : resolve()));
  });

const bytes = await buffer(process.stdin);
const { module: pdfium } = (await PDFiumLibrary.init()) as unknown as { module: Pdfium };
const { malloc, free } = pdfium.wasmExports;

/** Room in its memory for one call. */
function within<T>(size: number, use: (at: number) => T): T {
  const at = malloc(size);
  if (at === 0) throw new Error('no memory');
  try {
    return use(at);
  } finally {
    free(at);
  }
}
const utf16 = (at: number, length: number) =>
  new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(at, at + Math.max(0, length)));

function titleOf(document: number): string {
  return within(16, (tag) => {
    pdfium.HEAPU8.set(new TextEncoder().encode('Title\0'), tag);
    const length = pdfium._FPDF_GetMetaText(document, tag, 0, 0);
    if (length <= 2 || length > 4_000) return '';
    return within(length, (at) => {
      pdfium._FPDF_GetMetaText(document, tag, at, length);
      return utf16(at, length - 2);
    });
  });
}

function fontsOf(text: number, count: number): string[] {
  const names = new Set<string>();
  const step = Math.max(1, Math.floor(count / fontsAsked));
  within(260, (at) => {
    for (let index = 0; index < count; index += step) {
      const length = pdfium._FPDFText_GetFontInfo(text, index, at, 256, at + 256);
      if (length > 1 && length <= 256)
        names.add(Buffer.from(pdfium.HEAPU8.slice(at, at + length - 1)).toString('latin1'));
    }
  });
  return [...names];
}

/** How PDFium marks a word that is divided at a line's end; also by U+FFFE. */
const lineHyphen = String.fromCharCode(2);

/** First parts of compounds that are written with a hyphen wherever they stand. */
const compounds = /^(?:anti|co|cross|half|multi|non|post|quasi|self|semi|vice|well)$/i;

/** What a hyphen at a line's end becomes: one that stays, where it is none of a divided word; else a sign by which both readings are found. */
function hyphenFor(before: string, after: string): string {
  if (!/[\p{L}\p{M}]$/u.test(before) || (/\p{Lu}/u.test(after) && !/^\p{Lu}+$/u.test(before))) return '-';
  return compounds.test(before) ? divided.shown : divided.hidden;
}

/** Text as it is stored: without line ends within words, control characters and halves of characters. */
const tidy = (text: string): string =>
  text
    .replaceAll(lineHyphen, '\uFFFE')
    .replace(/\u00AD\s*\n\s*/g, '\uFFFE')
    .replace(/([\p{L}\p{M}\p{N}]{0,30})\uFFFE\s*([\p{L}\p{N}]?)/gu, (_whole, before: string, after: string) =>
      after === '' ? before : before + hyphenFor(before, after) + after,
    )
    .replace(/\r\n?/g, '\n')
    // 304-A; PDFium marks words only.
    .replace(/(?<=\p{N})[-\u2010-\u2013]\n[^\S\n]*(?=[\p{Lu}\p{N}])/gu, '-')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed();

/** Whether a page shows a picture, as a scanned one does. */
function hasPicture(page: number): boolean {
  const count = Math.min(pdfium._FPDFPage_CountObjects(page), objectsLooked);
  for (let index = 0; index < count; index += 1)
    if (pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(page, index)) === pictureObject) return true;
  return false;
}

function textOf(document: number, index: number): { text: string; isLegacy: boolean; hasPicture: boolean } {
  const page = pdfium._FPDF_LoadPage(document, index);
  if (page === 0) return { text: '', isLegacy: false, hasPicture: false };
  try {
    const none = { text: '', isLegacy: false, hasPicture: hasPicture(page) };
    const text = pdfium._FPDFText_LoadPage(page);
    if (text === 0) return none;
    try {
      const count = Math.min(pdfium._FPDFText_CountChars(text), pageLength);
      if (count <= 0) return none;
      const raw = within((count + 1) * 2, (at) => utf16(at, (pdfium._FPDFText_GetText(text, 0, count, at) - 1) * 2));
      const read = tidy(raw);
      return { ...none, text: read, isLegacy: fontsOf(text, count).some(isLegacyFont) || looksLegacy(read) };
    } finally {
      pdfium._FPDFText_ClosePage(text);
    }
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}

async function read(): Promise<void> {
  const at = malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  if (document === 0) {
    const why = pdfium._FPDF_GetLastError() === passwordNeeded ? 'password' : 'broken';
    return write({ kind: 'refused', why });
  }
  const pages = pdfium._FPDF_GetPageCount(document);
  if (pages <= 0) return write({ kind: 'refused', why: 'broken' });
  await write({ kind: 'document', pages, title: tidy(titleOf(document)).trim() });
  if (pages > limits.documentPages) return write({ kind: 'refused', why: 'tooLong' });
  let length = 0;
  for (let index = 0; index < pages; index += 1) {
    const { text, isLegacy, hasPicture } = textOf(document, index);
    length += text.length;
    if (length > wholeLength) return write({ kind: 'refused', why: 'tooMuch' });
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    // A page of numbers alone is text, too: those of an FIR or an account are searched.
    const isText = !isLegacy && /[\p{L}\p{N}]/u.test(text);
    await write({
      kind: 'page',
      page: index + 1,
      isPicture: isLegacy || (hasPicture && letters < fewLetters),
      text: isText ? text : '',
      vector: isText ? vectorOf(wordsOf(text)) : '',
    });
  }
  await write({ kind: 'end' });
}

await read();
// PDFium frees nothing that would be needed again.
process.exit(0);
