import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { hashPassword } from '#server/features/auth/password-hashing.ts';
import { applicantFiles, RegistrationPage, screenshotFile } from '#tests/e2e/registration.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { percentile } from './measure.ts';
import { milliseconds, writeResults } from './results.ts';
import { type BenchSite, startBenchSite } from './site.ts';

export const title =
  'From a press to done, on a slow phone: a processor at a quarter of its speed, 1.6 Mbit/s at 150 ms';

const runs = Number(process.env.BENCH_RUNS ?? 5);
/** Runs only the tasks whose names contain this: BENCH_TASK=form */
const only = process.env.BENCH_TASK ?? '';
const password = 'Neem-tree-bench-27';
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

/** The input of a task: a page without any cache. */
interface Stage {
  page: Page;
  site: BenchSite;
  /** Starts the measurement; earlier requests count as 'before'. The clock starts with the next press in the page, or now. */
  start(from: 'press' | 'now'): Promise<void>;
  /** Stops the clock in the first frame that shows a matching element with this text; CSS detects it, at no cost to the page. */
  done(selector: string, text?: string): Promise<void>;
}

interface Task {
  name: string;
  goal: string;
  size?: { width: number; height: number };
  run(stage: Stage): Promise<void>;
}

/** Waits until the page is idle and has prefetched everything. */
async function rest(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2_500);
  await page.waitForLoadState('networkidle');
}

const answerTo = (page: Page, path: RegExp) => page.waitForResponse((response) => path.test(response.url()));

