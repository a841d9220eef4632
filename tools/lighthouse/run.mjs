// Measures the public pages of the built site with Lighthouse: mobile, Lighthouse's own throttling, sample data.
//   node tools/lighthouse/run.mjs [--runs 5] [--pages home,news] [--url http://localhost:3000]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const ownNode = join(root, 'node_modules/.bin/node');
const node = existsSync(ownNode) ? ownNode : process.execPath;

const pages = {
  home: '/',
  news: '/news',
  conferences: '/conferences',
  membership: '/membership',
  gallery: '/Gallery',
  contact: '/contact-us',
  hindiHome: '/hi',
  hindiMembership: '/hi/membership',
};
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, pages: { type: 'string' }, url: { type: 'string' } },
});

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The built site with sample data in a folder of its own. */
async function startSite() {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-lighthouse-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: url };
  const seeded = spawnSync(node, ['scripts/seed.ts', '--members', '10'], { cwd: root, env, encoding: 'utf8' });
  if (seeded.status !== 0) throw new Error(`The sample data could not be made:\n${seeded.stderr}`);
  const server = spawn(node, ['server/main.ts'], { cwd: root, env, stdio: 'ignore' });
  const deadline = Date.now() + 60_000;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('The site did not start; is it built?');
    await sleep(200);
  }
  return {
    url,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** What a run has found, as numbers, and the names of the audits that were not passed in full. */
function figuresOf({ lhr }) {
  const requests = lhr.audits['network-requests'].details.items;
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  const failed = categories.flatMap((category) =>
    lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
      .map(({ id }) => `${id} (${lhr.audits[id].displayValue ?? lhr.audits[id].score})`),
  );
  return {
    scores: categories.map((category) => Math.round(lhr.categories[category].score * 100)),
    lcp: lhr.audits['largest-contentful-paint'].numericValue,
    tbt: lhr.audits['total-blocking-time'].numericValue,
    cls: lhr.audits['cumulative-layout-shift'].numericValue,
    scriptBytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
    failed,
  };
}

async function measure(url, runs) {
  const { default: lighthouse } = await import('lighthouse');
  const { launch } = await import('chrome-launcher');
  const { findBrowser } = await import('../../scripts/browser.ts');
  const found = [];
  for (let run = 0; run < runs; run += 1) {
    // A browser of its own for each run, so that none finds anything of another's.
    const chrome = await launch({
      chromePath: findBrowser(),
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage'],
    });
    try {
      found.push(
        figuresOf(await lighthouse(url, { port: chrome.port, logLevel: 'error', onlyCategories: categories })),
      );
    } finally {
      chrome.kill();
    }
  }
  const middle = (pick) => median(found.map(pick));
  return {
    scores: categories.map((_, index) => middle(({ scores }) => scores[index])),
    lowest: Math.min(...found.map(({ scores }) => scores[0])),
    lcp: middle(({ lcp }) => lcp),
    tbt: middle(({ tbt }) => tbt),
    cls: middle(({ cls }) => cls),
    scriptBytes: middle(({ scriptBytes }) => scriptBytes),
    failed: [...new Set(found.flatMap(({ failed }) => failed))],
  };
}

async function main() {
  const runs = Number(options.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs takes a whole number from 1 on.');
  const wanted = options.pages?.split(',') ?? Object.keys(pages);
  const unknown = wanted.filter((name) => !(name in pages));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown}. There are: ${Object.keys(pages).join(', ')}.`);
  if (!existsSync(join(import.meta.dirname, 'node_modules/lighthouse'))) {
    console.log('Installing Lighthouse …');
    const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (npm.status !== 0) throw new Error('Lighthouse could not be installed.');
  }

  const site = options.url ? { url: options.url, stop: async () => {} } : await startSite();
  const load = () =>
    loadavg()
      .map((value) => value.toFixed(1))
      .join(' ');
  console.log(`Node.js ${process.version}, ${cpus().length} processors, load ${load()}; median of ${runs}`);
  console.log('page          perf (lowest)  a11y  best   seo      LCP      TBT    CLS   scripts');
  try {
    for (const name of wanted) {
      const { scores, lowest, lcp, tbt, cls, scriptBytes, failed } = await measure(site.url + pages[name], runs);
      const [performance, ...others] = scores;
      console.log(
        name.padEnd(12) +
          `${performance}`.padStart(6) +
          `(${lowest})`.padStart(9) +
          others.map((score) => `${score}`.padStart(6)).join('') +
          `${(lcp / 1000).toFixed(2)} s`.padStart(9) +
          `${tbt.toFixed(0)} ms`.padStart(9) +
          cls.toFixed(3).padStart(7) +
          `${(scriptBytes / 1024).toFixed(1)} KB`.padStart(10),
      );
      if (failed.length > 0) console.log(`             not in full: ${failed.join(', ')}`);
    }
    console.log(`Load at the end: ${load()}`);
  } finally {
    await site.stop();
  }
}

// Lighthouse needs a newer Node.js than npm may have been started with; the program brings one.
if (process.versions.node.split('.')[0] < 22 && node !== process.execPath) {
  const again = spawnSync(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = again.status ?? 1;
} else {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
