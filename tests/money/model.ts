// What must come of money, written down a second time and as plainly as possible: each rupee that is asked for or has come lies in one place.
// It imports nothing of the product. Small worlds: two records, each with an admission, perhaps an annual subscription and wishes for another
// tier, and three credits of the bank.

export const tiers = ['Individual', 'Life', 'Patron'] as const;
export type Tier = (typeof tiers)[number];
export const fees: Readonly<Record<Tier, number>> = { Individual: 1_000, Life: 10_000, Patron: 25_000 };
export const yearly = 600;
export const credits = [400, 600, 1_000] as const;
export type Name = 'A' | 'B';
export type Status = 'New' | 'Approved' | 'Rejected';

/** The places of an asked rupee, but for those that a receipt settles. */
interface Places {
  open: number;
  waived: number;
  /** Ended by a decision about the person, which may take it back; or by a wish, a tier, a merge, which never do. */
  cancelled: { decision: number; other: number };
  /** What went back to an applicant is asked for again with the approval; of a member's it is forgiven. */
  refunded: { applicant: number; member: number };
}

export interface Due {
  id: string;
  person: Name;
  purpose: 'admission' | 'annual' | 'upgrade';
  period: string;
  target: Tier | null;
  asked: number;
  changed: number;
  at: Places;
  claim: 'none' | 'pending' | 'refused';
  unwanted: 'no' | 'rejected' | 'merged';
  /** Of a claimed one that is unwanted: what was open. */
  promised: number;
  reached: boolean;
  /** What brought it to its end last. */
  end: 'none' | 'settled' | 'waived' | 'cancelled' | 'refunded';
}

export interface Receipt {
  id: string;
  person: Name;
  /** What it was issued for; null for money beyond a due. */
  due: string | null;
  amount: number;
  day: number;
  /** The credit of the bank that it is of; null for what was received by hand. */
  credit: number | null;
  isCancelled: boolean;
  /** It confirmed a claim. */
  hasClaim: boolean;
  returned: number;
  /** How much of what is free goes back; the rest is kept. */
  toReturn: number;
}

/** A receipt's rupees that settle a due. */
export interface Allocation {
  id: string;
  receipt: string;
  due: string;
  amount: number;
  day: number;
  isUse: boolean;
}

/** What moved what is open of a due, under its day. */
export interface Entry {
  day: number;
  due: string;
  kind: 'asked' | 'changed' | 'waived' | 'cancelled' | 'refunded' | 'allocated';
  amount: number;
}

export interface Person {
  status: Status;
  tier: Tier;
  isGone: '' | 'merged' | 'erased';
}

export interface World {
  day: number;
  people: Record<Name, Person>;
  dues: Due[];
  receipts: Receipt[];
  allocations: Allocation[];
  entries: Entry[];
  /** The world before the last merge, while nothing has happened since. */
  before: World | null;
  count: number;
}

export type Act =
  | { do: 'claim' | 'refuse' | 'receive' | 'waive'; due: string }
  | { do: 'bank'; due: string; amount: number; plain?: boolean }
  | { do: 'cancel' | 'keep'; receipt: string }
  | { do: 'refund'; receipt: string; amount: number | null }
  | { do: 'use'; receipt: string; due: string }
  | { do: 'undoUse'; use: string }
  | { do: 'tier'; person: Name; tier: Tier }
  | { do: 'upgrade'; person: Name; tier: Tier }
  | { do: 'reject'; person: Name; money: 'refund' | 'keep' }
  | { do: 'reopen' | 'approve' | 'erase' | 'askNext'; person: Name }
  | { do: 'merge' | 'unmerge' | 'travel' };

export type Outcome =
  | 'done'
  | 'WRONG_STATE'
  | 'AMOUNT_DIFFERS'
  | 'MORE_THAN_CREDIT'
  | 'MONEY_OPEN'
  | 'RECORD_CHANGED'
  | 'REFUSED';

class Refusal extends Error {
  readonly code: Exclude<Outcome, 'done'>;
  constructor(code: Exclude<Outcome, 'done'>) {
    super(code);
    this.code = code;
  }
}
const refuse = (code: Exclude<Outcome, 'done'>): never => {
  throw new Refusal(code);
};
const must = (condition: boolean, code: Exclude<Outcome, 'done'> = 'WRONG_STATE') => condition || refuse(code);

