import { useEffect, useState } from 'react';
import { documentLanguages, type LibraryDocument, listDocuments, updateDocument } from '#shared/contracts/library.ts';
import { AppError, type FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { failureOf } from '#web/lib/calls/failures.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { editField, resetForm, setValue, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { counted } from '#web/lib/languages/format.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { DateInput } from '#web/ui/forms/DateInput.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import styles from './DraftSheet.module.css';

type Cells = Pick<LibraryDocument, 'title' | 'category' | 'date' | 'language' | 'access'>;
type Name = keyof Cells;

const names = ['title', 'category', 'date', 'language', 'access'] as const satisfies readonly Name[];
const headings: Record<Name, string> = {
  title: 'Title',
  category: 'Category',
  date: 'Date',
  language: 'Language',
  access: 'Who may read it',
};
const blank = { value: '', label: '–' };
const accesses = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'members', label: 'Members' },
];

interface SheetProps {
  categories: readonly string[];
  onSaved: () => void;
  onClose: () => void;
}

/** How often a draft is asked for whose title and date are still being read from its file. */
const pollReadingMs = 3_000;

/** The newest drafts as a table to be filled like a sheet: one press saves them, another publishes what is complete. */
export function DraftSheet(props: SheetProps) {
  const drafts = useLoad(listDocuments, { query: { state: 'draft', order: 'added' } });
  const isReading = drafts.data?.data.some(({ state }) => state === 'reading');
  const { reload } = drafts;
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(reload, pollReadingMs);
    return () => clearInterval(timer);
  }, [isReading, reload]);
  return (
    <section className="card p-3 grid gap-2 mb-3" aria-label="Fill in the drafts">
      <Loaded of={drafts}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <p className="text-muted m-0">No drafts are left.</p>
          ) : (
            <Rows {...props} drafts={data} total={pagination.totalCount} reload={reload} />
          )
        }
      </Loaded>
    </section>
  );
}

interface RowsProps extends SheetProps {
  drafts: readonly LibraryDocument[];
  total: number;
  reload: () => void;
}

/** What was filled in and is not saved, by document. */
type Edits = Record<string, Partial<Cells>>;

/** A row's errors, by their names in the form; that of the row as a whole is `other`. */
const inRow = (id: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, message]) => [`${id}.${name}`, message]));

/** A draft for some States is published in its own dialog. */
const cellsOf = ({ title, category, date, language, access }: LibraryDocument): Cells => ({
  ...{ title, category, date, language },
  access: access === 'States' ? '' : access,
});

function Rows({ drafts, total, reload, categories, onSaved, onClose }: RowsProps) {
  const form = useForm<Edits>(undefined, {});
  const { control, busy, errors } = form;
  const edits = useWatch(control);
  const [leaving, setLeaving] = useState(false);
  const cells = (row: LibraryDocument): Cells => ({ ...cellsOf(row), ...edits[row.id] });
  const change = (id: string, name: Name, value: string) => {
    setValue(control, `${id}.${name}`, value);
    editField(control, `${id}.other`);
  };
  const isComplete = (row: LibraryDocument) => Object.values(cells(row)).every((value) => value !== '');
  const complete = drafts.filter(isComplete);

  /** The first value of a column goes into the empty cells below it. */
  const fillDown = (name: Name) => {
    let value = '';
    for (const row of drafts) {
      if (value === '') value = cells(row)[name];
      else if (cells(row)[name] === '') change(row.id, name, value);
    }
  };

  const save = async (publishes: boolean) => {
    const unsaved: Edits = {};
    const fields: FieldErrors = {};
    let published = 0;
    for (const row of drafts) {
      const { id, version } = row;
      const edit = edits[id];
      const isPublished = publishes && isComplete(row);
      if (!isPublished && !edit) continue;
      try {
        const body = { ...edit, version, ...(isPublished && { draft: false }) };
        const { document } = await api(updateDocument, { params: { id }, body, files: {} });
        if (!document.draft) published += 1;
      } catch (error) {
        if (edit) unsaved[id] = edit;
        const { fields: wrong, message } = failureOf(error);
        Object.assign(fields, inRow(id, wrong ?? { other: message }));
      }
    }
    resetForm(control, unsaved);
    onSaved();
    reload();
    const failed = Object.keys(fields)[0];
    if (failed) throw new AppError('VALIDATION', 'Not all could be saved: please see what is marked.', { fields });
    toast.success(published === 0 ? 'Saved' : `${counted(published, 'document')} published`);
  };
  const saveDrafts = form.send(() => save(false));
  const publish = form.send(() => save(true));

  return (
    <form noValidate className="grid gap-2" onSubmit={saveDrafts}>
      <p className="m-0">
        {total > drafts.length ? `The newest ${drafts.length} of ${total} drafts. ` : ''}
        What is complete can be published; the others stay drafts with what you have filled in.
      </p>
      <div className={styles.head} aria-hidden="true">
        {names.map((name) => (
          <span key={name} className="label">
            {headings[name]}
          </span>
        ))}
      </div>
      <div className={styles.down}>
        {names.slice(1).map((name) => (
          <Button key={name} small look="text" disabled={busy} onClick={() => fillDown(name)}>
            Fill down<span className={styles.what}> {headings[name]}</span>
          </Button>
        ))}
      </div>
      {drafts.map((row) => {
        const { id, reason } = row;
        const values = cells(row);
        const cell = (name: Name) => ({
          label: headings[name],
          value: values[name],
          error: errors[`${id}.${name}`],
          disabled: busy,
          onChange: (value: string) => change(id, name, value),
        });
        const wrong = errors[`${id}.other`];
        return (
          <fieldset key={id} className={styles.cells} disabled={busy} aria-label={values.title || 'Without a title'}>
            <TextField
              {...cell('title')}
              maxLength={limits.lineLength}
              onChange={({ target }) => change(id, 'title', target.value)}
            />
            <Select {...cell('category')} entries={[blank, ...categories.map((value) => ({ value, label: value }))]} />
            <DateInput {...cell('date')} />
            <Select
              {...cell('language')}
              entries={[blank, ...documentLanguages.map((value) => ({ value, label: value }))]}
            />
            <Select {...cell('access')} entries={[blank, ...accesses]} />
            {(wrong || reason) && (
              <p className={`text-14 m-0 ${styles.remark} ${wrong ? 'text-bad' : 'text-muted'}`}>{wrong ?? reason}</p>
            )}
          </fieldset>
        );
      })}
      <div className="flex flex-wrap gap-1">
        {complete.length > 0 && (
          <Button disabled={busy} onClick={() => void publish()}>
            {complete.length === 1
              ? 'Publish the one that is complete'
              : `Publish the ${complete.length} that are complete`}
          </Button>
        )}
        <Button type="submit" look="outlined" busy={busy}>
          Save the drafts
        </Button>
        <Button look="text" disabled={busy} onClick={() => (Object.keys(edits)[0] ? setLeaving(true) : onClose())}>
          Close
        </Button>
        <ConfirmDialog
          open={leaving}
          title="Close without saving?"
          confirmLabel="Close"
          onConfirm={async () => onClose()}
          onClose={() => setLeaving(false)}
        >
          What you have filled in is not saved yet.
        </ConfirmDialog>
      </div>
    </form>
  );
}
