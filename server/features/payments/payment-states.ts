import { AppError } from '#shared/errors.ts';
import type { PaymentState } from '#shared/options.ts';

/** What can be done with a payment, and in which states. */
export const actionStates = {
  claim: ['due', 'claimed', 'refused'],
  receive: ['due', 'claimed'],
  refuse: ['claimed'],
  waive: ['due', 'claimed'],
  refund: ['received'],
  cancelReceipt: ['received'],
  /** What it was asked for is gone: the registration was rejected before anything was paid, or the member has left. */
  cancel: ['due'],
  /** The person is back. */
  reopen: ['cancelled'],
} as const satisfies Record<string, readonly PaymentState[]>;

export type PaymentAction = keyof typeof actionStates;

const stateNames: Record<PaymentState, string> = {
  due: 'This payment is due; nothing has been sent for it yet.',
  claimed: 'This payment is waiting for the office.',
  received: 'This payment has already been received.',
  refused: 'This payment was refused. It can be sent again.',
  waived: 'This payment was waived.',
  refunded: 'This payment was sent back.',
  cancelled: 'This payment is no longer asked for.',
};

export const isAllowed = (action: PaymentAction, state: PaymentState): boolean =>
  (actionStates[action] as readonly PaymentState[]).includes(state);

/** Whether nothing has been sent for a payment, as far as anybody knows: a refused claim was none. */
export const isUnpaid = (state: PaymentState): boolean => !['claimed', 'received', 'waived'].includes(state);

export const wrongState = (state: PaymentState) => new AppError('WRONG_STATE', stateNames[state]);

/** @throws WRONG_STATE */
export function mustAllow(action: PaymentAction, state: PaymentState): void {
  if (!isAllowed(action, state)) throw wrongState(state);
}

export const yearClosed = (year: string) => new AppError('YEAR_CLOSED', `The financial year ${year} is closed.`);

export const stateMessage = (state: PaymentState): string => stateNames[state];
