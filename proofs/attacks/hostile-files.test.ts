import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { files as fileRows } from '#server/platform/storage/tables.ts';
import { addGalleryImages, listGallery } from '#shared/contracts/gallery.ts';
import { memberDocument, memberScreenshot } from '#shared/contracts/members.ts';
import { createNews, listNews } from '#shared/contracts/news.ts';
import { registerMember, reviewRegistration, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import type { Failure } from '#shared/errors.ts';
import { type Answer, startTestApp, type TestFile } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';
import { canary, type HostileFile, hostileFiles } from './hostile-files.ts';

const [site, corpus] = await Promise.all([startTestApp(), hostileFiles()]);
const asOffice = { token: await adminToken(site) };

/** Runs `attack` on each file of the corpus, and reports all failures together. */
async function withEach(attack: (file: HostileFile) => Promise<void>): Promise<void> {
  const wrong: string[] = [];
  for (const file of corpus) {
    await attack(file).catch((error: Error) => wrong.push(`${file.title}: ${error.message}`));
  }
  expect(wrong).toEqual([]);
}

/** Whether a picture was accepted; a refusal must have a helpful message. */
function wasTaken(file: HostileFile, answer: Answer<unknown>, field: string): boolean {
  if (answer.status !== 200) {
    const { code, message, fields } = answer.body as Failure;
    expect([400, 413, 415, 422], `${code} ${message}`).toContain(answer.status);
    expect(Object.keys(fields ?? {})).toEqual([field]);
    expect(message).toMatch(/choose|HEIC|PDF|correct|marked/i);
  }
  const result = answer.status === 200;
  if (file.asPicture !== 'either') expect(result ? 'taken' : 'refused').toBe(file.asPicture);
  return result;
}

/** Expects a picture that the site encoded: one frame, without metadata. */
async function expectClean(bytes: Buffer): Promise<void> {
  const { exif, xmp, iptc, icc, pages, format } = await sharp(bytes, { pages: -1 }).metadata();
  expect(['webp', 'heif', 'jpeg']).toContain(format);
  expect({ exif, xmp, iptc, icc, pages: pages ?? 1 }).toEqual({ pages: 1 });
  for (const word of [canary, '<script', 'Exif\0', '<?php']) expect(bytes.includes(word), word).toBe(false);
}

/** Expects headers with which browsers run nothing of the file as a page of the site. */
function expectHarmless({ headers }: Answer<unknown>): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(headers['content-security-policy']).not.toContain('allow-');
  expect(headers['content-type']).toMatch(
    /^(image\/(jpeg|png|webp|gif|avif|tiff|heic)|application\/(pdf|zip|octet-stream))$/,
  );
}

/** The name of a downloaded file, as browsers read it. */
function nameOf({ headers }: Answer<unknown>): string {
  const disposition = String(headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''[\w.%~!-]+$/);
  return decodeURIComponent(disposition.split("filename*=UTF-8''")[1]!);
}

const activeEndings = /\.(html?|xhtml|mhtml|svgz?|js|exe|sh|php)$/i;

const register = (files: { document: TestFile; picture: TestFile }) =>
  site.call(registerMember, { body: registrationBody(), files });
const idOf = (answer: Answer<unknown>) => (answer.body as { directory: { id: string } }).directory.id;

const served = async (address: string): Promise<Answer<unknown>> => {
  const answer = await site.app.inject(address);
  return { status: answer.statusCode, headers: answer.headers, raw: answer.rawPayload, body: undefined };
};

test('the corpus has at least sixty files', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  expect(new Set(corpus.map(({ title }) => title)).size).toBe(corpus.length);
});

