import { type Act, actsOf, dueOf, type World } from './model.ts';
import { differences, expected, type Product } from './product.ts';
import { chance, type Step, starts, type Walked, walk, words } from './walk.ts';

/** A history in which the product does something else than it must. */
export interface Fault {
  /** By what faults are told apart: the last act, and what differs. */
  kind: string;
  start: string;
  history: string;
  length: number;
  wrong: string[];
}

const kindOf = (act: Act, wrong: readonly string[]) =>
  `${act.do}: ${[...new Set(wrong.map((each) => each.split(' ')[0]!.replace(/^[AB]\./, '')))].sort().join(', ')}`;

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
  const wrong: string[] = [];
  if (/^5\d\d$/.test(answer)) wrong.push(`answer ${answer}`);
  else if (outcome === 'done' && answer !== 'done') wrong.push(`refused ${answer}`);
  const seen = differences(await product.observe(after), expected(after));
  // What is refused by both, or answered without a change, is right.
  if (outcome !== 'done' && answer === 'done' && seen.length > 0) wrong.push('allowed');
  return [...wrong, ...seen];
}

type ByWorld = (world: World) => Act;
const due =
  (person: 'A' | 'B', purpose: string, nth = -1) =>
  (world: World) =>
    world.dues.filter((each) => each.person === person && each.purpose === purpose).at(nth)!.id;
const onDue =
  (verb: 'claim' | 'refuse' | 'receive' | 'waive', which: (world: World) => string): ByWorld =>
  (world) => ({
    do: verb,
    due: which(world),
  });
const bank =
  (which: (world: World) => string, amount: number): ByWorld =>
  (world) => ({ do: 'bank', due: which(world), amount });
/** Of the valid receipts of a due, the last. */
const ofReceipt =
  (verb: 'cancel' | 'refund', which: (world: World) => string): ByWorld =>
  (world) => {
    const receipt = world.receipts.filter((each) => each.due === which(world) && !each.isCancelled).at(-1)!.id;
    return verb === 'cancel' ? { do: verb, receipt } : { do: verb, receipt, amount: null };
  };
const always =
  (act: Act): ByWorld =>
  () =>
    act;
const [admission, annual, upgrade] = ['admission', 'annual', 'upgrade'].map((purpose) => due('A', purpose));
const other = due('B', 'admission');
const first = due('A', 'admission', 0);
const second = due('A', 'admission', 1);
const merging = always({ do: 'merge' });
const approving = always({ do: 'approve', person: 'A' });
const rejecting = always({ do: 'reject', person: 'A', money: 'refund' });
const wishing = always({ do: 'upgrade', person: 'A', tier: 'Patron' });

