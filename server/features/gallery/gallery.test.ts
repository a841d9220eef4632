import { beforeEach, describe, expect, it } from 'vitest';
import { addGalleryImages, deleteGalleryImage, listGallery } from '#shared/contracts/gallery.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp } from '#tests/app.ts';
import { runFileCleanUp, testDataUrl } from '#tests/factories/content.ts';
import { adminToken } from '#tests/logins.ts';
import { decodeDataUrl } from './gallery.service.ts';

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(() => site.database.pool.query('delete from gallery_images'));

const images = async () => (await site.ok(listGallery, {})).data;
const add = (...list: unknown[]) => site.call(addGalleryImages, { body: { images: list } }, { token });
const isServed = async (address: string) => (await site.app.inject(address)).statusCode === 200;
const tooLarge = `data:image/jpeg;base64,${'A'.repeat(Math.ceil(((limits.fileBytes + 3) * 4) / 3))}`;
const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;

describe('the gallery', () => {
  it('takes many pictures at once, and shows the newest first, those of one upload in their order', async () => {
    expect((await add(await testDataUrl(1, { width: 300 }))).body).toEqual({
      success: true,
      message: 'Image added successfully',
    });
    const widths = [310, 320, 330];
    const three = await Promise.all(widths.map((width) => testDataUrl(2, { width })));
    expect((await add(...three)).body).toEqual({ success: true, message: '3 images added successfully' });
    const list = await images();
    expect(list.map(({ picture }) => picture.width)).toEqual([...widths, 300]);
    for (const { address, picture } of list) {
      expect(address).toBe(picture.src);
      expect(await isServed(address)).toBe(true);
    }
  });

  it('takes the same picture twice in one upload', async () => {
    const url = await testDataUrl(3);
    expect((await add(url, url)).status).toBe(200);
    expect(await images()).toHaveLength(2);
  });

  it('detects a picture’s real type, whatever it claims to be', async () => {
    const url = (await testDataUrl(4)).replace('image/jpeg', 'text/html');
    expect((await add(url)).status).toBe(200);
  });

  it.each([
    ['none', []],
    ['no list', undefined],
    ['a list of none', [null]],
    ['an address', ['https://example.org/a.jpg']],
    ['a relative address', ['/etc/passwd']],
  ])('asks for a picture when it gets %s', async (_name, list) => {
    const answer = await site.fails(addGalleryImages, { body: { images: list } }, { token });
    expect(answer.status).toBe(400);
    expect(Object.values(answer.body.fields!)[0]).toBe('Please Upload Atleast one Image');
    expect(await images()).toEqual([]);
  });

  it('stores all or none, and names every picture that cannot be used', async () => {
    const good = await testDataUrl(5, { width: 777 });
    const answer = await add(good, svg, good, 'data:image/png;base64,AAAA', 'data:image/png,notbase64', tooLarge);
    expect(answer.status).toBe(400);
    const { fields } = answer.body as { fields: Record<string, string> };
    expect(Object.keys(fields)).toEqual(['images']);
    expect(fields.images!.split('\n').map((line) => line.slice(0, 8))).toEqual([
      'Image 2:',
      'Image 4:',
      'Image 5:',
      'Image 6:',
    ]);
    expect(fields.images).toContain('Image 6: This picture is larger than 10 MB. Please choose a smaller one.');
    expect(await images()).toEqual([]);
  });

  it('names no number where there is only one', async () => {
    const answer = await add(svg);
    expect((answer.body as { fields: Record<string, string> }).fields.images).toMatch(/^This file is not a picture/);
  });

  it('takes a limited number at once', async () => {
    const url = await testDataUrl(6, { width: 40, height: 30 });
    const many = Array.from({ length: limits.galleryUploadImages + 1 }, () => url);
    expect((await add(...many)).body).toMatchObject({ fields: { images: 'Please upload at most 20 images at once' } });
    expect((await add(...many.slice(1))).status).toBe(200);
  });

  it('deletes files with the last picture that shows them', async () => {
    const url = await testDataUrl(7);
    await add(url, url);
    const [first, second] = await images();
    const remove = (id: string) => site.ok(deleteGalleryImage, { query: { id } }, { token });
    expect(await remove(first!.id)).toEqual({ success: true, message: 'Image deleted successfully' });
    await runFileCleanUp(site);
    expect(await isServed(second!.address)).toBe(true);
    await remove(second!.id);
    await runFileCleanUp(site);
    expect(await isServed(second!.address)).toBe(false);
    expect((await site.fails(deleteGalleryImage, { query: { id: first!.id } }, { token })).status).toBe(404);
  });

  it('leaves nothing behind when two people delete the same picture', async () => {
    await add(await testDataUrl(8));
    const { id } = (await images())[0]!;
    const answers = await Promise.all([1, 2].map(() => site.call(deleteGalleryImage, { query: { id } }, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('needs an id to delete', async () => {
    expect((await site.fails(deleteGalleryImage, { query: {} }, { token })).status).toBe(400);
  });
});

describe('data URLs', () => {
  it('are read with parameters and without a type', () => {
    expect(Buffer.from(decodeDataUrl('data:image/png;charset=utf-8;base64,aGVsbG8=')).toString()).toBe('hello');
    expect(Buffer.from(decodeDataUrl('data:;base64,aGVsbG8=')).toString()).toBe('hello');
  });

  it('may have 10 MB exactly, decoded', () => {
    const url = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;
    expect(decodeDataUrl(url(limits.fileBytes)).byteLength).toBe(limits.fileBytes);
    expect(() => decodeDataUrl(url(limits.fileBytes + 1))).toThrow('larger than 10 MB');
  });

  it.each(['data:image/png;base64,', 'data:image/png,abc', 'data:base64,abc', 'data:', 'data:image/png;base64'])(
    'that hold nothing readable are refused: %s',
    (url) => {
      expect(() => decodeDataUrl(url)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_FILE' }));
    },
  );
});