const rank = (tier: Tier) => tiers.indexOf(tier);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
export const cancelledOf = ({ at }: Due) => at.cancelled.decision + at.cancelled.other;
export const refundedOf = ({ at }: Due) => at.refunded.applicant + at.refunded.member;

/** What money for a due would be for: what is open, or of an unwanted one what was claimed. */
export const expectedOf = ({ unwanted, at, promised }: Due) => (unwanted === 'no' ? at.open : promised);

export const settledOf = ({ allocations }: World, due: Due) =>
  sum(allocations.flatMap((each) => (each.due === due.id ? [each.amount] : [])));
export const usedOf = ({ allocations }: World, receipt: Receipt) =>
  sum(allocations.flatMap((each) => (each.receipt === receipt.id ? [each.amount] : [])));
/** Rupees of a receipt that settle nothing and have not gone back. */
export const freeOf = (world: World, receipt: Receipt) =>
  receipt.isCancelled ? 0 : receipt.amount - usedOf(world, receipt) - receipt.returned;

export type State = 'due' | 'claimed' | 'refused' | 'waived' | 'cancelled' | 'refunded' | 'settled';
export function stateOf(world: World, due: Due): State {
  if (due.claim === 'pending') return 'claimed';
  if (due.at.open > 0) return due.claim === 'refused' ? 'refused' : 'due';
  const settled = settledOf(world, due);
  if (due.end === 'refunded' && settled > 0) return 'settled';
  return due.end === 'none' || (due.end === 'settled' && settled === 0) ? 'waived' : due.end;
}

function note(world: World, due: Due, kind: Entry['kind'], amount: number, day = world.day) {
  if (amount === 0) return;
  world.entries.push({ day, due: due.id, kind, amount });
  if (kind === 'changed') due.changed += amount;
  due.at.open += kind === 'asked' || kind === 'changed' ? amount : -amount;
}

function ask(world: World, person: Name, purpose: Due['purpose'], amount: number, more: Partial<Due> = {}): Due {
  const due: Due = {
    id: `D${++world.count}`,
    person,
    purpose,
    period: '',
    target: null,
    asked: amount,
    changed: 0,
    at: { open: 0, waived: 0, cancelled: { decision: 0, other: 0 }, refunded: { applicant: 0, member: 0 } },
    claim: 'none',
    unwanted: 'no',
    promised: 0,
    reached: false,
    end: 'none',
    ...more,
  };
  world.dues.push(due);
  note(world, due, 'asked', amount);
  return due;
}

function end(world: World, due: Due, how: 'waived' | 'cancelled', by: 'decision' | 'other' = 'other') {
  const { open } = due.at;
  if (open === 0) return;
  if (how === 'waived') due.at.waived += open;
  else due.at.cancelled[by] += open;
  note(world, due, how, open);
  due.end = how;
}

function allocate(world: World, receipt: Receipt, due: Due, amount: number, day: number, isUse = false) {
  if (amount === 0) return;
  const id = `U${++world.count}`;
  world.allocations.push({ id, receipt: receipt.id, due: due.id, amount, day, isUse });
  note(world, due, 'allocated', amount, day);
  due.end = 'settled';
}

/** Takes an allocation back whole, or a part of it. */
function free(
  world: World,
  one: Allocation,
  becomes: 'open' | 'refunded' | 'decision' | 'other',
  day: number,
  amount = one.amount,
) {
  const due = dueOf(world, one.due);
  one.amount -= amount;
  if (one.amount === 0) world.allocations = world.allocations.filter((each) => each !== one);
  note(world, due, 'allocated', -amount, day);
  if (becomes === 'refunded') {
    due.at.refunded[world.people[due.person].status === 'Approved' ? 'member' : 'applicant'] += amount;
    note(world, due, 'refunded', amount, day);
    due.end = 'refunded';
  } else if (becomes !== 'open') {
    due.at.cancelled[becomes] += amount;
    note(world, due, 'cancelled', amount, day);
    // A duplicate that was waived stays so.
    if (due.end !== 'waived' || becomes === 'decision') due.end = 'cancelled';
  }
}