describe('each hostile file', () => {
  test('as a profile picture is refused, or served as a picture and nothing else', async () => {
    await withEach(async (file) => {
      const answer = await register({ document: scannedId(), picture: file });
      if (!wasTaken(file, answer, 'picture')) return;
      const { data } = await site.ok(reviewRegistration, { params: { id: idOf(answer) } }, asOffice);
      const picture = await served(data.picture!);
      expect(picture.headers['content-type']).toBe('image/webp');
      expectHarmless(picture);
      await expectClean(picture.raw);
    });
  });

  test('as a scanned ID comes back byte for byte, as a download under a harmless name', async () => {
    await withEach(async (file) => {
      const answer = await register({ document: file, picture: await pictureFile() });
      if (file.empty) return void expect([answer.status, (answer.body as Failure).code]).toEqual([400, 'VALIDATION']);
      expect(answer.status).toBe(200);
      const document = await site.call(memberDocument, { params: { id: idOf(answer) } }, asOffice);
      expect(document.raw.equals(file.bytes)).toBe(true);
      expect(document.headers['cache-control']).toBe('private, no-store');
      expectHarmless(document);
      const name = nameOf(document);
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\ufffd]|^\.+$/u);
      expect(name).not.toMatch(activeEndings);
      const ending = { 'image/jpeg': /\.jpe?g$/i, 'application/pdf': /\.pdf$/i, 'image/png': /\.png$/i };
      const expected = ending[document.headers['content-type'] as keyof typeof ending];
      if (expected) expect(name).toMatch(expected);
    });
  });

  test('as a payment screenshot is refused, or served as a picture and nothing else', async () => {
    const answer = await register({ document: scannedId(), picture: await pictureFile() });
    const params = { id: idOf(answer) };
    await withEach(async (file) => {
      // A visitor may send only twenty for one record.
      const sent = await site.call(
        uploadPaymentScreenshot,
        { params, body: {}, files: { screenshot: file } },
        asOffice,
      );
      if (!wasTaken(file, sent, 'screenshot')) return;
      const screenshot = await site.call(memberScreenshot, { params }, asOffice);
      expect(screenshot.headers['content-type']).toBe('image/webp');
      expect(nameOf(screenshot)).toMatch(/\.webp$/);
      expectHarmless(screenshot);
      await expectClean(screenshot.raw);
    });
  });

  test('as the picture of news and in the gallery is refused, or served as a picture and nothing else', async () => {
    const publicly = async (addresses: string) => {
      for (const address of addresses.match(/\/media\/[\w./-]+/g) ?? []) {
        const picture = await served(address);
        expect(picture.status).toBe(200);
        expectHarmless(picture);
        await expectClean(picture.raw);
      }
    };
    let count = 0;
    await withEach(async (file) => {
      const body = { title: 'News', location: 'Pune', description: 'News of the association' };
      const item = await site.call(createNews, { body, files: { picture: file } }, asOffice);
      if (wasTaken(file, item, 'picture')) {
        await publicly(JSON.stringify((await site.ok(listNews, {})).news[0]));
        // The same code handles all of them, so every third accepted one is enough.
        if (count++ % 3 > 0) return;
      }
      const image = `data:${file.type};base64,${Buffer.from(file.bytes).toString('base64')}`;
      const gallery = await site.call(addGalleryImages, { body: { images: [image] } }, asOffice);
      expect(gallery.status === 200).toBe(item.status === 200);
      if (gallery.status === 200) await publicly(JSON.stringify((await site.ok(listGallery, {})).data[0]));
    });
  });

  test('leaves only files that are in use', async () => {
    const states = await site.database.select({ state: fileRows.state }).from(fileRows);
    expect(states.filter(({ state }) => state === 'pending')).toEqual([]);
  });
});

test('six pictures of 50 megapixels at a time, of the kind that takes most memory, are all answered', async () => {
  const bytes = await sharp({ create: { width: 10_000, height: 5_000, channels: 3, background: '#345' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const before = process.memoryUsage().rss;
  let max = before;
  const watch = setInterval(() => (max = Math.max(max, process.memoryUsage().rss)), 20);
  const one = () => register({ document: scannedId(), picture: { name: 'a.jpg', type: 'image/jpeg', bytes } });
  const answers = Promise.all(Array.from({ length: 6 }, one));
  expect((await site.app.inject('/healthz')).statusCode).toBe(200);
  expect((await answers).map(({ status }) => status)).toEqual(Array(6).fill(200));
  clearInterval(watch);
  // They are processed one after the other: together they would need 6 times 280 MB.
  expect((max - before) / 1024 / 1024).toBeLessThan(900);
});
