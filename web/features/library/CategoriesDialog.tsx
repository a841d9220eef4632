import { useRef, useState } from 'react';
import { type DocumentCategory, saveCategories } from '#shared/contracts/library.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { FormActions } from '#web/ui/forms/FormStack.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { CloseIcon } from '#web/ui/page/icons.tsx';
import { MoveButtons } from '#web/ui/tables/MoveButtons.tsx';

interface Row {
  key: number;
  name: string;
  /** As it is stored; undefined for a new one. */
  was?: string;
  count: number;
}

interface Props {
  list: readonly DocumentCategory[];
  version: number;
  onClose: () => void;
  reload: () => void;
}

/** Names, order and number of the categories. */
export function CategoriesDialog({ list, version, onClose, reload }: Props) {
  const [rows, setRows] = useState<Row[]>(() => list.map(({ name, count }, key) => ({ key, name, was: name, count })));
  const next = useRef(list.length);
  const [error, setError] = useState('');
  const { busy, run } = useSingleRun();

  const move = (at: number, by: 1 | -1) =>
    setRows((before) => {
      const after = [...before];
      const [row] = after.splice(at, 1);
      after.splice(at + by, 0, row!);
      return after;
    });
  const save = async () => {
    setError('');
    try {
      const categories = rows.map(({ name, was }) => ({ name, ...(was === undefined ? {} : { was }) }));
      toast.success((await api(saveCategories, { body: { categories, version } })).message);
      reload();
      onClose();
    } catch (failure) {
      if (!(failure instanceof AppError)) return setError(messages.general.failed);
      setError(failure.message);
      if (failure.code === 'RECORD_CHANGED') reload();
    }
  };
  return (
    <ModalDialog
      open
      title="Categories"
      onClose={onClose}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
      actions={<FormActions busy={busy} submitLabel="Save" onCancel={onClose} />}
    >
      {error && (
        <p className="m-0 mb-2 text-bad" role="alert">
          {error}
        </p>
      )}
      <ul className="grid gap-1 m-0 mb-2">
        {rows.map(({ key, name, was, count }, at) => (
          <li key={key} className="grid grid-cols-1fr-auto items-end gap-1">
            <TextField
              label={`Category ${at + 1}${count > 0 ? ` (${count})` : ''}`}
              value={name}
              maxLength={limits.documentCategory}
              onChange={(event) =>
                setRows((before) => before.map((row) => (row.key === key ? { ...row, name: event.target.value } : row)))
              }
            />
            <span className="flex items-center">
              <MoveButtons
                name={name}
                first={at === 0}
                last={at === rows.length - 1}
                disabled={busy}
                onMove={(by) => move(at, by)}
              />
              <Button
                look="icon"
                aria-label={`Remove ${name || 'this category'}`}
                title={count > 0 ? `Documents are in ${was}` : undefined}
                disabled={busy || count > 0 || rows.length === 1}
                onClick={() => setRows((before) => before.filter((row) => row.key !== key))}
              >
                <CloseIcon fontSize="small" />
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Button
        look="outlined"
        disabled={busy || rows.length >= limits.documentCategories}
        onClick={() => {
          next.current += 1;
          setRows((before) => [...before, { key: next.current, name: '', count: 0 }]);
        }}
      >
        Add a category
      </Button>
      <p className="text-muted text-14 m-0">
        A category with documents can be renamed, and removed once it is empty. Everybody can see these names.
      </p>
    </ModalDialog>
  );
}