/** Histories of faults that were known before the ledger. */
export const namedHistories: readonly { name: string; start: string; acts: readonly ByWorld[] }[] = [
  {
    name: 'a receipt of an upgrade is cancelled beside another wish',
    start: 'paid',
    acts: [
      onDue('receive', upgrade!),
      wishing,
      (world) => ofReceipt('cancel', () => due('A', 'upgrade', 0)(world))(world),
    ],
  },
  { name: 'a receipt of a duplicate is cancelled', start: 'merged', acts: [ofReceipt('cancel', second)] },
  { name: 'the receipt of the first is cancelled', start: 'merged', acts: [ofReceipt('cancel', first)] },
  {
    name: 'the receipts of both are cancelled',
    start: 'merged',
    acts: [ofReceipt('cancel', second), ofReceipt('cancel', first)],
  },
  {
    name: 'another tier after a part',
    start: 'partly paid',
    acts: [always({ do: 'tier', person: 'A', tier: 'Patron' })],
  },
  {
    name: 'another tier after a part, whose receipt is cancelled',
    start: 'partly paid',
    acts: [ofReceipt('cancel', admission!), always({ do: 'tier', person: 'A', tier: 'Patron' })],
  },
  {
    name: 'another tier after a part of an upgrade',
    start: 'paid',
    acts: [bank(upgrade!, 1_000), always({ do: 'tier', person: 'A', tier: 'Life' })],
  },
  {
    name: 'a wish for Patron after the receipt of Life was cancelled',
    start: 'paid',
    acts: [onDue('receive', upgrade!), ofReceipt('cancel', upgrade!), wishing],
  },
  {
    name: 'that wish paid, and the receipt of Life as well',
    start: 'paid',
    acts: [
      onDue('receive', upgrade!),
      ofReceipt('cancel', upgrade!),
      wishing,
      onDue('receive', (world) => due('A', 'upgrade', 1)(world)),
    ],
  },
  {
    name: 'merged, a receipt of the duplicate cancelled, left and back',
    start: 'merged',
    acts: [ofReceipt('cancel', second), rejecting, approving],
  },
  { name: 'merged, left and back', start: 'merged', acts: [rejecting, approving] },
  { name: 'a rejected person’s receipt is cancelled', start: 'rejected', acts: [ofReceipt('cancel', admission!)] },
  {
    name: 'rejected, refunded, back',
    start: 'rejected',
    acts: [ofReceipt('refund', admission!), approving],
  },
  { name: 'rejected and back', start: 'rejected', acts: [approving] },
  {
    name: 'rejected while claimed, refused',
    start: 'new',
    acts: [onDue('claim', admission!), rejecting, onDue('refuse', admission!)],
  },
  {
    name: 'rejected while claimed, refused, erased',
    start: 'new',
    acts: [onDue('claim', admission!), rejecting, onDue('refuse', admission!), always({ do: 'erase', person: 'A' })],
  },
  {
    name: 'rejected while claimed, a part comes',
    start: 'new',
    acts: [onDue('claim', admission!), always({ do: 'reject', person: 'A', money: 'keep' }), bank(admission!, 400)],
  },
  {
    name: 'partly paid, the rest claimed, merged, received',
    start: 'new',
    acts: [bank(other, 1_000), approving, bank(admission!, 400), merging, onDue('receive', first)],
  },
  {
    name: 'a year of two records, both paid, merged, one receipt cancelled',
    start: 'new',
    acts: [
      approving,
      always({ do: 'approve', person: 'B' }),
      onDue('receive', annual!),
      onDue('receive', due('B', 'annual')),
      merging,
      ofReceipt('cancel', due('A', 'annual', 1)),
    ],
  },
  {
    name: 'a year of two records, one paid in part, merged, its receipt cancelled',
    start: 'new',
    acts: [
      approving,
      always({ do: 'approve', person: 'B' }),
      bank(due('B', 'annual'), 400),
      merging,
      ofReceipt('cancel', due('A', 'annual', 1)),
    ],
  },
  {
    name: 'a rejected record of which a part came, merged with a member who paid all',
    start: 'paid',
    acts: [bank(other, 400), always({ do: 'reject', person: 'B', money: 'keep' }), merging],
  },
  {
    name: 'a rejected record of which a part came, merged with a member who owes',
    start: 'new',
    acts: [approving, bank(other, 400), always({ do: 'reject', person: 'B', money: 'keep' }), merging],
  },
  {
    name: 'a part of an upgrade, left, back',
    start: 'paid',
    acts: [bank(upgrade!, 1_000), rejecting, approving],
  },
  {
    name: 'a part of an upgrade, left, the part refunded, back',
    start: 'paid',
    acts: [bank(upgrade!, 1_000), rejecting, ofReceipt('refund', upgrade!), approving],
  },
  {
    name: 'more than is open, cancelled',
    start: 'booked',
    acts: [onDue('waive', annual!), bank(due('B', 'admission'), 600)],
  },
  {
    name: 'a part of a year, its receipt cancelled, left, back',
    start: 'booked',
    acts: [ofReceipt('cancel', annual!), rejecting, approving],
  },
  {
    name: 'a part of a year, left, its receipt cancelled, back',
    start: 'booked',
    acts: [rejecting, ofReceipt('cancel', annual!), approving],
  },
  { name: 'paid in full, refunded while a member', start: 'booked', acts: [ofReceipt('refund', admission!)] },
  {
    name: 'a part waived, its receipt cancelled',
    start: 'partly paid',
    acts: [onDue('waive', admission!), ofReceipt('cancel', admission!)],
  },
  { name: 'an upgrade waived in part', start: 'paid', acts: [bank(upgrade!, 1_000), onDue('waive', upgrade!)] },
];