export const dueOf = (world: World, id: string) => world.dues.find((due) => due.id === id)!;
const receiptOf = (world: World, id: string) => world.receipts.find((receipt) => receipt.id === id)!;

/** What a receipt that is taken from a due makes of its rupees. */
function whereTo(world: World, due: Due): 'open' | 'decision' | 'other' {
  if (world.people[due.person].status === 'Rejected') return 'decision';
  const isOver = due.purpose === 'upgrade' && !due.reached && due.at.open === 0 && cancelledOf(due) > 0;
  if (!isOver) return 'open';
  return due.at.cancelled.decision > 0 ? 'decision' : 'other';
}

/** What follows from every act by itself. */
function settle(world: World) {
  for (const due of world.dues) {
    if (due.unwanted === 'no' && due.at.open === 0 && due.claim === 'pending') due.claim = 'none';
    if (due.purpose !== 'upgrade' || due.reached || due.unwanted !== 'no') continue;
    if (due.at.open > 0 || settledOf(world, due) === 0 || cancelledOf(due) > 0) continue;
    due.reached = true;
    const person = world.people[due.person];
    if (rank(due.target!) < rank(person.tier)) continue;
    person.tier = due.target!;
  }
}

function issue(world: World, values: Pick<Receipt, 'person' | 'due' | 'amount' | 'day' | 'credit'>): Receipt {
  const receipt = {
    id: `R${++world.count}`,
    isCancelled: false,
    hasClaim: false,
    returned: 0,
    toReturn: 0,
    ...values,
  };
  world.receipts.push(receipt);
  return receipt;
}

/** Money for a due: less leaves the rest open, more is to be returned. */
function receive(world: World, due: Due, came: number, day: number, credit: number | null) {
  const isClaimed = due.claim === 'pending';
  const amount = Math.min(came, expectedOf(due));
  const receipt = issue(world, { person: due.person, due: due.id, amount, day, credit });
  receipt.hasClaim = isClaimed;
  if (isClaimed) due.claim = 'none';
  if (due.unwanted !== 'no') receipt.toReturn = amount;
  else allocate(world, receipt, due, amount, day);
  if (came > amount) {
    const beyond = issue(world, { person: due.person, due: null, amount: came - amount, day, credit });
    beyond.toReturn = beyond.amount;
  }
  if (due.unwanted === 'no' && world.people[due.person].status === 'Rejected') end(world, due, 'cancelled', 'decision');
}

function cancelReceipt(world: World, receipt: Receipt) {
  receipt.toReturn = 0;
  for (const one of world.allocations.filter((each) => each.receipt === receipt.id)) {
    const due = dueOf(world, one.due);
    const isClaimed = receipt.hasClaim && receipt.due === due.id;
    free(world, one, isClaimed ? 'open' : whereTo(world, due), one.day);
  }
  receipt.isCancelled = true;
  const own = receipt.due === null ? null : dueOf(world, receipt.due);
  if (!own || !receipt.hasClaim) return;
  own.claim = 'pending';
  if (own.unwanted !== 'no') own.promised = receipt.amount;
}

/** Nothing is owed: what has come goes back, what came from elsewhere returns there. */
function unwant(world: World, due: Due, why: 'rejected' | 'merged') {
  const by = why === 'rejected' ? 'decision' : 'other';
  due.unwanted = why;
  if (due.claim === 'pending') due.promised = due.at.open;
  end(world, due, why === 'merged' ? 'waived' : 'cancelled', by);
  for (const one of world.allocations.filter((each) => each.due === due.id)) {
    free(world, one, by, world.day);
    const receipt = receiptOf(world, one.receipt);
    if (one.isUse) receipt.toReturn += usedBefore(one);
  }
  for (const receipt of world.receipts.filter((each) => each.due === due.id && !each.isCancelled))
    receipt.toReturn = freeOf(world, receipt);
}
/** `free` empties an allocation. */
const amounts = new WeakMap<Allocation, number>();
const usedBefore = (one: Allocation) => amounts.get(one) ?? 0;