async function logInAtOffice({ page, start, done }: Stage) {
  await page.goto('/admin/Login');
  await page.getByLabel('Email').fill('office@bench.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await rest(page);
  const answer = answerTo(page, /Admin\/Login$/i);
  await page.getByRole('button', { name: 'Login in' }).click();
  await answer;
  await start('now');
  await done('main ul:not([aria-busy]) a', 'Total Directory');
  await done('main h2', 'Conference details');
}

const nothing = async () => {};

/** Checks that the visible field accepts typing. */
async function typeName(page: Page) {
  const field = new RegistrationPage(page).text('Full Name');
  await field.pressSequentially('A');
  await expect(field).toHaveValue('A');
}

async function openRegistrations(stage: Stage) {
  await logInAtOffice({ ...stage, start: nothing });
  const { page } = stage;
  await rest(page);
  await stage.start('press');
  await page
    .getByRole('link', { name: /^Registrations/ })
    .first()
    .click();
  await stage.done('button[aria-label^="Review "]');
}

const tasks: Task[] = [
  {
    name: 'menu opens',
    goal: '300 ms',
    async run({ page, start, done }) {
      await page.goto('/');
      await rest(page);
      await start('press');
      await page.getByRole('button', { name: 'Menu' }).tap();
      await done('nav[aria-label="Menu"]');
    },
  },
  {
    name: 'login dialog can be typed into',
    goal: '300 ms',
    async run({ page, start, done }) {
      await page.goto('/');
      await rest(page);
      await start('press');
      await page.getByRole('main').getByText('Login', { exact: true }).tap();
      await done('dialog[open] input:focus');
      await page.keyboard.type('a');
      await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('a');
    },
  },
  {
    name: 'contact form, first letter',
    goal: '300 ms',
    async run({ page, start, done }) {
      await page.goto('/contact-us');
      await rest(page);
      const field = page.getByRole('main').getByRole('textbox').first();
      await start('press');
      await field.tap();
      await page.keyboard.type('A');
      await done('main input:focus', 'A');
    },
  },
  {
    name: 'login answered, first page of the directory',
    goal: '2000 ms',
    async run({ page, site, start, done }) {
      const { rows } = await site.database.execute<{ email: string }>(
        sql`select email from members where status = 'Approved' order by id limit 1`,
      );
      await page.goto('/directory');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill(rows[0]!.email);
      await dialog.getByLabel('Password', { exact: true }).fill(password);
      await rest(page);
      const answer = answerTo(page, /Directory\/Login$/i);
      await dialog.getByRole('button', { name: 'Login' }).tap();
      await answer;
      await start('now');
      await done('main article');
    },
  },
  {
    name: 'accept, form can be filled in',
    goal: '1500 ms, 160 KB, 12 requests',
    async run({ page, start, done }) {
      await page.goto('/membership');
      await rest(page);
      await start('press');
      await page.getByRole('button', { name: 'Click Here to Accept' }).tap();
      await done('main form input[autocomplete="name"]');
      await typeName(page);
    },
  },
  {
    name: 'accept pressed at once, form can be filled in',
    goal: '',
    async run({ page, start, done }) {
      await page.goto('/membership', { waitUntil: 'commit' });
      await start('now');
      await page.getByRole('button', { name: 'Click Here to Accept' }).tap({ noWaitAfter: true });
      await done('main form input[autocomplete="name"]');
      await typeName(page);
    },
  },
  {
    name: 'form sent, payment step',
    goal: '1000 ms',
    async run({ page, start, done }) {
      const form = new RegistrationPage(page);
      await form.open();
      await form.fill(await applicantFiles(), `bench-${Math.random().toString(36).slice(2)}@example.org`);
      const answer = answerTo(page, /Directory\/Create$/i);
      await form.continue();
      await answer;
      await start('now');
      await done('main button', 'Register');
      await page.getByLabel('Payment Screenshot').setInputFiles(await screenshotFile());
    },
  },
  { name: 'office: login answered, Overview', goal: '2500 ms, 220 KB, 20 requests', size: desk, run: logInAtOffice },
  { name: 'office: Overview to Registrations', goal: '1000 ms', size: desk, run: openRegistrations },
  {
    name: 'office: Registrations to the first review',
    goal: '700 ms',
    size: desk,
    async run(stage) {
      await openRegistrations({ ...stage, start: nothing });
      const { page } = stage;
      await rest(page);
      await stage.start('press');
      await page
        .getByRole('button', { name: /^Review / })
        .first()
        .click();
      await stage.done('dialog dt', 'Date of Birth');
    },
  },
];

interface Sample {
  ms: number;
  before: { script: number; all: number; requests: number };
  task: { script: number; all: number; requests: number };
  inp: number;
}

/** Records the longest interaction, and the blocking time before the first one. */
const observe = `
  window.bench = { inp: 0, lcp: 0, began: 0, tasks: [] };
  const isShown = (selector, text) => [...document.querySelectorAll(selector)].some(
    (element) => element.checkVisibility() && (element.value || element.textContent).includes(text));
  bench.until = (selector, text) => new Promise((resolve) => {
    const look = () => isShown(selector, text) ? resolve(performance.now() - bench.began) : requestAnimationFrame(look);
    look();
  });
  addEventListener('pointerdown', (event) => { bench.began ||= event.timeStamp; }, { capture: true, passive: true });
  const watch = (type, each, more) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });
  watch('event', (entry) => { if (entry.interactionId) bench.inp = Math.max(bench.inp, entry.duration); }, { durationThreshold: 16 });
  watch('largest-contentful-paint', (entry) => { bench.lcp = entry.startTime; });
  watch('longtask', (entry) => bench.tasks.push(entry));
  // Each beyond 50 ms, from the first paint on.
  bench.blocked = () => bench.tasks.filter(({ startTime, duration }) => startTime + duration > performance.getEntriesByName('first-contentful-paint')[0].startTime)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
`;

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const bytes = (megabits: number) => (megabits * 1_000_000) / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytes(1.6),
    uploadThroughput: bytes(0.75),
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

async function sample(browser: Browser, site: BenchSite, task: Task, run: number): Promise<Sample> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: task.size ?? phone,
    hasTouch: true,
    locale: 'en-IN',
    reducedMotion: 'reduce',
    // A different network for each run, so that throttles do not add them up.
    extraHTTPHeaders: { 'x-forwarded-for': `10.${run}.${Math.floor(Math.random() * 250)}.7` },
  });
  try {
    const page = await slowPage(context);
    page.setDefaultTimeout(60_000);
    const count = { script: 0, all: 0, requests: 0 };
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const scripts = new Set<string>();
    devtools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
      if (!request.url.startsWith(site.url)) return;
      count.requests++;
      if (type === 'Script' || request.url.endsWith('.js')) scripts.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      count.all += encodedDataLength;
      if (scripts.has(requestId)) count.script += encodedDataLength;
    });
    let took = 0;
    let before = { ...count };
    await task.run({
      page,
      site,
      async start(from) {
        before = { ...count };
        await page.evaluate(`bench.began = ${from === 'now' ? 'performance.now()' : '0'}`);
      },
      async done(selector, text = '') {
        took = await page.evaluate<number>(`bench.until(${JSON.stringify(selector)}, ${JSON.stringify(text)})`);
      },
    });
    await page.waitForTimeout(300);
    const after = { ...count };
    const inp = await page.evaluate<number>('bench.inp');
    return {
      ms: took,
      before,
      task: {
        script: after.script - before.script,
        all: after.all - before.all,
        requests: after.requests - before.requests,
      },
      inp,
    };
  } finally {
    await context.close();
  }
}

