import { listOwnLetters } from '#shared/contracts/own-letters.ts';
import { api } from '#web/lib/calls/api.ts';

/** The number of circulars that the member has not read. */
export const countUnread = async (): Promise<number> => (await api(listOwnLetters, { query: { page: 1 } })).unread;
