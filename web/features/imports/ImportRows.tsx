import { useMemo, useRef, useState } from 'react';
import {
  changeImportRow,
  type ImportRecord,
  type ImportRow,
  listImportRows,
  type RowKind,
} from '#shared/contracts/imports.ts';
import { AppError } from '#shared/errors.ts';
import { formatNumber } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import styles from './Imports.module.css';
import { RowDialog } from './RowDialog.tsx';
import { duplicateLabels, fieldLabel, kindLabels, nameOf, valueText } from './wording.ts';

const kinds = ['care', 'create', 'complete', 'skip'] as const;

interface Props {
  record: ImportRecord;
  kind: RowKind;
  page: number;
  onKind: (kind: RowKind) => void;
  onPage: (page: number) => void;
  /** Called when a row was changed, as the counts may have changed too. */
  onSaved: () => void;
}

/** The rows of a list, grouped by what the import does with them. */
export function ImportRows({ record, kind, page, onKind, onPage, onSaved }: Props) {
  const load = useLoad(listImportRows, { params: { id: record.id }, query: { kind, page } });
  const table = usePaging(load, page, onPage);
  const [open, setOpen] = useState<ImportRow>();
  const editable = record.state === 'ready';
  const saved = () => {
    load.reload();
    onSaved();
  };
  const latest = useRef(saved);
  latest.current = saved;
  const shown = useMemo(() => columnsOf(record.id, editable, () => latest.current()), [record.id, editable]);
  return (
    <section className="mt-4" aria-label="Rows">
      <Tabs
        label="Rows by result"
        tabs={kinds.map((value) => ({ value, label: `${kindLabels[value]} ${formatNumber(record.summary[value])}` }))}
        value={kind}
        onChange={onKind}
        panel="import-rows"
      />
      <div id="import-rows" role="tabpanel" aria-labelledby={`tab-${kind}`}>
        <DataTable
          caption={kindLabels[kind]}
          columns={shown}
          rowKey={(row) => String(row.row)}
          emptyText={kind === 'care' ? 'No row needs care.' : 'There are no such rows.'}
          {...table}
          actions={(row) => (
            <Button small look="outlined" onClick={() => setOpen(row)} aria-label={`Open row ${row.row}`}>
              {editable && row.kind === 'care' ? 'Correct' : 'Open'}
            </Button>
          )}
        />
      </div>
      {open && (
        <RowDialog
          importId={record.id}
          row={open}
          editable={editable}
          onClose={() => setOpen(undefined)}
          onSaved={(row) => {
            setOpen(row.kind === 'care' ? row : undefined);
            saved();
          }}
        />
      )}
    </section>
  );
}

const columnsOf = (importId: string, editable: boolean, onSaved: () => void): readonly Column<ImportRow>[] => [
  { key: 'row', header: 'Row', align: 'right', width: '72px', cell: ({ row }) => formatNumber(row) },
  {
    key: 'person',
    header: 'Person',
    width: '28%',
    primary: true,
    free: true,
    cell: (row) => <TwoLines first={nameOf(row)} second={valueText(row.values.email)} email />,
  },
  { key: 'state', header: 'State', free: true, cell: ({ values }) => valueText(values.state) || nothing },
  {
    key: 'tier',
    header: 'Membership',
    width: '160px',
    free: true,
    cell: ({ values }) => valueText(values.membership) || nothing,
  },
  {
    key: 'remark',
    header: 'Remark',
    free: true,
    cell: (row) =>
      editable && row.problems.length > 0 ? (
        // Resets the field when the row's first problem changes.
        <Correction key={row.problems[0]!.field} importId={importId} row={row} onSaved={onSaved} />
      ) : (
        <Remark row={row} />
      ),
  },
];

/** The first problem of a row, with a field to correct it in the table. */
function Correction({ importId, row, onSaved }: { importId: string; row: ImportRow; onSaved: () => void }) {
  const { field, value, message } = row.problems[0]!;
  const more = row.problems.length - 1;
  const remark = more > 0 ? `${message} (and ${more} more)` : message;
  const form = useForm(undefined, { text: value }, { errors: { text: remark } });
  const unchanged = useWatch(form.control, 'text') === value;
  return (
    <form
      noValidate
      className={`flex flex-wrap min-w-0 gap-1 ${styles.correction} m-0 mt-4px mb-4px items-start`}
      onSubmit={form.send(async ({ text }) => {
        if (unchanged) return;
        const body = { row: row.row, values: { [field]: text } };
        const answer = await api(changeImportRow, { params: { id: importId }, body });
        onSaved();
        const left = answer.row.problems.find((problem) => problem.field === field);
        const reason = `Row ${row.row}: this is still to be corrected.`;
        if (left) throw new AppError('VALIDATION', reason, { fields: { text: left.message } });
        toast.success(answer.message);
      })}
      aria-label={`Row ${row.row}`}
    >
      <Field control={form.control} name="text" label={fieldLabel(field)} disabled={form.busy} />
      <Button small look="outlined" type="submit" busy={form.busy} disabled={unchanged}>
        Save
      </Button>
    </form>
  );
}

function Remark({ row: { problems, duplicate } }: { row: ImportRow }) {
  if (problems.length > 0) {
    const [first] = problems;
    const more = problems.length > 1 ? ` and ${problems.length - 1} more` : '';
    return (
      <span className="text-bad">
        {fieldLabel(first!.field)}: {first!.message}
        {more}
      </span>
    );
  }
  if (!duplicate) return nothing;
  const whose =
    duplicate.row === null ? valueText(duplicate.values.memberNumber) || 'a registration' : `row ${duplicate.row}`;
  return `${duplicateLabels[duplicate.by]} as ${whose}`;
}