const median = (values: number[]) => percentile(values, 0.5);
const kilobytes = (values: number[]) => (median(values) / 1024).toFixed(0);

/** LCP and blocking time of pages without interaction. */
async function firstViews(browser: Browser, site: BenchSite) {
  const rows: Record<string, string | number>[] = [];
  for (const path of ['/', '/about', '/news', '/conferences', '/membership', '/contact-us']) {
    const values: { lcp: number; blocked: number; requests: number }[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ baseURL: site.url, viewport: phone, hasTouch: true });
      const page = await slowPage(context);
      let requests = 0;
      page.on('request', () => requests++);
      await page.goto(path, { waitUntil: 'load' });
      await page.waitForTimeout(1_500);
      values.push({
        ...(await page.evaluate<{ lcp: number; blocked: number }>('({ lcp: bench.lcp, blocked: bench.blocked() })')),
        requests,
      });
      await context.close();
    }
    rows.push({
      'first view': path,
      'LCP ms': milliseconds(median(values.map(({ lcp }) => lcp))),
      'blocked ms': milliseconds(median(values.map(({ blocked }) => blocked))),
      requests: median(values.map(({ requests }) => requests)),
    });
  }
  return rows;
}

export async function run(): Promise<void> {
  const site = await startBenchSite(60);
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    const hash = await hashPassword(password);
    await site.database.execute(sql`
      update members set password_hash = ${hash}, temporary_password_until = null, must_change_password = false
      where status = 'Approved'`);
    await site.database.execute(sql`
      update administrators set email = 'office@bench.example', password_hash = ${hash}, must_change_password = false,
        temporary_password_until = null
      where id = (select id from administrators where not disabled order by id limit 1)`);
    const rows: Record<string, string | number>[] = [];
    for (const task of tasks.filter(({ name }) => name.includes(only))) {
      const samples: Sample[] = [];
      for (let run = 0; run < runs; run++) {
        try {
          samples.push(await sample(browser, site, task, run));
        } catch (error) {
          console.error(`  ${task.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
        }
      }
      rows.push({
        task: task.name,
        ms: milliseconds(median(samples.map(({ ms }) => ms))),
        goal: task.goal,
        'script KB before': kilobytes(samples.map(({ before }) => before.script)),
        'script KB': kilobytes(samples.map((one) => one.task.script)),
        'all KB': kilobytes(samples.map((one) => one.task.all)),
        'requests before': median(samples.map(({ before }) => before.requests)),
        requests: median(samples.map((one) => one.task.requests)),
        'INP ms': median(samples.map(({ inp }) => inp)),
      });
      console.log(`  ${task.name}: ${rows.at(-1)!.ms} ms, ${rows.at(-1)!['script KB']} KB of script`);
    }
    const heading = `Medians of ${runs}, by the page's own clock: from the press, or from the answer.`;
    writeResults('tasks', heading, rows);
    if (only === '') writeResults('tasks', heading, await firstViews(browser, site));
  } finally {
    await browser.close();
    await site.stop();
  }
}
