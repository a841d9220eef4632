import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeXlsx } from 'hucre/xlsx';
import { csvOf, listRow, tableOf } from '#tests/factories/lists.ts';
import { adminToken } from '#tests/logins.ts';
import { startBenchSite } from './site.ts';

export const title = 'Importing existing members: until a list is read, and until it is in the register';

const count = Number(process.env.BENCH_ROWS ?? 10_000);

/** The server's memory in megabytes. */
const memoryOf = (pid: number) =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);

export async function run(): Promise<void> {
  const site = await startBenchSite(10);
  try {
    const authorization = `Bearer ${await adminToken(site)}`;
    const call = async (method: string, path: string, body?: FormData | string, type?: string) => {
      const answer = await fetch(`${site.url}/api/Import/${path}`, {
        method,
        headers: { authorization, ...(type && { 'content-type': type }) },
        ...(body && { body }),
      });
      return ((await answer.json()) as { import: { _id: string; state: string; summary: object; result: object } })
        .import;
    };
    for (const format of ['csv', 'xlsx'] as const) {
      const table = tableOf(Array.from({ length: count }, () => listRow()));
      const bytes =
        format === 'csv' ? Buffer.from(csvOf(table)) : await writeXlsx({ sheets: [{ name: 'List', rows: table }] });
      let max = 0;
      const until = async (id: string, state: string) => {
        for (;;) {
          max = Math.max(max, memoryOf(site.pid));
          const record = await call('GET', `get/${id}`);
          if (record.state === state) return record;
          if (record.state === 'failed') throw new Error('the import has failed');
          await sleep(200);
        }
      };
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), `members.${format}`);
      const began = performance.now();
      const { _id } = await call('POST', 'upload', form);
      const uploaded = performance.now();
      const { summary } = await until(_id, 'ready');
      const read = performance.now();
      await call('PATCH', `commit/${_id}`, JSON.stringify({ credentials: 'later' }), 'application/json');
      const { result } = await until(_id, 'done');
      const done = performance.now();
      const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`;
      console.log(
        `  ${format}, ${count} rows: upload ${seconds(began, uploaded)}, read after ${seconds(began, read)}, imported in ${seconds(read, done)}; server at most ${max} MB`,
      );
      console.log(`    ${JSON.stringify(summary)} ${JSON.stringify(result)}`);
    }
  } finally {
    await site.stop();
  }
}
