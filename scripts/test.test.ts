import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./test.ts', import.meta.url));
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Pretended {
  args?: string[];
  npm?: string;
  vitest?: object | null;
  vitestExit?: number;
  playwright?: object | null;
  playwrightExit?: number;
}

const VITEST = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const PLAYWRIGHT = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }, errors: [], suites: [] };

/** Runs the script with fake runners that only write a report and exit. */
function runAmong(pretended: Pretended) {
  const { lastLine, code } = outputAmong(pretended);
  return { lastLine, code };
}

function outputAmong(pretended: Pretended) {
  const folder = mkdtempSync(join(tmpdir(), 'association-runner-'));
  folders.push(folder);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = (name: string, report: object | null | undefined, file: string, exit: number) => {
    const write = report ? `printf '%s' '${JSON.stringify(report)}' > ${file}\n` : '';
    writeFileSync(join(bin, name), `#!/bin/sh\n${write}exit ${exit}\n`, { mode: 0o755 });
  };
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${pretended.npm ?? 'exit 0'}\n`, { mode: 0o755 });
  const { vitest = VITEST, vitestExit = 0, playwright = PLAYWRIGHT, playwrightExit = 0 } = pretended;
  program('vitest', vitest, '.cache/tests/vitest.json', vitestExit);
  program('playwright', playwright, '"$PLAYWRIGHT_JSON_OUTPUT_NAME"', playwrightExit);
  const run = spawnSync(process.execPath, [SCRIPT, ...(pretended.args ?? [])], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  return { lastLine: run.stdout.trimEnd().split('\n').at(-1), code: run.status, output: run.stdout };
}

describe('the sum of all runners', () => {
  test('type check and lint count as one each', () => {
    expect(runAmong({})).toEqual({ lastLine: '10 passed, 0 failed', code: 0 });
  });

  test('with --all the slowest files are named', () => {
    const file = (name: string, endTime: number) => ({
      name,
      status: 'passed',
      startTime: 0,
      endTime,
      assertionResults: [],
    });
    const vitest = { ...VITEST, testResults: [file('quick.test.ts', 100), file('slow.test.ts', 61_240)] };
    const run = { tests: [{ status: 'expected', annotations: [], results: [{ duration: 900 }, { duration: 100 }] }] };
    const playwright = { ...PLAYWRIGHT, suites: [{ title: 'card.spec.ts', specs: [{ title: 'x', ...run }] }] };
    const { output } = outputAmong({ args: ['--all'], vitest, playwright });
    expect(output).toMatch(
      /SLOWEST.*\n +61\.2 \S*slow\.test\.ts\n +1\.0 tests\/e2e\/card\.spec\.ts\n +0\.1 \S*quick\.test\.ts\n/,
    );
    expect(outputAmong({ vitest }).output).not.toContain('SLOWEST');
  });

  test('tests that start many processes run only with --all', () => {
    const npm = 'echo "features: $TEST_FEATURES."';
    expect(outputAmong({ npm }).output).toContain('features: 1.');
    expect(outputAmong({ npm, args: ['--all'] }).output).toContain('features: .');
    expect(runAmong({ args: ['--all'] })).toEqual(runAmong({}));
  });

  test('skipped ones are named', () => {
    const vitest = { ...VITEST, numPendingTests: 2, numTodoTests: 1 };
    expect(runAmong({ vitest })).toEqual({ lastLine: '10 passed, 0 failed, 3 skipped', code: 0 });
  });

  test('a failure of any runner fails the whole', () => {
    expect(runAmong({ npm: '[ "$3" != lint ]' })).toEqual({ lastLine: '9 passed, 1 failed', code: 1 });
    expect(runAmong({ vitest: { ...VITEST, numFailedTests: 2 }, vitestExit: 1 })).toEqual({
      lastLine: '10 passed, 2 failed',
      code: 1,
    });
    const stats = { ...PLAYWRIGHT.stats, unexpected: 1 };
    expect(runAmong({ playwright: { ...PLAYWRIGHT, stats }, playwrightExit: 1 })).toEqual({
      lastLine: '10 passed, 1 failed',
      code: 1,
    });
  });

  test('a file that could not be loaded is a failure', () => {
    const vitest = { ...VITEST, testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] };
    expect(runAmong({ vitest, vitestExit: 1 })).toEqual({ lastLine: '10 passed, 1 failed', code: 1 });
  });

  test('a runner that crashed, wrote no report, or ran nothing is a failure', () => {
    expect(runAmong({ vitestExit: 1 })).toEqual({ lastLine: '10 passed, 1 failed', code: 1 });
    expect(runAmong({ vitest: null, vitestExit: 139 })).toEqual({ lastLine: '5 passed, 1 failed', code: 1 });
    expect(runAmong({ vitest: { ...VITEST, numPassedTests: 0 } })).toEqual({ lastLine: '5 passed, 1 failed', code: 1 });
    expect(runAmong({ playwright: null, playwrightExit: 0 })).toEqual({ lastLine: '7 passed, 1 failed', code: 1 });
  });

  test('lists at the end the tests that failed, and those that passed only on a retry', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'sound', failureMessages: [] },
      { status: 'passed', fullName: 'unsteady', failureMessages: ['too early'] },
      { status: 'failed', fullName: 'wrong', failureMessages: ['expected 1'] },
    ];
    const vitest = {
      ...VITEST,
      numFailedTests: 1,
      testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }],
    };
    const spec = (title: string, status: string) => ({
      title,
      tests: [{ status, results: [{ error: { message: `why ${title}` } }] }],
    });
    const suites = [
      {
        title: 'b.spec.ts',
        specs: [spec('good', 'expected')],
        suites: [{ title: 'on a phone', specs: [spec('slow', 'flaky'), spec('bad', 'unexpected')] }],
      },
    ];
    const playwright = { ...PLAYWRIGHT, stats: { ...PLAYWRIGHT.stats, unexpected: 1, flaky: 1 }, suites };
    const { output, lastLine } = outputAmong({ vitest, vitestExit: 1, playwright, playwrightExit: 1 });
    expect(lastLine).toBe('11 passed, 2 failed');
    expect(output.split('\n').filter((line) => /^(FAILED|PASSED ONLY)/.test(line))).toEqual([
      'PASSED ONLY WHEN TRIED AGAIN: a.test.ts > unsteady',
      'FAILED: a.test.ts > wrong',
      'PASSED ONLY WHEN TRIED AGAIN: b.spec.ts > on a phone > slow',
      'FAILED: b.spec.ts > on a phone > bad',
    ]);
    expect(output).toContain('why slow');
  });
});
