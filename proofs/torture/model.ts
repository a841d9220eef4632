import type { PaymentState, RegistrationStatus } from '#shared/options.ts';
import type { Model } from './linearizable.ts';

// A minimal model of the rules for one registration with its payment and its owner's login, one e-mail address, one login, the
// places of one conference, and one vote.

export interface RecordState {
  status: RegistrationStatus;
  payment: PaymentState;
  /** A proof was sent. */
  claimed: boolean;
  refundDue: boolean;
  receipts: { issued: number; cancelled: number };
  isNumbered: boolean;
  /** Whether its owner is logged in. */
  isLoggedIn: boolean;
  version: number;
  /** The number of status changes, each with a log entry. */
  moves: number;
}

export type RecordCall =
  | { kind: 'decide'; to: RegistrationStatus; expected: boolean; seen: boolean; keep: boolean }
  | { kind: 'approveAsSeen'; version: number }
  | { kind: 'proof' }
  | { kind: 'claim' }
  | { kind: 'session' }
  | { kind: 'receive' }
  | { kind: 'refuse' }
  | { kind: 'waive' }
  | { kind: 'refund' }
  | { kind: 'cancelReceipt' };

const wrong = 'WRONG_STATE';
const isOpen = (payment: PaymentState) => payment === 'due' || payment === 'claimed';

function received(state: RecordState): RecordState {
  return { ...state, payment: 'received', receipts: { ...state.receipts, issued: state.receipts.issued + 1 } };
}

function claimed(state: RecordState): RecordState {
  return { ...state, payment: 'claimed', claimed: true };
}

function moved(state: RecordState, to: RegistrationStatus, keep: boolean): RecordState {
  const next = { ...state, status: to, moves: state.moves + 1, version: state.version + 1 };
  if (state.status === 'Approved') next.isLoggedIn = false;
  if (to === 'Approved') next.isNumbered = true;
  if (to === 'Rejected') {
    if (next.payment === 'due') next.payment = 'cancelled';
    else if (['claimed', 'received'].includes(next.payment) && !keep) next.refundDue = true;
    return next;
  }
  if (next.payment === 'cancelled') next.payment = 'due';
  if (state.status === 'Rejected' && next.payment !== 'refunded') next.refundDue = false;
  return next;
}

export const recordModel: Model<RecordState, RecordCall> = {
  step(state, call) {
    const refused = (result: string) => ({ state, result });
    const done = (next: RecordState) => ({ state: next, result: 'ok' });
    const allowed = (may: boolean, next: RecordState) => (may ? done(next) : refused(wrong));
    switch (call.kind) {
      case 'decide': {
        if (call.expected && state.status !== 'New') return refused('RECORD_CHANGED');
        const next = call.to === state.status ? state : moved(state, call.to, call.keep);
        return done(call.seen && call.to === 'Approved' && isOpen(next.payment) ? received(next) : next);
      }
      case 'approveAsSeen':
        if (state.status !== 'New' || state.version !== call.version) return refused('RECORD_CHANGED');
        return done(moved(state, 'Approved', false));
      case 'proof':
        return allowed(state.status === 'New' && ['due', 'claimed', 'refused'].includes(state.payment), claimed(state));
      case 'claim':
        if (!state.isLoggedIn) return refused('NOT_LOGGED_IN');
        return allowed(['due', 'claimed', 'refused'].includes(state.payment), claimed(state));
      case 'session':
        return state.isLoggedIn ? done(state) : refused('NOT_LOGGED_IN');
      case 'receive':
        if (isOpen(state.payment)) return done(received(state));
        return refused(state.payment === 'received' ? 'ALREADY_RECEIVED' : wrong);
      case 'refuse':
        return allowed(state.payment === 'claimed', {
          ...state,
          // Nothing is owed by somebody who was rejected.
          payment: state.status === 'Rejected' ? 'cancelled' : 'refused',
          refundDue: false,
        });
      case 'waive':
        return allowed(isOpen(state.payment), { ...state, payment: 'waived', refundDue: false });
      case 'refund':
        return allowed(state.payment === 'received', { ...state, payment: 'refunded', refundDue: false });
      case 'cancelReceipt': {
        const receipts = { ...state.receipts, cancelled: state.receipts.cancelled + 1 };
        const payment = state.claimed ? ('claimed' as const) : ('due' as const);
        return allowed(state.payment === 'received', { ...state, payment, receipts });
      }
    }
  },
};

