// Runs every *.bench.ts beside it, or those whose names are given: npm run bench -- directory
import { readdir } from 'node:fs/promises';
import { cpus } from 'node:os';

/** What a benchmark module exports. It prints its figures and ratios itself. */
export interface Benchmark {
  title: string;
  run(): Promise<void>;
}

const wanted = process.argv.slice(2);
const names = (await readdir(import.meta.dirname))
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))
  .sort();
if (names.length === 0) console.log(`There is no benchmark of this name: ${wanted.join(', ')}`);

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
