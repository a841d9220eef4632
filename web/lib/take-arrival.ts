import { type Arrival, arrivalKey, type Notice, take } from './arrival.ts';
import { toast } from './toast.ts';

/** What the page before asks of this one, once. */
export function takeArrival(): Arrival {
  try {
    return JSON.parse(take(arrivalKey) ?? '{}') as Arrival;
  } catch {
    return {};
  }
}

/** Shows what the page before has left to say. */
export function showArrival(notices: readonly Notice[] = takeArrival().notices ?? []) {
  for (const [kind, message] of notices) toast[kind](message);
}
