import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, show } from '#web/testing/show.tsx';
import { type Column, DataTable, nothing } from './DataTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import { MiddleCut } from './MiddleCut.tsx';
import { TwoLines } from './TwoLines.tsx';

interface Row {
  id: string;
  name: string;
  utr: string;
  reason: string;
}
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', primary: true, cell: (row) => row.name },
  { key: 'utr', header: 'UTR', width: '20%', cell: (row) => (row.utr ? <MiddleCut text={row.utr} /> : nothing) },
  { key: 'reason', header: 'Reason', cell: (row) => row.reason },
];
const utr = 'SBINR520261125000123456789012345678901234567890';
const table = (rows: Row[]) => (
  <DataTable caption="Payments" columns={columns} rows={rows} rowKey={({ id }) => id} dense />
);

test('a column that is empty on the whole page is left out, and a long number is cut in its middle', async () => {
  await show(
    table([
      { id: '1', name: 'Asha Rao', utr, reason: '' },
      { id: '2', name: 'Abdul Khan', utr: '', reason: '' },
    ]),
  );
  const headers = page.getByRole('columnheader');
  await expect.poll(() => headers.elements().map(({ textContent }) => textContent)).toEqual(['Name', 'UTR']);
  const cell = page.getByTitle(utr);
  await expect.element(cell).toHaveTextContent(utr);
  expect(cell.element().getBoundingClientRect().height).toBeLessThan(30);
  await expectAccessible();
});

test('a number does not run into the next column', async () => {
  await page.viewport(840, 900);
  const rows = [
    { id: '1', name: 'Asha', utr: '', reason: 'The amount differs from the fee of this membership. '.repeat(5) },
  ];
  const reference = 'AIP-2026-000114';
  const cell = (row: Row) => <TwoLines first={row.name} second={reference} whole="second" />;
  const [name, ...others] = columns;
  await show(
    <DataTable caption="Payments" columns={[{ ...name!, cell }, ...others]} rows={rows} rowKey={({ id }) => id} />,
  );
  const text = page.getByText(reference);
  await expect.element(text).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(text.element());
  const column = text.element().closest('td')!.getBoundingClientRect();
  expect(range.getBoundingClientRect().right).toBeLessThan(column.right);
  await page.viewport(1280, 900);
});

test('filters fold on a phone, counted without the search', async () => {
  await page.viewport(360, 900);
  await show(
    <FilterBar label="Payments" chosen={2} search={{ label: 'Search', value: '', onChange: () => {} }}>
      <button type="button">All</button>
    </FilterBar>,
  );
  const fold = page.getByRole('button', { name: 'Filters (2)' });
  await expect.element(page.getByRole('button', { name: 'All' })).not.toBeInTheDocument();
  await fold.click();
  await expect.element(page.getByRole('button', { name: 'All' })).toBeVisible();
  await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
  await page.viewport(1280, 900);
  await expect.element(fold).not.toBeInTheDocument();
});
