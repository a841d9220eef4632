import { AppError } from '#shared/errors.ts';
import type { PaymentState } from '#shared/options.ts';

/** The actions on a payment, and the states that allow them. */
export const actionStates = {
  claim: ['due', 'claimed', 'refused'],
  receive: ['due', 'claimed'],
  refuse: ['claimed'],
  waive: ['due', 'claimed'],
  refund: ['received'],
  cancelReceipt: ['received'],
  /** No longer owed: the registration was rejected before a payment, or the member has left. */
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

/** Whether a payment is neither claimed nor settled; a refused claim does not count. */
export const isUnpaid = (state: PaymentState): boolean => !['claimed', 'received', 'waived'].includes(state);

export const wrongState = (state: PaymentState) => new AppError('WRONG_STATE', stateNames[state]);

/** @throws WRONG_STATE */
export function mustAllow(action: PaymentAction, state: PaymentState): void {
  if (!isAllowed(action, state)) throw wrongState(state);
}

export const stateMessage = (state: PaymentState): string => stateNames[state];
