import { afterAll, expect, test, vi } from 'vitest';
import { startTestApp } from '#tests/app.ts';
import { isLong } from '../proofs/torture/size.ts';
import { seededRandom } from '../scripts/sample/random.ts';
import { mailServer, openWorld, type State } from './histories/world.ts';

// Histories of people: two records of one person, a guest, a colleague, a conference of three days with two places, a list, a notice and a
// vote. Every act is a real call; after each the oracle looks at everybody. All histories are walked breadth first from several
// beginnings: those that lead to equal states, as the oracle sees them, go on as one, and two acts that commuted at the first beginning
// are done in one order later. With `--all` that is two acts deep from each; 24 random ones of at most 14 acts follow, with TORTURE=long 150: no more
// is proved. Of the 150 a run in two or three finds a mail that was late, which is not explained yet.

vi.mock('#server/platform/loop.ts', async (original) => ({
  ...(await original<object>()),
  createLoop: (await import('./histories/rounds.ts')).createLoop,
}));
vi.mock('#server/platform/mail/transport.ts', async (original) => ({
  ...(await original<object>()),
  openTransport: () => ({
    toFile: false,
    connections: 1,
    send: (
      due: { id: string; kind: string; recipient: string; createdAt: Date },
      { subject, text }: { subject: string; text: string },
    ) => mailServer.send({ ...due, createdAt: due.createdAt.getTime(), subject, text }),
    close() {},
  }),
}));

const site = await startTestApp({
  TEST_CLOCK: '2026-11-23T10:00:00+05:30',
  PUBLIC_URL: 'https://www.example.org',
  FILES_KEY: Buffer.alloc(32, 7).toString('base64'),
});
const world = await openWorld(site);
afterAll(() => world.close());

const eve = [
  'a colleague leaves',
  'the first record takes part',
  'the guest asks',
  'the guest confirms',
  'a day passes',
  'a day passes',
  'half a day passes',
];
const over = [
  ...eve,
  'check in the first record’s code',
  'check in the guest’s code',
  'a day passes',
  'a day passes',
  'a day passes',
  'half a day passes',
];
const two = ['approve the second record', 'an hour passes', 'the second record looks at its calendar'];
const full = [
  'the first record takes part',
  ...two,
  'the second record takes part',
  'the guest asks',
  'the guest confirms',
];
/** Where histories begin, and what came before. */
const beginnings: Record<string, readonly string[]> = {
  'at the desk': [],
  'two records of one person': two,
  'a full conference': full,
  'a guest who is a member now': ['the guest asks', 'the guest confirms', 'the guest becomes a member'],
  'an open door': eve,
  'an open door with two seats of one person': [
    ...full,
    'a colleague leaves',
    'a day passes',
    'a day passes',
    'half a day passes',
  ],
  'a conference that is over': over,
  'an end that was moved': [...over, 'add a day at its end'],
  'a list that was read twice': ['read the list', 'read the list'],
  'a notice that was stopped': [
    'the mail server is away',
    'send the letter',
    'stop the letter',
    'the mail server is back',
    'a day passes',
  ],
  'a frozen roll': ['the roll is frozen', ...two],
  'the notice of a vote under way': ['the roll is frozen', 'the mail server is away', 'send the letter'],
  'mails that failed': [
    'the mail server refuses',
    'resend credentials to the first record',
    'send the letter',
    'an hour passes',
    'the mail server is back',
  ],
};
const isWhole = process.env.TEST_FEATURES !== '1';
/** Acts of a history from the first beginning, and from the others; random histories, and their acts. */
const depth = isWhole ? 2 : 1;
const size = { first: depth, others: depth, random: isLong ? 150 : isWhole ? 24 : 6, acts: 14 };

const counts = { states: 0, done: 0, refused: 0 };
/** The first history of each fault. */
const faults = new Map<string, string>();
function note(wrong: readonly string[], history: readonly string[]): void {
  for (const fault of wrong) if (!faults.has(fault)) faults.set(fault, history.join(', '));
}

async function act(name: string, history: readonly string[]): Promise<string[] | null> {
  const wrong = await world.act(name).catch((error: Error) => [error.message]);
  counts[wrong ? 'done' : 'refused'] += 1;
  if (wrong) note(wrong, [...history, name]);
  return wrong;
}

/** Pairs of acts that led to the same state in both orders. */
const commuting = new Set<string>();

async function walk(beginning: State, name: string, depth: number): Promise<void> {
  interface Node {
    state: State;
    history: readonly string[];
    /** The act that led here, and those that were done beside it. */
    last: string;
    beside: ReadonlySet<string>;
  }
  const seen = new Set([beginning.key]);
  let level: Node[] = [{ state: beginning, history: [name], last: '', beside: new Set() }];
  for (let step = 1; step <= depth; step += 1) {
    const next: Node[] = [];
    const keys = new Map<string, string>();
    for (const { state, history, last, beside } of level) {
      let isChanged = true;
      const done = new Set<string>();
      const fresh: Node[] = [];
      for (const each of world.names) {
        if (each < last && beside.has(each) && commuting.has(`${each}, ${last}`)) continue;
        if (isChanged) await world.putBack(state);
        const wrong = await act(each, history);
        isChanged = wrong !== null;
        if (!wrong) continue;
        done.add(each);
        const key = world.key();
        keys.set(`${last}, ${each}`, key);
        if (wrong.length > 0 || seen.has(key)) continue;
        seen.add(key);
        counts.states += 1;
        if (step < depth)
          fresh.push({ state: await world.save(), history: [...history, each], last: each, beside: done });
      }
      next.push(...fresh);
    }
    if (commuting.size === 0 && step === 2)
      for (const [pair, key] of keys) {
        const [one, other] = pair.split(', ');
        if (keys.get(`${other}, ${one}`) === key) commuting.add(pair);
      }
    level = next;
  }
}

/** A random history goes on where an act is refused. */
async function wander(beginning: State, name: string, random: ReturnType<typeof seededRandom>): Promise<void> {
  await world.putBack(beginning);
  const history = [name];
  for (let tries = 0; history.length <= size.acts && tries < 20 * size.acts; tries += 1) {
    const each = random.pick(world.names);
    const wrong = await act(each, history);
    if (!wrong) continue;
    history.push(each);
    if (wrong.length > 0) return;
  }
}

test('no history leaves a seat, a mail, a name or a number wrong', { timeout: 3_600_000 }, async () => {
  const base = await world.save();
  const states: [string, State][] = [];
  for (const [name, acts] of Object.entries(beginnings)) states.push([name, await world.play(base, acts, note)]);
  for (const [index, [name, state]] of states.entries())
    await walk(state, name, index === 0 ? size.first : size.others);
  for (let seed = 1; seed <= size.random; seed += 1) {
    const random = seededRandom(seed);
    const [name, state] = random.pick(states);
    await wander(state, `seed ${seed}: ${name}`, random);
  }
  const { states: reached, done, refused } = counts;
  console.log(
    `Histories of people: ${reached} states by ${done} acts and ${refused} that were refused, ${size.random} random histories.`,
  );
  expect([...faults].map(([fault, history]) => `${fault} (${history})`)).toEqual([]);
});
