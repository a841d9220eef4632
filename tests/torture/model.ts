import type { PaymentState, RegistrationStatus } from '#shared/options.ts';
import type { Model } from './linearizable.ts';

// What the rules say about one registration with its payment and its owner's login, one e-mail, and one login: as little
// as tells right from wrong.

export interface RecordState {
  status: RegistrationStatus;
  payment: PaymentState;
  /** A proof has been sent once. */
  claimed: boolean;
  refundDue: boolean;
  receipts: { issued: number; cancelled: number };
  isNumbered: boolean;
  /** Its owner's login, where it has one. */
  isLoggedIn: boolean;
  version: number;
  /** Changes of the status: as many lines of the log. */
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
        return allowed(state.payment === 'claimed', { ...state, payment: 'refused', refundDue: false });
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

/** Whose form was first; the same form again is the same registration. */
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