/** The first form with the e-mail address; the same form again is the same registration. */
export interface EmailState {
  holder: string | null;
}
export const emailModel: Model<EmailState, { kind: 'register'; form: string }> = {
  step({ holder }, { form }) {
    if (holder === null || holder === form) return { state: { holder: form }, result: 'ok' };
    return { state: { holder }, result: 'EMAIL_TAKEN' };
  },
};

export interface LoginState {
  isLive: boolean;
}
export const loginModel: Model<LoginState, { kind: 'use' | 'logout' }> = {
  step({ isLive }, { kind }) {
    if (kind === 'logout') return { state: { isLive: false }, result: 'ok' };
    return { state: { isLive }, result: isLive ? 'ok' : 'NOT_LOGGED_IN' };
  },
};

/** The participants of a conference; the waiting list is in its order. */
export interface PlacesState {
  places: number;
  isOff: boolean;
  registered: readonly string[];
  waiting: readonly string[];
  cancelled: readonly string[];
  /** Guests whose places are held until they confirm. */
  held: readonly string[];
}

export type PlacesCall =
  | { kind: 'take' | 'leave' | 'confirm' | 'drop'; who: string }
  | { kind: 'add'; who: string; overbook: boolean }
  | { kind: 'move'; who: string; to: 'registered' | 'waiting' | 'cancelled'; overbook: boolean }
  | { kind: 'places'; places: number }
  | { kind: 'off' };

const roomIn = ({ places, registered, held }: PlacesState) => Math.max(0, places - registered.length - held.length);

/** Moves a person to one of the lists. */
function put(state: PlacesState, who: string, to: 'registered' | 'waiting' | 'cancelled'): PlacesState {
  const without = (list: readonly string[]) => list.filter((each) => each !== who);
  const { registered, waiting, cancelled, held } = state;
  const next = {
    ...state,
    registered: without(registered),
    waiting: without(waiting),
    cancelled: without(cancelled),
    held: without(held),
  };
  const list = [...next[to], who];
  return { ...next, [to]: to === 'waiting' ? list : list.sort() };
}

/** Gives free places to the first on the waiting list. */
function filled(state: PlacesState, except?: string): PlacesState {
  if (state.isOff) return state;
  const next = state.waiting.filter((who) => who !== except).slice(0, roomIn(state));
  return next.reduce((moved, who) => put(moved, who, 'registered'), state);
}

const stateIn = ({ registered, waiting, cancelled, held }: PlacesState, who: string) => {
  if (registered.includes(who)) return 'registered';
  if (waiting.includes(who)) return 'waiting';
  if (cancelled.includes(who)) return 'cancelled';
  return held.includes(who) ? 'unconfirmed' : 'nowhere';
};

export const placesModel: Model<PlacesState, PlacesCall> = {
  step(state, call) {
    const refused = (result: string) => ({ state, result });
    const told = (next: PlacesState, who: string) => ({ state: next, result: stateIn(next, who) });
    const done = (next: PlacesState) => ({ state: next, result: 'ok' });
    const at = 'who' in call ? stateIn(state, call.who) : '';
    const isIn = at === 'registered' || at === 'waiting';
    switch (call.kind) {
      case 'take':
        if (state.isOff) return refused('NOT_OFFERED');
        return told(isIn ? state : filled(put(state, call.who, 'waiting')), call.who);
      case 'leave':
        if (at === 'nowhere') return refused('NOT_FOUND');
        return told(at === 'cancelled' ? state : filled(put(state, call.who, 'cancelled')), call.who);
      case 'confirm':
        if (state.isOff) return refused('LINK_ENDED');
        return done(isIn ? state : filled(put(state, call.who, at === 'unconfirmed' ? 'registered' : 'waiting')));
      case 'drop':
        if (state.isOff) return refused('LINK_ENDED');
        return done(at === 'cancelled' ? state : filled(put(state, call.who, 'cancelled')));
      case 'add':
        if (state.isOff) return refused('NOT_OFFERED');
        if (at === 'registered') return told(state, call.who);
        if (!call.overbook && roomIn(state) === 0) return refused('FULL');
        return told(filled(put(state, call.who, 'registered')), call.who);
      case 'move':
        if (at === call.to) return told(state, call.who);
        if (state.isOff) return refused('NOT_OFFERED');
        if (call.to === 'registered' && at !== 'unconfirmed' && !call.overbook && roomIn(state) === 0) {
          return refused('FULL');
        }
        return told(filled(put(state, call.who, call.to), call.to === 'waiting' ? call.who : undefined), call.who);
      case 'places':
        return done(filled({ ...state, places: call.places }));
      case 'off':
        return state.isOff ? refused('WRONG_STATE') : done({ ...state, isOff: true });
    }
  },
};

