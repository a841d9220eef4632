import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Processes, setUpProcesses } from '#tests/processes.ts';
import type { ServerProcess } from '#tests/server-process.ts';
import { eventually } from '#tests/wait.ts';
import { memoryOf, sendUnfinishedBodies, smallHeap } from './unfinished-bodies.ts';
import { visit } from './visitors.ts';

let site: Processes;
let server: ServerProcess;
beforeAll(async () => {
  site = await setUpProcesses(smallHeap);
  server = await site.start();
});
afterAll(() => site.close());

// From one network and from many, which have different limits.
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
    // Connections from many networks are closed in favour of each other before any is refused.
    const isTurnedAway = (status: string) => status === refusal || status === 'closed';
    const isSeen = () => answers.filter(isTurnedAway).length > 40 && visits.length > 8;
    await eventually(isSeen, 'bodies are refused, pages are not', 50_000).finally(() => over.abort());
    await underWay;
    // A stalled connection is closed in favour of another.
    expect(answers.filter((status) => ![refusal, '413', '429', 'closed'].includes(status))).toEqual([]);
    expect(new Set(visits)).toEqual(new Set(['200']));
    expect(server.child.exitCode).toBeNull();
    expect(memoryOf(server.child.pid!) ?? 0).toBeLessThan(450);
    // Only the process's own folder is left.
    const left = async () => (await readdir(join(site.dataDir, 'uploads'), { recursive: true })).length;
    await eventually(async () => (await left()) === 1, 'the uploads are gone');
  },
);
