import { limits } from '#shared/limits.ts';

/**
 * One page of a completely loaded list.
 * @param wanted from 1; a number beyond the last page gives the last one, as rows may have been deleted
 */
export function pageOf<Row>(rows: readonly Row[], wanted: number): { page: number; shown: readonly Row[] } {
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / limits.pageSize)));
  return { page, shown: rows.slice((page - 1) * limits.pageSize, page * limits.pageSize) };
}