function wantAgain(world: World, due: Due) {
  const { decision } = due.at.cancelled;
  if (due.unwanted === 'merged') return;
  due.unwanted = 'no';
  due.at.cancelled.decision = 0;
  note(world, due, 'cancelled', -decision);
  if (due.purpose === 'admission') {
    // Nobody is a member for nothing: what went back is asked for again.
    const { applicant } = due.at.refunded;
    due.at.refunded.applicant = 0;
    note(world, due, 'refunded', -applicant);
  }
  for (const receipt of world.receipts.filter((each) => each.due === due.id)) {
    allocate(world, receipt, due, Math.min(freeOf(world, receipt), due.at.open), world.day);
    receipt.toReturn = Math.min(receipt.toReturn, freeOf(world, receipt));
  }
}

function decide(world: World, name: Name, to: Status, money: 'refund' | 'keep') {
  const person = world.people[name];
  must(person.status !== to);
  const own = world.dues.filter((due) => due.person === name);
  const from = person.status;
  person.status = to;
  const isLastWish = (due: Due) =>
    own.filter(({ purpose }) => purpose === 'upgrade').at(-1) === due && rank(due.target!) > rank(person.tier);
  for (const due of own.filter(({ unwanted }) => unwanted !== 'merged')) {
    const isAdmission = due.purpose === 'admission';
    if (to === 'Rejected') {
      const isPaid = due.claim === 'pending' || settledOf(world, due) > 0;
      if (isAdmission && money === 'refund' && isPaid) unwant(world, due, 'rejected');
      else if (due.claim !== 'pending') end(world, due, 'cancelled', 'decision');
    } else if (isAdmission) wantAgain(world, due);
    else if (to === 'New') {
      if (due.claim !== 'pending') end(world, due, 'cancelled', 'decision');
    } else if (due.purpose === 'annual' || due.reached || isLastWish(due)) wantAgain(world, due);
  }
  if (to === 'Approved' && from !== 'Approved') askYear(world, name, '2026-27');
}

/** The subscription of a year, once; what is kept pays it, oldest first. */
function askYear(world: World, name: Name, period: string): boolean {
  if (world.dues.some((due) => due.person === name && due.period === period && due.unwanted === 'no')) return false;
  const due = ask(world, name, 'annual', yearly, { period });
  const kept = world.receipts.filter((each) => each.person === name && !each.isCancelled);
  for (const receipt of kept.toSorted((one, other) => one.day - other.day)) {
    const amount = Math.min(freeOf(world, receipt) - receipt.toReturn, due.at.open);
    allocate(world, receipt, due, amount, world.day, true);
  }
  return true;
}

const isSame = (one: Due, other: Due) =>
  one.purpose === other.purpose &&
  one.period === other.period &&
  (one.purpose !== 'upgrade' || (one.reached && other.reached && one.target === other.target) || isWish(one, other));
const isAsked = (due: Due) => !due.reached && (due.at.open > 0 || due.claim === 'pending');
const isWish = (one: Due, other: Due) => isAsked(one) && isAsked(other);

/** Of two dues of one person for the same: the one that counts no more. */
function secondOf(world: World, ours: Due, theirs: Due, tierOf: (due: Due) => Tier, tier: Tier): Due {
  const firstMoney = (due: Due) => {
    const own = world.receipts.flatMap((each, at) =>
      each.due === due.id && !each.isCancelled ? [each.day * 1_000 + at] : [],
    );
    return Math.min(...own, 1e9);
  };
  const signs: ((due: Due) => boolean)[] = [
    (due) => tierOf(due) === tier,
    (due) => settledOf(world, due) > 0,
    (due) => due.at.waived > 0 && due.at.open === 0,
    (due) => due.claim === 'pending',
    (due) => due.at.open > 0 || settledOf(world, due) > 0,
  ];
  for (const sign of signs) if (sign(ours) !== sign(theirs)) return sign(ours) ? theirs : ours;
  return firstMoney(ours) <= firstMoney(theirs) ? theirs : ours;
}

