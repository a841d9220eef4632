import { expect, type Page } from '@playwright/test';
import { registerMember } from '#shared/contracts/registrations.ts';
import { formOf, type TestFile } from '#tests/app.ts';
import { pictureFile, registrationBody } from '#tests/factories/members.ts';
import { scaled } from '#tests/speed.ts';
import { canary, type HostileFile, hostileFiles } from '../../proofs/attacks/hostile-files.ts';
import { enterOffice } from './office.ts';
import { type Site, test } from './site.ts';

test.beforeEach(({ site }) => site.reset());

let value: Promise<HostileFile[]> | undefined;
/** The corpus, made once, as some files are large. */
const allFiles = () => {
  value ??= hostileFiles();
  return value;
};

async function register(site: Site, token: string, name: string, files: Record<string, TestFile>) {
  const { type, bytes } = formOf(registerMember, registrationBody({ name }), files);
  const headers = { 'content-type': type, authorization: `Bearer ${token}` };
  const answer = await fetch(`${site.url}/api/Directory/Create`, {
    method: 'POST',
    headers,
    body: new Uint8Array(bytes),
  });
  if (!answer.ok) return null;
  return ((await answer.json()) as { directory: { _id: string } }).directory._id;
}

/** Records everything that a script of the corpus does. */
async function watch(page: Page): Promise<string[]> {
  const heard: string[] = [];
  page.on('dialog', (dialog) => {
    // The browser's PDF viewer runs a PDF's script in isolation: it may only show a dialog.
    if (dialog.message() !== canary) heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().includes('evil.test')) heard.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('hear', (data: unknown) => {
    if (String(data).includes(canary)) heard.push(`message: ${data}`);
  });
  await page.addInitScript(`addEventListener('message', ({ data }) => window.hear?.(data))`);
  return heard;
}

const ran = (page: Page) => page.evaluate<string>(`String(window.hacked ?? '') + document.title`);

test('no script of a served hostile file runs in the browser, however it is opened', async ({
  page,
  site,
  complaints,
}) => {
  test.setTimeout(scaled(300_000));
  // The browser logs every refused attempt.
  complaints.expected(/./);
  const token = await enterOffice(page, site);
  const picture = await pictureFile();
  // Large files attack only the server.
  const small = (await allFiles()).filter(({ bytes, empty }) => bytes.length < 1_000_000 && !empty);
  const served: { file: HostileFile; address: string }[] = [];
  for (const file of small) {
    const id = await register(site, token, 'Nina Paul', { document: file, picture });
    if (id) served.push({ file, address: `/api/Directory/document/${id}` });
    const other = await register(site, token, 'Nina Paul', { picture: file });
    if (!other) continue;
    const answer = await fetch(`${site.url}/api/Directory/review/${other}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data: { picture: string } };
    served.push({ file, address: data.picture });
  }
  expect(served.length).toBeGreaterThan(60);

  const heard = await watch(page);
  // More than any real page allows: access to every file, without the header that makes it a download.
  await page.route(/\/api\/Directory\/(document|picture)\//, async (route) => {
    const answer = await route.fetch({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } });
    const { 'content-disposition': _, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  for (const { file, address } of served) {
    // A file that cannot be shown becomes a download, and the page stays.
    await page.goto(address).catch(() => undefined);
    expect(await ran(page), `${file.title}, opened`).not.toContain(canary);
  }
  await page.goto('/about');
  await page.evaluate<void>(`(async (addresses) => {
    const load = (tag, name, address) => new Promise((done) => {
      const element = document.createElement(tag);
      element[name] = address;
      element.onload = element.onerror = done;
      document.body.append(element);
      // Some files fire no event.
      setTimeout(done, 1500);
    });
    const inEachWay = (address) => [load('script', 'src', address), load('iframe', 'src', address),
      load('img', 'src', address), load('object', 'data', address), load('embed', 'src', address)];
    while (addresses.length > 0) await Promise.all(addresses.splice(0, 40).flatMap(inEachWay));
  })(${JSON.stringify(served.map(({ address }) => address))})`);
  expect(await ran(page), 'as parts of a page').not.toContain(canary);
  // Some are still loading.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(heard).toEqual([]);
});

test('the review shows pictures and documents of applicants, and downloads other files', async ({ page, site }) => {
  test.setTimeout(scaled(300_000));
  const token = await enterOffice(page, site);
  const heard = await watch(page);
  const corpus = await allFiles();
  const picture = await pictureFile();
  const shown = {
    HTML: 'cannot be shown here',
    'SVG with a script': 'cannot be shown here',
    'HTML that is called a JPEG': 'cannot be shown here',
    'PDF that runs a script': '',
    'GIF and JavaScript': '',
    'jpeg that breaks off': '',
  };
  for (const [index, [title, text]] of Object.entries(shown).entries()) {
    const file = corpus.find((each) => each.title === title)!;
    const name = `Nina Paul ${'ABCDEF'[index]}`;
    expect(await register(site, token, name, { document: file, picture })).not.toBeNull();
    await page.goto('/admin/Registrations');
    await page.getByRole('button', { name: new RegExp(`^Review ${name}`) }).click();
    const dialog = page.getByRole('dialog', { name: 'Review registration' });
    const document = dialog.getByRole('region', { name: 'Scanned ID card' });
    await expect(document.getByRole('link', { name: /Download/ })).toBeVisible();
    if (text) await expect(document.getByText(text)).toBeVisible();
    await expect(document.getByText('Not scanned for malware')).toBeVisible();
    expect(await ran(page), title).not.toContain(canary);
  }
  expect(heard).toEqual([]);
});
