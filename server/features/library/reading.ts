import { type Core, serviceOf } from '#server/core.ts';
import { notify } from '#server/platform/database/client.ts';
import { withLockIfFree } from '#server/platform/database/locks.ts';
import type { Background } from '#server/platform/loop.ts';
import { createLoop, type Loop, nameOf } from '#server/platform/loop.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import * as documents from './documents.queries.ts';
import { dateOfText, titleOfFile } from './facts-of-text.ts';
import { ReaderFailed, type ReadFile, readPdf } from './reader/reader.ts';

/** A file that has ended the reader so often is not tried again. */
const triesAtMost = 2;
/** So many in one round: the store is away, or the reader does not start. */
const failuresAtOnce = 20;
/** Notices can be lost with a connection, and a store may answer again. */
const pollEveryMs = 60_000;

const reasons = {
  pictures: 'This file holds pictures only; its text is not searched.',
  tooLong: (pages: number) =>
    `This file has ${pages.toLocaleString('en-IN')} pages; texts of up to ${limits.documentPages.toLocaleString('en-IN')} pages are searched.`,
  tooMuch: 'The text of this file is too long to be searched.',
  password: 'This file is protected by a password; its text is not searched.',
  broken: 'This file is damaged; its text is not searched.',
  died: 'This file could not be read; its text is not searched.',
  gone: 'This file could not be opened; its text is not searched.',
  some: (without: number, pages: number) =>
    `${without} of ${pages} pages hold pictures only; their text is not searched.`,
} as const;

const empty = { pages: null, texts: [], title: null, date: null };

/** What is saved of a file that was read, and what to say about it. */
export function readingOf(file: ReadFile, today: string): documents.Reading {
  const { outcome, pages, texts } = file;
  const titleOnly = { ...empty, pages, title: titleOfFile(file.title) };
  if (outcome === 'tooLong') return { ...titleOnly, state: 'tooLong', reason: reasons.tooLong(pages ?? 0) };
  if (outcome === 'tooMuch') return { ...titleOnly, state: 'tooLong', reason: reasons.tooMuch };
  if (outcome !== 'read') return { ...titleOnly, state: 'unreadable', reason: reasons[outcome] };
  const without = texts.filter(({ isPicture }) => isPicture).length;
  if (without === texts.length || texts.every(({ text }) => text === ''))
    return { ...titleOnly, state: 'pictures', reason: reasons.pictures };
  return {
    ...titleOnly,
    texts,
    state: 'searchable',
    // Single pages are often pictures.
    reason: without * 4 >= texts.length ? reasons.some(without, texts.length) : '',
    date: dateOfText(texts.find(({ text }) => text !== '')?.text ?? '', today),
  };
}

/**
 * Reads the files of new documents, one at a time in all processes of the site. A try is counted before it begins, so that a file
 * that ends the reader, or the whole program, is given up.
 */
export function createReading(core: Core): Background & { wake(): void } {
  const { database, files, log } = core;
  const stopping = new AbortController();
  /** Documents that failed: they are tried again when all others have had their turn. */
  const failed = new Set<string>();

  async function save(unread: documents.Unread, reading: documents.Reading): Promise<void> {
    await database.transaction(async (tx) => {
      if (await documents.saveReading(tx, unread, reading)) await notify(tx, 'content');
    });
  }
  const giveUp = (unread: documents.Unread, reason: string) => save(unread, { ...empty, state: 'unreadable', reason });

  /** @throws errors of the store, of the database and of the reader's start: the file is read later */
  async function read(unread: documents.Unread): Promise<void> {
    if (unread.tries >= triesAtMost) return giveUp(unread, reasons.died);
    const file = await files.open(unread.file).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'WRONG_STATE') return error.message;
      throw error;
    });
    if (file === null || typeof file === 'string') return giveUp(unread, file ?? reasons.gone);
    if (!(await documents.countReading(database, unread))) return void file.body.destroy();
    let result: ReadFile;
    try {
      result = await readPdf(file.body, stopping.signal);
    } catch (error) {
      // The file has not done that.
      await documents.discountReading(database, unread);
      throw error;
    }
    if (result.outcome !== 'died') return save(unread, readingOf(result, clock.today()));
    log.warn({ document: unread.id, attempt: unread.tries + 1 }, 'a document has ended its reader');
    if (unread.tries + 1 >= triesAtMost) await giveUp(unread, reasons.died);
  }

  async function readAll(isStopping: () => boolean): Promise<void> {
    for (let failures = 0; failures < failuresAtOnce && !isStopping(); ) {
      const unread = await documents.findUnread(database, [...failed]);
      if (!unread) return failed.clear();
      try {
        await read(unread);
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures++;
        failed.add(unread.id);
        const reason = error instanceof ReaderFailed ? error.message : nameOf(error);
        log.warn({ document: unread.id, reason }, 'a document could not be read');
      }
    }
  }

  const loop: Loop = createLoop(
    async (isStopping) => {
      if (await documents.findUnread(database)) {
        await withLockIfFree(database, 'library', () => readAll(isStopping));
      }
      return pollEveryMs;
    },
    {
      failed(error) {
        log.warn({ reason: nameOf(error) }, 'documents could not be read');
        return pollEveryMs;
      },
    },
  );
  return {
    start: loop.start,
    wake: loop.wake,
    async stop() {
      stopping.abort();
      await loop.stop();
    },
  };
}

/** The one of this process. */
export const readingOfSite = (core: Core) => serviceOf(core, createReading);