/** Which of the named histories the product has otherwise. */
export async function findNamedFaults(product: Product): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { name, start, acts } of namedHistories) {
    let walked = starts().find(([each]) => each === start)![1];
    const begin = walked.steps.length;
    for (const act of acts) walked = walk(walked, [act(walked.world)]);
    await product.begin(walked.steps[0]!.before);
    for (const [index, step] of walked.steps.entries()) {
      const wrong = await judge(product, step);
      if (wrong.length === 0) continue;
      const own = walked.steps.slice(begin, index + 1);
      const history = own.map((each) => words(each.act, each.before)).join(', ');
      faults.push({
        kind: `${name}${index < walked.steps.length - 1 ? ` (before its end)` : ''}`,
        start,
        history,
        length: own.length,
        wrong,
      });
      break;
    }
  }
  return faults;
}

/** Walks by chance, as far as the product is right. @returns the shortest history of each kind of fault */
export async function findFaultsByChance(
  product: Product,
  count: number,
  length: number,
  random: { pick<T>(list: readonly T[]): T },
) {
  const faults = new Map<string, Fault>();
  let acts = 0;
  for (let at = 0; at < count; at += 1) {
    const [start, from] = starts()[at % 6]!;
    // A part that goes back is owed again only with the ledger.
    const can = (act: Act, world: World) =>
      product.can(act, world) &&
      isWorthwhile(act, world) &&
      !(act.do === 'refund' && world.dues.some(({ at: { open } }) => open > 0));
    const walked = chance(from, length, random, can);
    await product.begin(walked.steps[0]?.before ?? walked.world);
    for (const [index, step] of walked.steps.entries()) {
      acts += 1;
      const wrong = await judge(product, step);
      if (wrong.length === 0) continue;
      const own = walked.steps
        .slice(from.steps.length, index + 1)
        .filter(({ outcome }, n, all) => outcome === 'done' || n === all.length - 1);
      const kind = kindOf(step.act, wrong);
      const shortest = faults.get(kind);
      if (!shortest || shortest.length > own.length)
        faults.set(kind, {
          kind,
          start,
          history: own.map((each) => words(each.act, each.before)).join(', '),
          length: own.length,
          wrong,
        });
      break;
    }
  }
  return { faults: [...faults.values()].sort((one, another) => one.length - another.length), acts };
}

/**
 * Walks a product through all histories to a depth, as far as it is right.
 * @param most at most as many histories
 * @returns the shortest history of each kind of fault
 */
export async function findFaults(product: Product, depth: number, most: number, only = (_name: string) => true) {
  const faults = new Map<string, Fault>();
  let [histories, acts] = [0, 0];
  const note = (start: string, steps: readonly Step[], from: number, wrong: string[]) => {
    const { act } = steps.at(-1)!;
    const kind = kindOf(act, wrong);
    const own = steps.slice(from);
    const shortest = faults.get(kind);
    if (shortest && shortest.length <= own.length) return;
    const history = own.map((step) => words(step.act, step.before)).join(', ');
    faults.set(kind, { kind, start, history, length: own.length, wrong });
  };
  /** @returns the step that is wrong, or none */
  const replay = async (start: Walked, steps: readonly Step[], name: string, from: number): Promise<boolean> => {
    histories += 1;
    await product.begin(steps[0]?.before ?? start.world);
    for (const [index, step] of steps.entries()) {
      acts += 1;
      const wrong = await judge(product, step);
      if (wrong.length === 0) continue;
      note(index < from ? `on the way to ${name}` : name, steps.slice(0, index + 1), Math.min(from, index), wrong);
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
        const wrong = await judge(product, step);
        if (wrong.length === 0) continue;
        note(name, each.steps, from, wrong);
        if (!(await replay(walked, walked.steps, name, from))) break;
      }
    }
    level = next;
  }
  return { faults: [...faults.values()].sort((one, other) => one.length - other.length), histories, acts };
}