function merge(world: World) {
  const { A, B } = world.people;
  const ranks: Status[] = ['Rejected', 'New', 'Approved'];
  must(!A.isGone && !B.isGone && ranks.indexOf(A.status) >= ranks.indexOf(B.status));
  const before = structuredClone({ ...world, before: null });
  const tierOf = (due: Due) => world.people[due.person].tier;
  const of = (name: Name) => world.dues.filter((due) => due.person === name && due.unwanted !== 'merged');
  const firsts: Due[] = [];
  for (const ours of of('A')) {
    for (const theirs of of('B').filter((each) => isSame(ours, each))) {
      const second = secondOf(world, ours, theirs, tierOf, A.tier);
      firsts.push(second === ours ? theirs : ours);
      unwant(world, second, 'merged');
    }
  }
  for (const one of [...world.dues, ...world.receipts]) if (one.person === 'B') one.person = 'A';
  // What a decision about the second record has ended is owed by who is none of the rejected: else a part would pay all.
  for (const due of firsts.filter(({ purpose }) => purpose === 'admission' || A.status === 'Approved'))
    if (A.status !== 'Rejected') wantAgain(world, due);
  B.isGone = 'merged';
  world.before = before;
}

function apply(world: World, act: Act) {
  if ('due' in act && act.do !== 'use') {
    const due = dueOf(world, act.due);
    const state = stateOf(world, due);
    switch (act.do) {
      case 'claim':
        must(['due', 'claimed', 'refused'].includes(state));
        due.claim = 'pending';
        return;
      case 'refuse':
        must(state === 'claimed');
        due.claim = 'refused';
        if (world.people[due.person].status === 'Rejected') end(world, due, 'cancelled', 'decision');
        return;
      case 'waive':
        must((state === 'due' || state === 'claimed') && due.unwanted === 'no');
        end(world, due, 'waived');
        due.claim = 'none';
        return;
      case 'receive':
        must(state === 'due' || state === 'claimed');
        receive(world, due, expectedOf(due), world.day, null);
        return;
      default: {
        must(state === 'due' || state === 'claimed');
        must(!act.plain || act.amount === expectedOf(due), 'AMOUNT_DIFFERS');
        // The bank's day is before today's, and no money comes before it is asked for.
        const asked = world.entries.find((entry) => entry.due === due.id)!.day;
        receive(world, due, act.amount, Math.max(asked, world.day - 2), act.amount);
        return;
      }
    }
  }
  switch (act.do) {
    case 'cancel': {
      const receipt = receiptOf(world, act.receipt);
      const same = world.receipts.filter(
        (each) => each === receipt || (each.credit !== null && each.credit === receipt.credit && !each.isCancelled),
      );
      must(same.every((each) => !each.isCancelled && each.returned === 0));
      for (const each of same) cancelReceipt(world, each);
      return;
    }
    case 'keep': {
      const receipt = receiptOf(world, act.receipt);
      must(receipt.toReturn > 0);
      receipt.toReturn = 0;
      return;
    }
    case 'refund': {
      const receipt = receiptOf(world, act.receipt);
      must(!receipt.isCancelled && receipt.returned < receipt.amount);
      const isOwn = (each: Allocation) => each.receipt === receipt.id && !each.isUse;
      const settling = sum(world.allocations.filter(isOwn).map(({ amount }) => amount));
      const there = freeOf(world, receipt) + settling;
      const amount = act.amount ?? (receipt.toReturn > 0 ? receipt.toReturn : there);
      must(amount > 0 && amount <= there, 'MORE_THAN_CREDIT');
      let left = Math.max(0, amount - freeOf(world, receipt));
      receipt.toReturn = Math.max(0, receipt.toReturn - (amount - left));
      for (const one of world.allocations.filter(isOwn)) {
        const due = dueOf(world, one.due);
        const part = Math.min(left, one.amount);
        const ended = world.people[due.person].status === 'Rejected' ? 'decision' : 'refunded';
        if (part > 0) free(world, one, due.at.open > 0 ? 'open' : ended, world.day, part);
        left -= part;
      }
      receipt.returned += amount;
      return;
    }
    case 'use': {
      const [receipt, due] = [receiptOf(world, act.receipt), dueOf(world, act.due)];
      must(due.person === receipt.person && due.unwanted === 'no' && due.at.open > 0);
      must(!receipt.isCancelled && receipt.returned < receipt.amount);
      const amount = Math.min(freeOf(world, receipt), due.at.open);
      must(amount > 0, 'MORE_THAN_CREDIT');
      receipt.toReturn = Math.max(0, receipt.toReturn - amount);
      allocate(world, receipt, due, amount, world.day, true);
      return;
    }
    case 'undoUse': {
      const one = world.allocations.find(({ id }) => id === act.use)!;
      free(world, one, whereTo(world, dueOf(world, one.due)), world.day);
      return;
    }
    case 'tier': {
      const person = world.people[act.person];
      must(person.status !== 'Rejected' && person.tier !== act.tier);
      person.tier = act.tier;
      const mine = world.dues.filter((due) => due.person === act.person && due.unwanted === 'no');
      const reprice = (due: Due, price: number) => {
        const open = Math.max(0, price - due.at.waived - settledOf(world, due));
        note(world, due, 'changed', open - due.at.open);
      };
      for (const due of mine) {
        if (due.claim === 'pending' || due.at.open === 0) continue;
        if (due.purpose === 'admission') reprice(due, fees[act.tier]);
        if (due.purpose !== 'upgrade') continue;
        const isLast = mine.filter((each) => each.purpose === 'upgrade' && each.at.open > 0).at(-1) === due;
        if (!isLast || rank(due.target!) <= rank(act.tier)) end(world, due, 'cancelled');
        else {
          reprice(due, fees[due.target!] - fees[act.tier]);
          if (due.at.open > 0) due.reached = false;
        }
      }
      return;
    }
    case 'upgrade': {
      const person = world.people[act.person];
      must(person.status === 'Approved' && rank(act.tier) > rank(person.tier), 'REFUSED');
      const isMine = (due: Due) => due.person === act.person && due.purpose === 'upgrade' && due.unwanted === 'no';
      const wish = world.dues.find((due) => isMine(due) && isAsked(due));
      if (wish?.target === act.tier) return;
      must(!wish || (wish.claim !== 'pending' && settledOf(world, wish) === 0));
      if (wish) end(world, wish, 'cancelled');
      ask(world, act.person, 'upgrade', fees[act.tier] - fees[person.tier], { target: act.tier });
      return;
    }
    case 'reject':
      return decide(world, act.person, 'Rejected', act.money);
    case 'reopen':
      return decide(world, act.person, 'New', 'keep');
    case 'approve':
      return decide(world, act.person, 'Approved', 'keep');
    case 'askNext': {
      must(world.people[act.person].status === 'Approved');
      must(askYear(world, act.person, '2027-28'));
      return;
    }
    case 'erase': {
      const person = world.people[act.person];
      must(person.status === 'Rejected');
      const isOpen =
        world.dues.some((due) => due.person === act.person && due.claim === 'pending') ||
        world.receipts.some((receipt) => receipt.person === act.person && receipt.toReturn > 0);
      must(!isOpen, 'MONEY_OPEN');
      person.isGone = 'erased';
      return;
    }
    case 'merge':
      return merge(world);
    case 'unmerge': {
      must(world.before !== null, 'RECORD_CHANGED');
      const { day, entries } = world;
      const before = world.before!;
      // What the merge noted is noted back, today.
      const back = entries.slice(before.entries.length).map((entry) => ({ ...entry, day, amount: -entry.amount }));
      const { allocations } = world;
      Object.assign(world, before, { day, entries: [...entries, ...back] });
      // What the merge had freed is allocated again, today.
      for (const one of world.allocations) if (!allocations.some(({ id }) => id === one.id)) one.day = day;
      return;
    }
    default:
      world.day += 1;
  }
}

