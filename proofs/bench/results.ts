import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

/** Prints rows as a table, and appends them with the date to proofs/bench/results/NAME.md. */
export function writeResults(name: string, heading: string, rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const table = [
    `| ${columns.join(' | ')} |`,
    `| ${columns.map((_column, index) => (index === 0 ? '---' : '---:')).join(' | ')} |`,
    ...rows.map((row) => `| ${columns.map((column) => row[column] ?? '').join(' | ')} |`),
  ].join('\n');
  console.log(`\n${table}\n`);
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  let commit = 'unknown';
  try {
    commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {}
  const machine = `Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  const day = new Date().toISOString().slice(0, 16).replace('T', ' ');
  appendFileSync(
    join(folder, `${name}.md`),
    `## ${day} UTC, ${commit}\n\n${heading} ${machine}; load average ${loadavg()[0]!.toFixed(1)}.\n\n${table}\n\n`,
  );
}

export const milliseconds = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 2 : 0));
