import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../app.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { eventually } from '../wait.ts';
import { memoryOf, sendUnfinishedBodies, smallHeap } from './unfinished-bodies.ts';
import { visit } from './visitors.ts';

let dataDir: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'association-attack-'));
  database = await createTestDatabase();
  server = await startServerProcess({ dataDir, env: { ...smallHeap, ...database.env } });
  await server.ready();
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

// From one network and from many: other bounds hold then.
test.each([
  ['one network', 1, '429'],
  ['many networks', 200, '503'],
])(
  'bodies without an end from %s cost the server neither its memory nor its visitors',
  async (_from, networks, refusal) => {
    const over = new AbortController();
    const attack = { address: server.address, over: over.signal };
    const answers: string[] = [];
    const visits: string[] = [];
    const underWay = Promise.all([
      sendUnfinishedBodies({ ...attack, connections: 200, networks, onAnswer: (status) => answers.push(status) }),
      visit({ ...attack, onAnswer: (status) => visits.push(status) }),
    ]);
    const isSeen = () => answers.filter((status) => status === refusal).length > 40 && visits.length > 8;
    await eventually(isSeen, 'bodies are refused, pages are not', 50_000).finally(() => over.abort());
    await underWay;
    expect(answers.filter((status) => status !== refusal && status !== '413')).toEqual([]);
    expect(new Set(visits)).toEqual(new Set(['200']));
    expect(server.child.exitCode).toBeNull();
    expect(memoryOf(server.child.pid!) ?? 0).toBeLessThan(450);
    // Nothing of it stays behind but the process's own folder.
    const left = async () => (await readdir(join(dataDir, 'uploads'), { recursive: true })).length;
    await eventually(async () => (await left()) === 1, 'the uploads are gone');
  },
);