/** An open vote on a resolution: a voter's paper, ballots of a paper that somebody took before, and steps that need two people. */
export interface VoteState {
  phase: 'open' | 'closed' | 'cancelled';
  /** The days by which its closing was moved, while it is open. */
  moved: number;
  waits: Proposed | null;
  /** Where the voter's paper is: '' before it was taken; only that it was taken once the vote is closed. */
  paper: string;
  box: { counter: number; choice: string } | null;
  /** Once it is closed. */
  counts: string;
}
interface Proposed {
  id: string;
  by: string;
  what: 'cancel' | 'extend';
  days: number;
}

export type VoteCall =
  | { kind: 'paper'; device: string }
  | { kind: 'cast'; counter: number; choice: string }
  | ({ kind: 'propose' } & Proposed)
  | { kind: 'agree' | 'refuse'; id: string; by: string }
  | { kind: 'close' | 'result' };

/** Such as '1 for, 0 against, 0 abstain, 0 blank'. */
function countOf(box: VoteState['box']): string {
  const choice = box && (box.choice || 'blank');
  return ['for', 'against', 'abstain', 'blank'].map((each) => `${each === choice ? 1 : 0} ${each}`).join(', ');
}

export const voteModel: Model<VoteState, VoteCall> = {
  step(state, call) {
    const refused = (result: string, next = state) => ({ state: next, result });
    const done = (next: VoteState) => ({ state: next, result: 'ok' });
    const { phase, paper, box, waits } = state;
    switch (call.kind) {
      case 'paper':
        if (phase !== 'open') return refused('NOT_OPEN');
        return paper && paper !== call.device ? refused('PAPER_TAKEN') : done({ ...state, paper: call.device });
      case 'cast': {
        if (phase !== 'open') return refused('NOT_OPEN');
        const { counter, choice } = call;
        if (!box || box.counter < counter) return done({ ...state, box: { counter, choice } });
        return box.counter === counter && box.choice === choice ? done(state) : refused('OLDER_BALLOT');
      }
      case 'propose': {
        const { kind: _kind, ...proposed } = call;
        if (phase === 'cancelled' || (proposed.what === 'extend' && phase === 'closed')) return refused(wrong);
        if (proposed.what === 'extend' && proposed.days < state.moved) return refused('VALIDATION');
        if (waits && waits.what !== proposed.what) return refused('PROPOSAL_WAITING');
        return done({ ...state, waits: proposed });
      }
      case 'agree':
      case 'refuse': {
        if (waits?.id !== call.id) return refused(wrong);
        if (waits.by === call.by) return refused('SECOND_NEEDED');
        const next = { ...state, waits: null };
        if (call.kind === 'refuse') return done(next);
        if (waits.what === 'extend')
          return phase === 'open' ? done({ ...next, moved: waits.days }) : refused(wrong, next);
        if (phase === 'cancelled') return refused(wrong, next);
        return done({ ...next, phase: 'cancelled', moved: 0, paper: '', box: null, counts: '' });
      }
      case 'close':
        if (phase !== 'open') return done(state);
        return done({ ...state, phase: 'closed', moved: 0, paper: paper && 'taken', counts: countOf(box) });
      case 'result':
        return phase === 'closed' ? { state, result: state.counts } : refused(wrong);
    }
  },
};
