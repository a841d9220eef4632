import { expect, type Page } from '@playwright/test';
import { conferences } from '#server/features/conferences/tables.ts';
import { galleryImages } from '#server/features/gallery/tables.ts';
import { news } from '#server/features/news/tables.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { testPicture } from '#tests/factories/content.ts';
import { enterOffice, expectSoundAtEachWidth, expectToast, widths } from './office.ts';
import { test } from './site.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();

async function picture(seed: number) {
  const { name, type, bytes } = await testPicture(seed);
  return { name, mimeType: type, buffer: Buffer.from(bytes) };
}

test.beforeEach(async ({ page, site }) => {
  await site.reset();
  await enterOffice(page, site);
});

test.describe('on a phone', () => {
  test.use({ viewport: widths[0] });

  test('news are added, changed, hidden, shown and deleted', async ({ page, site }) => {
    await page.goto('/admin/News');
    await page.getByRole('button', { name: 'Add News' }).click();
    const title = `Training for prosecutors ${'of many districts '.repeat(8)}`.trim();
    await dialog(page).getByLabel('News Title').fill(title);
    await dialog(page).getByLabel('Location').fill('Pune');
    await dialog(page).getByLabel('Description').fill('First line.\nSecond line.');
    await dialog(page)
      .getByLabel('News Picture')
      .setInputFiles(await picture(1));
    await expect(dialog(page).getByAltText('The chosen file')).toBeVisible();
    // A double click sends once.
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).dblclick();
    await expectToast(page, 'News added successfully');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText(`${title.slice(0, limits.adminNewsCut)}…`)).toBeVisible();
    expect(await site.database.select().from(news)).toHaveLength(1);

    const edit = page.getByRole('button', { name: /^Edit/ });
    await edit.click();
    // The stored picture is enough.
    await dialog(page).getByLabel('News Title').fill('Training in Pune');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'News updated successfully');
    await expect(page.getByText('Training in Pune')).toBeVisible();
    await expect(edit).toBeFocused();

    await page.getByRole('button', { name: 'Deactivate “Training in Pune”' }).click();
    await expect(dialog(page)).toContainText('Visitors will no longer see “Training in Pune”.');
    await expectSoundAtEachWidth(page);
    await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('InActive', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Activate “Training in Pune”' }).click();
    await dialog(page).getByRole('button', { name: 'Activate' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Delete “Training in Pune”' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete “Training in Pune”' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'News deleted successfully');
    const empty = page.getByText(messages.empty.table);
    await expect(empty).toBeFocused();
  });

  test('conferences are added, changed, hidden and deleted', async ({ page, site }) => {
    await page.goto('/admin/Conferences');
    await page.getByRole('button', { name: 'Add Conference' }).click();
    await dialog(page).getByLabel('Conference Title').fill('Electronic evidence');
    await dialog(page).getByLabel('Meeting Type').click();
    await page.getByRole('option', { name: 'Online' }).click();
    await dialog(page).getByRole('spinbutton', { name: 'Day' }).click();
    await page.keyboard.type('051220260530p');
    await dialog(page).getByLabel('Meeting Address').fill('Video conference');
    await dialog(page).getByLabel('Meeting Link').fill('https://meet.example.org/1');
    await dialog(page).getByLabel('Description').fill('A practical session with questions from the floor.');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'Conference added successfully');
    await expect(page.getByText('5 Dec 2026')).toBeVisible();

    await page.getByRole('button', { name: /^Edit/ }).click();
    await dialog(page).getByLabel('Who may take part').click();
    await page.getByRole('option', { name: 'Members and guests' }).click();
    await dialog(page).getByLabel('Places').fill('20');
    await dialog(page).getByRole('button', { name: 'Add question' }).click();
    await dialog(page).getByRole('textbox', { name: 'Question 1' }).fill('Journey');
    await dialog(page)
      .getByLabel('Picture')
      .setInputFiles(await picture(2));
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Conference updated successfully');
    const [changed] = await site.database.select().from(conferences);
    expect(changed).toMatchObject({ places: 20, questions: [{ text: 'Journey' }] });
    expect(changed?.startsAt.toISOString()).toBe('2026-12-05T12:00:00.000Z');

    await page.getByRole('button', { name: 'Deactivate “Electronic evidence”' }).click();
    await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText('InActive', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Delete “Electronic evidence”' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Conference deleted successfully');
    await expect(page.getByText(messages.empty.table)).toBeVisible();
  });

  test('pictures are added, several at once, and deleted', async ({ page, site }) => {
    await page.goto('/admin/Gallery');
    await page.getByRole('button', { name: 'Add Images' }).click();
    await dialog(page).getByRole('button', { name: 'Upload' }).click();
    await expect(dialog(page).getByText(messages.gallery.images)).toBeVisible();
    await dialog(page)
      .getByLabel('Images', { exact: true })
      .setInputFiles([
        await picture(1),
        { name: 'notes.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
        await picture(2),
      ]);
    await expect(dialog(page).getByText('Please choose a picture in JPEG')).toBeVisible();
    await expectSoundAtEachWidth(page);
    await dialog(page).getByRole('button', { name: 'Remove notes.svg' }).click();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/Gallery/Create')) sent.push(request.postData() ?? '');
    });
    await dialog(page).getByRole('button', { name: 'Upload' }).dblclick();
    await expectToast(page, '2 images added successfully');
    expect(sent).toHaveLength(2);
    for (const body of sent) expect(JSON.parse(body).images[0]).toMatch(/^data:image\/jpeg;base64,/);
    await expect(page.getByRole('button', { name: /^Delete picture/ })).toHaveCount(2);
    await page.getByRole('button', { name: 'Delete picture 2' }).click();
    await expect(dialog(page).getByAltText('The one to delete')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Image deleted successfully');
    await expect(page.getByRole('button', { name: /^Delete picture/ })).toHaveCount(1);
    expect(await site.database.select().from(galleryImages)).toHaveLength(1);
  });
});
