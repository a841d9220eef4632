import Button from '@mui/material/Button';
import { Fragment, type ReactNode, useState } from 'react';
import { type FailureText, statusFailure, useAttempt } from '#web/lib/useAttempt.ts';
import { useOpened } from '#web/lib/useOpened.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { activeWord } from './ActiveStatus.tsx';

type Call<Row> = (row: Row) => Promise<{ message: string }>;

export interface EditDialogProps<Row> {
  /** null: a new one. */
  row: Row | null;
  onClose: () => void;
  /** Loads the list again. */
  reload: () => void;
}

interface Options<Row> {
  rows: readonly Row[] | undefined;
  reload: () => void;
  /** As in 'Delete this news?'. */
  noun: string;
  /** What a row is called in questions and in the names of its buttons. */
  nameOf: (row: Row) => string;
  editDialog: (props: EditDialogProps<Row>) => ReactNode;
  /** Absent: every row is always shown. */
  toggle?: { isActive: (row: Row) => boolean; call: Call<Row> };
  remove: {
    call: Call<Row>;
    /** What it does, said before it is done. */
    warning: (row: Row) => string;
    failure?: FailureText;
  };
}

type Open<Row> = { kind: 'edit'; row: Row | null } | { kind: 'toggle' | 'delete'; row: Row };

/**
 * What the office does with each row of a list of the site's content: add, edit, set active or inactive, delete.
 * @returns `add` for the button of the list, `actions` for the rows, and the dialogs, to be put anywhere
 */
export function useContentDialogs<Row extends { _id: string }>(options: Options<Row>) {
  const { rows, reload, noun, nameOf, editDialog, toggle, remove } = options;
  const [chosen, setOpen] = useState<Open<Row> | null>(null);
  // A link from elsewhere leads to one of them.
  const [linked, setLinked] = useOpened('open');
  const { attempt } = useAttempt();
  const close = () => {
    setOpen(null);
    if (linked) setLinked(undefined);
  };
  const fromLink = rows?.find(({ _id }) => _id === linked);
  const open: Open<Row> | null = fromLink ? { kind: 'edit', row: fromLink } : chosen;
  // As it is now: the list may have been loaded again since the dialog was opened.
  const row = rows?.find(({ _id }) => _id === open?.row?._id) ?? open?.row ?? null;
  const isActive = row !== null && toggle?.isActive(row);

  const actions = (each: Row) => (
    <>
      <RowButton label="Edit" name={nameOf(each)} onClick={() => setOpen({ kind: 'edit', row: each })} />
      {toggle && (
        <RowButton
          label={`Set ${activeWord(!toggle.isActive(each))}`}
          name={nameOf(each)}
          onClick={() => setOpen({ kind: 'toggle', row: each })}
        />
      )}
      <RowButton danger label="Delete" name={nameOf(each)} onClick={() => setOpen({ kind: 'delete', row: each })} />
    </>
  );

  const dialogs = (
    <>
      {open?.kind === 'edit' && <Fragment key={open.row?._id}>{editDialog({ row, onClose: close, reload })}</Fragment>}
      {open?.kind === 'toggle' && row && toggle && (
        <ConfirmDialog
          open
          title={`Set this ${noun} ${activeWord(!isActive)}?`}
          confirmLabel={`Set ${activeWord(!isActive)}`}
          onConfirm={async () => {
            await attempt(() => toggle.call(row), statusFailure);
            // Also when it was refused: somebody else has changed it meanwhile. The same below.
            reload();
          }}
          onClose={close}
        >
          {isActive ? 'Visitors will no longer see' : 'Visitors will see'} “{nameOf(row)}”.
        </ConfirmDialog>
      )}
      {open?.kind === 'delete' && row && (
        <ConfirmDialog
          open
          title={`Delete this ${noun}?`}
          confirmLabel="Delete"
          danger
          onConfirm={async () => {
            await attempt(() => remove.call(row), remove.failure);
            reload();
          }}
          onClose={close}
        >
          {remove.warning(row)}
        </ConfirmDialog>
      )}
    </>
  );

  return { add: () => setOpen({ kind: 'edit', row: null }), actions, dialogs };
}

interface RowButtonProps {
  label: string;
  /** Of the row: a screen reader hears which one the button is for. */
  name: string;
  danger?: boolean;
  onClick: () => void;
}

function RowButton({ label, name, danger, onClick }: RowButtonProps) {
  return (
    <Button
      variant="text"
      size="small"
      color={danger ? 'error' : undefined}
      aria-label={`${label} “${name}”`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
