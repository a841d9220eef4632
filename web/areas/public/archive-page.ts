import { pageNumber } from '#web/lib/useQueryState.ts';

/** Which page of an archive an address asks for; 1 for what is none. */
export const pageOf = (request: Request): number => pageNumber(new URL(request.url).searchParams.get('page') ?? '1');