/** Carries an act out. @returns what it answers, and the world afterwards, which is the same one when it is refused */
export function perform(world: World, act: Act): { outcome: Outcome; world: World } {
  const next = structuredClone(world);
  for (const one of next.allocations) amounts.set(one, one.amount);
  try {
    apply(next, act);
    if (act.do !== 'merge' && act.do !== 'travel') next.before = null;
    settle(next);
    return { outcome: 'done', world: next };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: error.code, world };
    throw error;
  }
}

/** Everything that can be tried in a world, and some that is refused. */
export function actsOf(world: World): Act[] {
  const names = (['A', 'B'] as const).filter((name) => !world.people[name].isGone);
  const isThere = ({ person }: { person: Name }) => names.includes(person);
  const booked = new Set(world.receipts.flatMap(({ credit, isCancelled }) => (isCancelled ? [] : [credit])));
  const acts: Act[] = [];
  for (const due of world.dues.filter(isThere)) {
    for (const word of ['claim', 'refuse', 'receive', 'waive'] as const) acts.push({ do: word, due: due.id });
    // Of what is claimed and unwanted less than all is refused first: it is no part of anything.
    const least = due.unwanted !== 'no' && due.claim === 'pending' ? due.promised : 0;
    for (const amount of credits)
      if (!booked.has(amount) && amount >= least) acts.push({ do: 'bank', due: due.id, amount });
  }
  for (const receipt of world.receipts.filter(isThere)) {
    if (receipt.isCancelled) continue;
    acts.push({ do: 'cancel', receipt: receipt.id }, { do: 'keep', receipt: receipt.id });
    acts.push({ do: 'refund', receipt: receipt.id, amount: null }, { do: 'refund', receipt: receipt.id, amount: 100 });
    if (freeOf(world, receipt) > 0)
      for (const due of world.dues) if (due.at.open > 0) acts.push({ do: 'use', receipt: receipt.id, due: due.id });
  }
  for (const one of world.allocations) if (one.isUse) acts.push({ do: 'undoUse', use: one.id });
  for (const person of names) {
    const { status, tier } = world.people[person];
    acts.push({ do: 'reject', person, money: 'refund' }, { do: 'reject', person, money: 'keep' });
    acts.push({ do: 'reopen', person }, { do: 'approve', person }, { do: 'erase', person });
    if (status === 'Approved') acts.push({ do: 'askNext', person });
    for (const other of tiers) {
      if (other === tier || status === 'Rejected') continue;
      acts.push({ do: 'tier', person, tier: other });
      if (status === 'Approved') acts.push({ do: 'upgrade', person, tier: other });
    }
  }
  if (names.length === 2) acts.push({ do: 'merge' });
  if (world.people.B.isGone === 'merged') acts.push({ do: 'unmerge' });
  acts.push({ do: 'travel' });
  return acts;
}

