// Runs all checks and the tests of every feature, one runner after the other; with --all also the tests that start many processes. The
// last line is the sum of all counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The tests that failed, and those that passed only on a retry, with the beginning of the first message. */
  troubles?: string[];
  /** The skipped tests, such as those that need a program that is not installed. */
  leftOut?: string[];
  /** The duration of each file in milliseconds. */
  files?: Map<string, number>;
}

interface Runner {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Reads the counts from the runner's report. Without it the whole runner counts as one. */
  report?: { file: string; read(report: unknown): Counts };
}

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const { all } = values;

const FOLDER = '.cache/tests';
const VITEST_REPORT = join(FOLDER, 'vitest.json');
const PLAYWRIGHT_REPORT = join(FOLDER, 'playwright.json');

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function describeTrouble(failed: boolean, test: string, message = ''): string {
  const lines = stripVTControlCharacters(message).trim().split('\n').slice(0, 30);
  return [`${failed ? 'FAILED' : 'PASSED ONLY WHEN TRIED AGAIN'}: ${test}`, ...lines].join('\n    ');
}

function readVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport;
  // A file that could not be loaded has failed without a failed test in it.
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const troubles = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.failureMessages.length > 0)
      .map((test) =>
        describeTrouble(test.status === 'failed', `${relative('.', name)} > ${test.fullName}`, test.failureMessages[0]),
      ),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    leftOut: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => `${relative('.', name)} > ${fullName}`),
    ),
    troubles: [...broken.map(({ name }) => describeTrouble(true, relative('.', name))), ...troubles],
    files: new Map(testResults.map(({ name, startTime, endTime }) => [relative('.', name), endTime - startTime])),
  };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

interface PlaywrightTest {
  status: string;
  results: { duration: number; error?: { message?: string } }[];
  annotations: { type: string; description?: string }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: PlaywrightTest[] }[];
}

function readPlaywright(report: unknown): Counts {
  const { stats, errors, suites } = report as PlaywrightReport;
  const troubles = (suite: PlaywrightSuite, path: string): string[] => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          describeTrouble(status === 'unexpected', `${path} > ${title}`, results[0]?.error?.message),
        ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => troubles(inner, `${path} > ${inner.title}`)),
  ];
  const leftOut = (suite: PlaywrightSuite): string[] => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations }) => `${title}: ${annotations.map(({ description = '' }) => description).join(' ')}`),
    ),
    ...(suite.suites ?? []).flatMap(leftOut),
  ];
  const durationOf = (suite: PlaywrightSuite): number =>
    [
      ...suite.specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
      ...(suite.suites ?? []).map(durationOf),
    ].reduce((sum, each) => sum + each, 0);
  return {
    files: new Map(suites.map((suite) => [`tests/e2e/${suite.title}`, durationOf(suite)])),
    leftOut: suites.flatMap(leftOut),
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    troubles: suites.flatMap((suite) => troubles(suite, suite.title)),
  };
}

const RUNNERS: Runner[] = [
  { name: 'type check', command: ['npm', 'run', '--silent', 'typecheck'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  {
    name: 'unit and integration tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
    report: { file: VITEST_REPORT, read: readVitest },
  },
  {
    name: 'browser tests',
    command: ['playwright', 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT },
    report: { file: PLAYWRIGHT_REPORT, read: readPlaywright },
  },
];

/** Streams the runner's output. @returns whether it succeeded */
async function execute({ command, env }: Runner): Promise<boolean> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', TEST_FEATURES: all ? '' : '1', ...env },
  });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch (error) {
    console.error(`${program} could not be started: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/** A runner that crashed, wrote no report or ran nothing is a failure, whatever its counts. */
function count({ name, report }: Runner, wentWell: boolean): Counts {
  if (!report) return { passed: wentWell ? 1 : 0, failed: wentWell ? 0 : 1, skipped: 0 };
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  if (existsSync(report.file)) {
    try {
      counts = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
    } catch (error) {
      console.error(`The report of the ${name} cannot be read: ${error instanceof Error ? error.message : error}`);
      wentWell = false;
    }
  }
  if (counts.failed > 0 || (wentWell && counts.passed > 0)) return counts;
  console.error(
    `The ${name} ${wentWell ? 'ran nothing' : 'ended with an error of their own'}: counted as one failure.`,
  );
  return { ...counts, failed: 1 };
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const troubles: string[] = [];
const leftOut: string[] = [];
const files: [string, number][] = [];
for (const runner of RUNNERS) {
  console.log(`\n=== ${runner.name}`);
  const started = Date.now();
  const counts = count(runner, await execute(runner));
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
  troubles.push(...(counts.troubles ?? []));
  leftOut.push(...(counts.leftOut ?? []));
  files.push(...(counts.files ?? []));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  lines.push(
    `${runner.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`,
  );
}
// Repeated at the end, where they are easy to find.
for (const trouble of troubles) console.log(`\n${trouble}`);
if (leftOut.length > 0) console.log(`\nSKIPPED:\n    ${leftOut.join('\n    ')}`);
if (all) {
  const slowest = files.sort(([, one], [, other]) => other - one).slice(0, 30);
  const inSeconds = (duration: number) => (duration / 1000).toFixed(1).padStart(6);
  console.log(
    `\nTHE SLOWEST FILES, in seconds:\n${slowest.map(([file, ms]) => `${inSeconds(ms)} ${file}`).join('\n')}`,
  );
}
if (all && existsSync('scripts/figures.ts')) {
  console.log('\nWHAT A CHANGE COSTS, with the aim:');
  await import('./figures.ts');
}
console.log(`\n${lines.join('\n')}`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
