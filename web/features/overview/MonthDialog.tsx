import { useState } from 'react';
import { listMonthEntries, type MonthNumber } from '#shared/contracts/overview.ts';
import { EntriesTable } from '#web/features/reports/EntriesDialog.tsx';
import { useLoad } from '#web/lib/calls/useLoad.ts';

export interface MonthNumberOpen {
  title: string;
  number: MonthNumber;
  /** 2026-04. */
  month: string;
}

/** The people or payments behind a month's number. */
export function MonthDialog({ open: { title, ...query }, onClose }: { open: MonthNumberOpen; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const list = useLoad(listMonthEntries, { query: { ...query, page } });
  return (
    <EntriesTable title={title} number={query.number} list={list} page={page} onPage={setPage} onClose={onClose} />
  );
}
