import { Fragment, type ReactNode, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { useOpened } from '#web/lib/browser/useQueryState.ts';
import { type FailureText, statusFailure, useAttempt } from '#web/lib/calls/useAttempt.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { FormDialog, type FormDialogProps } from '#web/ui/dialogs/FormDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';

type Call<Row> = (row: Row) => Promise<{ message: string }>;

/** What changes whether visitors see an entry. */
const toggleWord = (isActive: boolean | undefined) => (isActive ? 'Deactivate' : 'Activate');

export interface EditDialogProps<Row> {
  /** null for a new entry. */
  row: Row | null;
  onClose: () => void;
  /** Loads the list again. */
  reload: () => void;
}

export interface ContentRows<Row> {
  rows: readonly Row[] | undefined;
  reload: () => void;
  /** As in 'Delete this news?'. */
  noun: string;
  /** A row's name in questions and in the names of its buttons. */
  nameOf: (row: Row) => string;
  editDialog: (props: EditDialogProps<Row>) => ReactNode;
  /** Absent if visitors always see every row. */
  toggle?: { isActive: (row: Row) => boolean; call: Call<Row> };
  remove: {
    call: Call<Row>;
    /** The text of the question before it is deleted. */
    warning: (row: Row) => string;
    failure?: FailureText;
  };
}

type Open<Row> = { kind: 'edit'; row: Row | null } | { kind: 'toggle' | 'delete'; row: Row };

/**
 * The office's actions on a list of the site's content: add, edit, set active or inactive, delete.
 * @returns `add` for the list's button, `actions` for the rows, and the dialogs, to be rendered anywhere
 */
export function useContentDialogs<Row extends { id: string }>(options: ContentRows<Row>) {
  const { rows, reload, noun, nameOf, editDialog, toggle, remove } = options;
  const [chosen, setOpen] = useState<Open<Row> | null>(null);
  // A link from another page opens one row.
  const [linked, setLinked] = useOpened('open');
  const { attempt } = useAttempt();
  const close = () => {
    setOpen(null);
    if (linked) setLinked(undefined);
  };
  const fromLink = rows?.find(({ id }) => id === linked);
  const open: Open<Row> | null = fromLink ? { kind: 'edit', row: fromLink } : chosen;
  // The current row: the list may have been reloaded since the dialog was opened.
  const row = rows?.find(({ id }) => id === open?.row?.id) ?? open?.row ?? null;
  const isActive = row !== null && toggle?.isActive(row);

  const actions = (each: Row) => (
    <>
      <RowButton label="Edit" name={nameOf(each)} onClick={() => setOpen({ kind: 'edit', row: each })} />
      {toggle && (
        <RowButton
          label={toggleWord(toggle.isActive(each))}
          name={nameOf(each)}
          onClick={() => setOpen({ kind: 'toggle', row: each })}
        />
      )}
      <RowButton danger label="Delete" name={nameOf(each)} onClick={() => setOpen({ kind: 'delete', row: each })} />
    </>
  );

  const dialogs = (
    <>
      {open?.kind === 'edit' && <Fragment key={open.row?.id}>{editDialog({ row, onClose: close, reload })}</Fragment>}
      {open?.kind === 'toggle' && row && toggle && (
        <ConfirmDialog
          open
          title={`${toggleWord(isActive)} this ${noun}?`}
          confirmLabel={toggleWord(isActive)}
          onConfirm={async () => {
            await attempt(() => toggle.call(row), statusFailure);
            // Also after a refusal, as somebody else has then changed the row. The same below.
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
  /** The row's name, which tells screen readers what the button acts on. */
  name: string;
  danger?: boolean;
  onClick: () => void;
}

function RowButton({ label, name, danger, onClick }: RowButtonProps) {
  return (
    <Button small look="text" danger={danger} aria-label={`${label} “${name}”`} onClick={onClick}>
      {label}
    </Button>
  );
}

type Own = 'title' | 'submitLabel' | 'version' | 'failure';
type Props<Values extends object> = EditDialogProps<{ version: number }> &
  Omit<FormDialogProps<Values>, Own> & {
    /** The noun of the title, as in 'Add News'. */
    noun: string;
  };

/** Adds or changes a record of the site's content. */
export function ContentDialog<Values extends object>({ row, noun, ...dialog }: Props<Values>) {
  return (
    <FormDialog
      {...dialog}
      title={`${row ? 'Edit' : 'Add'} ${noun}`}
      submitLabel={row ? 'Save' : 'Add'}
      version={row?.version}
      failure={messages.general.failed}
    />
  );
}
