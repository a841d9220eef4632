import { formatNumber } from '#shared/money.ts';

/** `1 member`, `1,842 members`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : several}`;
