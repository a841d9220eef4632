import { type Act, actsOf, beginnings, breaches, dueOf, newWorld, perform, type World } from './model.ts';

// Walks of the model: all distinct worlds to a depth, and long ones by chance.

export interface Step {
  act: Act;
  /** What the model answers. */
  outcome: string;
  before: World;
  after: World;
}
export interface Walked {
  world: World;
  steps: readonly Step[];
}

/** What tells worlds apart: not the numbers of what they hold. */
const keyOf = ({ count: _count, before, ...world }: World) => JSON.stringify({ ...world, canUndo: before !== null });

export function walk(from: Walked, acts: readonly Act[]): Walked {
  let { world } = from;
  const steps = [...from.steps];
  for (const act of acts) {
    const { outcome, world: after } = perform(world, act);
    steps.push({ act, outcome, before: world, after });
    world = after;
  }
  return { world, steps };
}

/** Where the walks begin, by name. */
export const starts = (): [string, Walked][] =>
  Object.entries(beginnings).map(([name, acts]) => [name, walk({ world: newWorld(), steps: [] }, acts)]);

/** All steps to a depth, level by level; each world is gone on from once. @returns the distinct worlds and all acts */
export function everyStep(
  start: Walked,
  depth: number,
  visit: (step: Step, walked: Walked) => void,
): { worlds: number; acts: number } {
  const seen = new Set([keyOf(start.world)]);
  let level = [start];
  let acts = 0;
  for (let at = 1; at <= depth; at += 1) {
    const next: Walked[] = [];
    for (const from of level) {
      for (const act of actsOf(from.world)) {
        acts += 1;
        const { outcome, world } = perform(from.world, act);
        const step = { act, outcome, before: from.world, after: world };
        visit(step, from);
        const key = keyOf(world);
        if (outcome !== 'done' || seen.has(key)) continue;
        seen.add(key);
        if (at < depth) next.push({ world, steps: [...from.steps, step] });
      }
    }
    level = next;
  }
  return { worlds: seen.size, acts };
}

/** A walk by chance. */
export function chance(
  start: Walked,
  length: number,
  random: { pick<T>(list: readonly T[]): T },
  can: (act: Act, world: World) => boolean = () => true,
) {
  let walked = start;
  for (let step = 0; step < length; step += 1) {
    const acts = actsOf(walked.world).filter((act) => can(act, walked.world));
    walked = walk(walked, [random.pick(acts)]);
  }
  return walked;
}

export const wrongOf = ({ before, after, act, outcome }: Step) =>
  outcome === 'done' ? breaches(after, before, act) : [];

/** An act in a few words. */
export function words(act: Act, world: World): string {
  const due = 'due' in act ? dueOf(world, act.due) : undefined;
  const ofDue = due ? ` ${due.person}’s ${due.purpose}${due.target ? ` to ${due.target}` : ''}` : '';
  const receipt = 'receipt' in act ? world.receipts.find(({ id }) => id === act.receipt) : undefined;
  const ofReceipt = receipt ? ` the receipt of Rs ${receipt.amount}` : '';
  const { do: verb, ...rest } = act;
  const others = Object.entries(rest).flatMap(([name, value]) =>
    ['due', 'receipt', 'use'].includes(name) ? [] : [value],
  );
  return `${verb}${ofReceipt}${ofDue}${others.length > 0 ? ` ${others.join(' ')}` : ''}`;
}
export const history = ({ steps }: Walked) => steps.map(({ act, before }) => words(act, before)).join(', ');
