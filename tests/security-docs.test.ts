import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const page = 'docs/security/asvs.md';
const text = await readFile(page, 'utf8');

/** The page's list: number, requirement, state, reason. What stands below 'Not applicable:' is that, else it is met but for deviations. */
const rows = text.split(/^## /m).flatMap((chapter) => {
  const [rest = '', notApplicable = ''] = chapter.split('Not applicable:');
  const listed = (part: string) => [...part.matchAll(/^- (\d+\.\d+\.\d+) (Deviation: )?(.+?): (.+)$/gm)];
  return [
    ...listed(rest).map(([, number, deviates, what, reason]) => [number, what, deviates ? 'deviation' : 'met', reason]),
    ...listed(notApplicable).map(([, number, , what, reason]) => [number, what, 'not applicable', reason]),
  ];
});

test('every file that the page on ASVS names exists', () => {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|json|md))`/g)].map(([, path]) => path!);
  const linked = [...text.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, path]) => join(dirname(page), path!));
  expect(named.length).toBeGreaterThan(100);
  expect([...named, ...linked].filter((path) => !existsSync(path))).toEqual([]);
});

test('every requirement of levels 1 and 2 is listed once, with a state and a reason', () => {
  const numbers = rows.map(([number]) => number!);
  expect(numbers).toHaveLength(253);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const [number, , , reason] of rows) {
    expect(reason?.length, number).toBeGreaterThan(1);
  }
});

test('the page’s counts are right', () => {
  const of = (state: string) => rows.filter((row) => row[2] === state).length;
  const [, all, met, not, deviations] = /(\d+) in all.*?(\d+) are met, (\d+) do not apply, (\d+) are deviations/s.exec(
    text,
  )!;
  expect([all, met, not, deviations].map(Number)).toEqual([
    rows.length,
    of('met'),
    of('not applicable'),
    of('deviation'),
  ]);
});
