import { type Act, actsOf, dueOf, type World } from './model.ts';
import { differences, expected, type Product } from './product.ts';
import { type Step, starts, type Walked, walk, words } from './walk.ts';

/** A history in which the product does something else than it must. */
export interface Fault {
  /** By what faults are told apart: the last act, and what differs. */
  kind: string;
  start: string;
  history: string;
  length: number;
  found: string[];
}

const kindOf = (act: Act, found: readonly string[]) =>
  `${act.do}: ${[...new Set(found.map((each) => each.split(' ')[0]!.replace(/^[AB]\./, '')))].sort().join(', ')}`;

/** Of the second record only what matters before a merge: all else is tried with the first. */
function isWorthwhile(act: Act, world: World): boolean {
  const person = 'person' in act ? act.person : 'due' in act ? dueOf(world, act.due).person : 'A';
  if (person === 'A') return true;
  return ['claim', 'receive', 'reject', 'waive'].includes(act.do) || (act.do === 'bank' && act.amount !== 600);
}

/** What differs after an act. */
async function judge(product: Product, step: Step): Promise<string[]> {
  const { act, before, after, outcome } = step;
  const answer = await product.perform(act, before, after);
  const found: string[] = [];
  if (/^5\d\d$/.test(answer)) found.push(`answer ${answer}`);
  else if (outcome === 'done' && answer !== 'done') found.push(`refused ${answer}`);
  const seen = differences(await product.observe(after), expected(after));
  // What is refused by both, or answered without a change, is right.
  if (outcome !== 'done' && answer === 'done' && seen.length > 0) found.push('allowed');
  return [...found, ...seen];
}

/**
 * Walks a product through all histories to a depth, as far as it is right.
 * @param most at most as many histories
 * @returns the shortest history of each kind of fault
 */
export async function findFaults(product: Product, depth: number, most: number, only = (_name: string) => true) {
  const faults = new Map<string, Fault>();
  let [histories, acts] = [0, 0];
  const note = (start: string, steps: readonly Step[], from: number, found: string[]) => {
    const { act } = steps.at(-1)!;
    const kind = kindOf(act, found);
    const own = steps.slice(from);
    const known = faults.get(kind);
    if (known && known.length <= own.length) return;
    const history = own.map((step) => words(step.act, step.before)).join(', ');
    faults.set(kind, { kind, start, history, length: own.length, found });
  };
  /** @returns the step that is wrong, or none */
  const replay = async (start: Walked, steps: readonly Step[], name: string, from: number): Promise<boolean> => {
    histories += 1;
    await product.begin(steps[0]?.before ?? start.world);
    for (const [index, step] of steps.entries()) {
      acts += 1;
      const found = await judge(product, step);
      if (found.length === 0) continue;
      note(index < from ? `on the way to ${name}` : name, steps.slice(0, index + 1), Math.min(from, index), found);
      return false;
    }
    return true;
  };
  let level: { name: string; from: number; walked: Walked }[] = [];
  for (const [name, walked] of starts().filter(([each]) => only(each)))
    level.push({ name, from: walked.steps.length, walked });
  const seen = new Set<string>();
  for (let at = 0; at <= depth && histories < most; at += 1) {
    const next: typeof level = [];
    for (const { name, from, walked } of level) {
      if (histories >= most) break;
      if (!(await replay(walked, walked.steps, name, from))) continue;
      const { world } = walked;
      const possible = actsOf(world).filter((act) => product.can(act, world) && isWorthwhile(act, world));
      const further = possible.map((act) => walk(walked, [act]));
      for (const each of further) {
        const step = each.steps.at(-1)!;
        if (step.outcome === 'done') {
          const key = `${name} ${JSON.stringify({ ...each.world, count: 0, before: each.world.before !== null })}`;
          if (!seen.has(key)) next.push({ name, from, walked: each });
          seen.add(key);
          continue;
        }
        acts += 1;
        const found = await judge(product, step);
        if (found.length === 0) continue;
        note(name, each.steps, from, found);
        if (!(await replay(walked, walked.steps, name, from))) break;
      }
    }
    level = next;
  }
  return { faults: [...faults.values()].sort((one, other) => one.length - other.length), histories, acts };
}