/** What is open at the end of a day, by the entries of that day or before. */
export const outstandingOn = ({ entries }: World, day: number) =>
  sum(
    entries.flatMap((entry) =>
      entry.day > day ? [] : [entry.kind === 'asked' || entry.kind === 'changed' ? entry.amount : -entry.amount],
    ),
  );

/** The breaches of what always holds; none in a right world. */
export function breaches(world: World, earlier?: World, act?: Act): string[] {
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string) => isRight || wrong.push(what);
  for (const due of world.dues) {
    const { open, waived } = due.at;
    const refunded = refundedOf(due);
    const settled = settledOf(world, due);
    const kinds = (kind: Entry['kind']) =>
      sum(world.entries.flatMap((entry) => (entry.due === due.id && entry.kind === kind ? [entry.amount] : [])));
    check(open >= 0 && waived >= 0 && refunded >= 0 && cancelledOf(due) >= 0 && settled >= 0, `L1 ${due.id} negative`);
    check(open === due.asked + due.changed - waived - cancelledOf(due) - refunded - settled, `L1 ${due.id} counters`);
    check(
      kinds('waived') === waived && kinds('cancelled') === cancelledOf(due) && kinds('refunded') === refunded,
      `L1 ${due.id} entries`,
    );
    check(kinds('allocated') === settled && kinds('asked') === due.asked, `L1 ${due.id} settled`);
    check(due.unwanted === 'no' || (open === 0 && settled === 0), `L10 ${due.id} unwanted`);
    const person = world.people[due.person];
    check(person.isGone !== 'erased' || open === 0, `L10 ${due.id} erased`);
    check(person.status !== 'Rejected' || open === 0 || due.claim === 'pending', `L10 ${due.id} rejected`);
    check(due.unwanted !== 'no' || open > 0 || due.claim !== 'pending', `claim of ${due.id} without anything open`);
    if (due.purpose === 'admission' && person.status === 'Approved' && due.unwanted === 'no')
      check(due.at.cancelled.decision === 0, `L11 ${due.id} cancelled while Approved`);
  }
  for (const receipt of world.receipts) {
    const freed = freeOf(world, receipt);
    if (receipt.isCancelled)
      check(usedOf(world, receipt) + receipt.returned + receipt.toReturn === 0, `L2 ${receipt.id} cancelled`);
    else check(usedOf(world, receipt) + receipt.returned + freed === receipt.amount, `L2 ${receipt.id}`);
    check(freed >= 0 && receipt.toReturn >= 0 && receipt.toReturn <= freed, `L12 ${receipt.id}`);
  }
  for (const one of world.allocations) {
    const [receipt, due] = [receiptOf(world, one.receipt), dueOf(world, one.due)];
    check(receipt.person === due.person && one.amount > 0, `L9 ${one.id}`);
    check(one.isUse || receipt.due === due.id, `a use that is none: ${one.id}`);
  }
  const valid = world.receipts.filter(({ isCancelled }) => !isCancelled);
  const placed = sum(world.allocations.map(({ amount }) => amount)) + sum(valid.map((each) => each.returned));
  check(sum(valid.map(({ amount }) => amount)) === placed + sum(valid.map((each) => freeOf(world, each))), 'L28');
  check(outstandingOn(world, 1e9) === sum(world.dues.map(({ at }) => at.open)), 'L13');
  for (const [index, due] of world.dues.entries()) {
    const twin = world.dues.findIndex(
      (other) =>
        other.person === due.person &&
        other.unwanted !== 'merged' &&
        due.unwanted !== 'merged' &&
        other.purpose === due.purpose &&
        other.period === due.period &&
        (due.purpose !== 'upgrade' || isWish(due, other)),
    );
    check(twin === -1 || twin === index || due.unwanted === 'merged', `L4 ${due.id} twice`);
  }
  if (!earlier || !act) return wrong;
  // What was open on a past day moves by receipts alone.
  const ofReceipts = ['receive', 'bank', 'cancel'].includes(act.do);
  if (!ofReceipts)
    for (let day = 0; day < world.day; day += 1)
      check(outstandingOn(world, day) === outstandingOn(earlier, day), `L14 day ${day}`);
  const came = (each: World) => sum(each.receipts.flatMap((one) => (one.isCancelled ? [] : [one.amount])));
  if (act.do === 'merge' || act.do === 'unmerge') check(came(world) === came(earlier), 'L22 receipts');
  if (act.do === 'unmerge') {
    const counters = ({ people, dues, receipts, allocations }: World) =>
      JSON.stringify([people, dues, receipts, allocations.map(({ day: _day, ...one }) => one)]);
    check(counters(world) === counters(earlier.before!), 'L22 unmerging');
  }
  if (act.do === 'erase')
    check(outstandingOn(world, 1e9) === outstandingOn(earlier, 1e9) && came(world) === came(earlier), 'L23');
  return wrong;
}

