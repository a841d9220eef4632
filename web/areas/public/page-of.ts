import { pageNumber } from '#web/lib/useQueryState.ts';

/** The list's page number in the address; 1 if it has none. */
export const pageOf = (request: Request): number => pageNumber(new URL(request.url).searchParams.get('page') ?? '1');
