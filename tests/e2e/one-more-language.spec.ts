import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { parsePo, stringifyPo } from 'pofile-ts';
import { paths } from '#shared/paths.ts';
import { copySource, insertBefore } from '#tests/source-copy.ts';
import { scaled } from '#tests/speed.ts';
import { fillSite } from './public-content.ts';
import { payment, setPayment } from './registration.ts';
import { startSite } from './site.ts';

// Another language is a line of a list and a catalogue: tried in a copy of the source with one whose words show that they are translated,
// and take a third more room.

const letters = 'áƀçđéƒĝĥíĵķļɱñöþɋŕšţúṽŵẋýž';
const accented = (text: string) =>
  text
    .replace(/[a-z]/g, (letter) => letters[letter.charCodeAt(0) - 97]!)
    .replace(/[A-Z]/g, (letter) => letters[letter.charCodeAt(0) - 65]!.toUpperCase());

/** `Choose {at}` as `［Çĥööšé {at} ııı］`; the values, and what names the forms of a plural, stay what they are. */
function pseudo(text: string): string {
  const parts = text.split(
    text.includes(', plural,') ? /(\{\w+, plural,|(?:one|other) \{|\{\w+\}|\})/ : /(\{\{?\w+\}?\}|<[^>]+>)/,
  );
  const words = parts.map((part, index) => (index % 2 === 1 ? part : accented(part))).join('');
  return `［${words}${' ııı'.repeat(Math.ceil(text.length / 12))}］`;
}

const test = base.extend<object, { site: Awaited<ReturnType<typeof startSite>>['site'] }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const copy = copySource('one-more-language');
      insertBefore(
        join(copy, 'shared/languages.ts'),
        '} as const;\nexport type Language',
        "  qps: { tag: 'qps', name: 'Ƥšéúđö' },\n",
      );
      const { items, ...po } = parsePo(readFileSync('languages/hi.po', 'utf8'));
      for (const item of items) item.msgstr = [pseudo(item.msgid)];
      writeFileSync(join(copy, 'languages/qps.po'), stringifyPo({ ...po, items }));
      execFileSync(resolve('node_modules/.bin/vite'), ['build', '--app', '--logLevel', 'error'], {
        cwd: copy,
        env: { ...process.env, NODE_ENV: 'production' },
      });
      const running = await startSite({}, '127.0.0.1', copy);
      await use(running.site);
      await running.stop();
      rmSync(copy, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: scaled(180_000) },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});
test.use({ viewport: { width: 360, height: 740 } });

/** Signs, kinds of files, addresses and names, which no language translates. */
const same =
  /\b(English|Rs|UTR|UPI|IFSC|NEFT|RTGS|IMPS|MB|JPEG|PNG|WebP|AVIF|GIF|DD|MM|YYYY|AIP-[\w-]+|examplebank)\b|(https?:\/\/)?[\w.@-]+\.(org|com|in|net)\b\S*|\S+@\S+/g;

/** What the office typed in these tests. */
const typed =
  /All India (Association of Public )?Prosecutors|Pune|Kolkata|Bengaluru|Lucknow|Long headline of the newest item|(Webinar|Training) on [\w ]+, part \d+/g;

/** The texts in the page's language that are in plain Latin letters, are cut, or make the page wider than the phone. */
async function faultsOf(page: Page): Promise<string[]> {
  const { texts, cut, width } = await page.evaluate<{ texts: string[]; cut: string[]; width: number }>(`(() => {
    const texts = [document.title], cut = [];
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
    const isOurs = (element) => element.closest('[lang]').lang === 'qps';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement, text = node.data.trim();
      if (text === '' || element.closest('script, style, noscript, template') || !isShown(element) || !isOurs(element)) continue;
      texts.push(text);
      if (element.closest('.sr-only') || !text.includes('ı')) continue;
      for (let box = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        if (textOverflow === 'ellipsis') break;
        if (/hidden|clip/.test(overflowY + overflowX) && box.clientWidth > 1 && box.clientHeight > 1 && (box.scrollHeight > box.clientHeight + 2 || box.scrollWidth > box.clientWidth + 2))
          cut.push(text + ' by ' + box.className);
      }
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]'))
      if (isShown(element) && isOurs(element) && !element.closest('[aria-hidden=true]'))
        for (const name of ['aria-label', 'placeholder', 'alt', 'title']) texts.push(element.getAttribute(name) ?? '');
    return { texts, cut, width: document.documentElement.scrollWidth };
  })()`);
  const plain = texts.filter((text) => /[A-Za-z]{2,}/.test(text.replace(typed, '').replace(same, '')));
  return [...new Set([...plain, ...cut.map((text) => `cut: ${text}`), ...(width > 360 ? [`${width} px wide`] : [])])];
}

test('every page of visitors and the form are in it, with room for longer words', async ({ page, site }) => {
  test.setTimeout(scaled(240_000));
  await fillSite(site);
  await setPayment(site.database, payment);
  const faults: Record<string, string[]> = {};
  const addresses = [
    paths.home,
    paths.about,
    paths.news,
    paths.conferences,
    paths.resources,
    paths.documents,
    paths.membership,
    paths.contact,
  ];
  for (const address of addresses) {
    await page.goto(`/qps${address === '/' ? '' : address}`, { waitUntil: 'networkidle' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'qps');
    await expect(page.getByText('［').filter({ visible: true }).first()).toBeVisible();
    faults[address] = await faultsOf(page);
  }
  await page.goto(`/qps${paths.membership}`);
  await page.getByRole('button', { name: pseudo('Click Here to Accept') }).click();
  const form = page.getByRole('form', { name: pseudo('Registration') });
  await form.getByRole('button').last().click();
  await expect(form.getByText(pseudo('Please enter Full Name')).first()).toBeVisible();
  faults.form = await faultsOf(page);
  expect(Object.fromEntries(Object.entries(faults).filter(([, each]) => each.length > 0))).toEqual({});
});
