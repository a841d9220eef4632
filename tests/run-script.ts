import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { nodeArguments } from './server-process.ts';

/** Runs a program of `scripts/` with exactly this environment, and returns all of its output. */
export async function runScript(
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [...nodeArguments, `scripts/${name}.ts`, ...args], {
    // As `npm start` does: otherwise a short program would spend most of its time compiling.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: '.cache/node', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
