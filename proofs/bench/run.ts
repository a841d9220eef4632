// Runs every *.bench.ts beside it, or those whose names are given: npm run bench -- directory
// Numbers are members, of directory and office: npm run bench -- office 100000, or 10000 100000 to compare these two.
import { readdir } from 'node:fs/promises';
import { cpus } from 'node:os';

/** The exports of a benchmark module. It prints its figures and ratios itself. */
export interface Benchmark {
  title: string;
  run(): Promise<void>;
}

// --runs 3: the number of repetitions of each task.
const words = process.argv.slice(2);
const runs = words.indexOf('--runs');
if (runs >= 0) process.env.BENCH_RUNS = words.splice(runs, 2)[1];
const sizes = words.filter((word) => /^\d+$/.test(word)).sort((a, b) => Number(a) - Number(b));
if (sizes.length > 0) process.env.BENCH_MEMBERS = sizes.at(-1);
if (sizes.length > 1) process.env.BENCH_SMALL = sizes[0];
const matches = words.filter((word) => !sizes.includes(word));
const names = (await readdir(import.meta.dirname))
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => matches.length === 0 || matches.some((word) => name.startsWith(word)))
  .sort();
if (names.length === 0) console.log(`There is no benchmark of this name: ${matches.join(', ')}`);

console.log(`Node.js ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const name of names) {
  const benchmark = (await import(`./${name}`)) as Benchmark;
  console.log(`\n${benchmark.title}`);
  try {
    await benchmark.run();
  } catch (error) {
    console.error(`${name} broke off: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
