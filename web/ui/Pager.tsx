import TablePagination from '@mui/material/TablePagination';
import { limits } from '#shared/limits.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  /** Rows on all pages together. */
  total: number;
  onPage: (page: number) => void;
}

/** Which rows of a list are shown, and the way to the others. */
export function Pager({ page, total, onPage }: PagerProps) {
  return (
    <TablePagination
      component="div"
      count={total}
      page={page - 1}
      rowsPerPage={limits.pageSize}
      rowsPerPageOptions={[limits.pageSize]}
      onPageChange={(_, next) => onPage(next + 1)}
    />
  );
}