/** A world without anything but two applicants, who were asked three days ago. */
export function newWorld(): World {
  const person = (): Person => ({ status: 'New', tier: 'Individual', isGone: '' });
  const people = { A: person(), B: person() };
  const world: World = {
    day: 7,
    people,
    dues: [],
    receipts: [],
    allocations: [],
    entries: [],
    before: null,
    count: 0,
  };
  ask(world, 'A', 'admission', fees.Individual);
  ask(world, 'B', 'admission', fees.Individual);
  world.day = 10;
  return world;
}

/** The acts that lead to where the walks begin. */
export const beginnings: Readonly<Record<string, readonly Act[]>> = {
  new: [],
  'partly paid': [{ do: 'bank', due: 'D1', amount: 400 }, { do: 'travel' }],
  paid: [
    { do: 'claim', due: 'D1' },
    { do: 'receive', due: 'D1' },
    { do: 'approve', person: 'A' },
    { do: 'upgrade', person: 'A', tier: 'Life' },
    { do: 'travel' },
  ],
  merged: [
    { do: 'receive', due: 'D1' },
    { do: 'bank', due: 'D2', amount: 1_000 },
    { do: 'approve', person: 'A' },
    { do: 'travel' },
    { do: 'merge' },
  ],
  booked: [
    { do: 'claim', due: 'D1' },
    { do: 'waive', due: 'D2' },
    { do: 'approve', person: 'A' },
    { do: 'bank', due: 'D1', amount: 1_000 },
    { do: 'bank', due: 'D3', amount: 400 },
    { do: 'travel' },
  ],
  rejected: [
    { do: 'claim', due: 'D1' },
    { do: 'bank', due: 'D1', amount: 1_000 },
    { do: 'travel' },
    { do: 'reject', person: 'A', money: 'refund' },
  ],
};
