import TablePagination from '@mui/material/TablePagination';
import { limits } from '#shared/limits.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  /** The number of rows on all pages. */
  total: number;
  onPage: (page: number) => void;
}

/** Says which rows of a list are shown, and leads to the other pages. */
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
