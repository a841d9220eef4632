import { useEffect, useState } from 'react';
import { documentLanguages, type LibraryDocument, listDocuments, updateDocument } from '#shared/contracts/library.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/counted.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
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

/** The newest drafts as a table to be filled like a sheet: what is complete is published by one press. */
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

/** A draft for some States is published in its own dialog. */
const cellsOf = ({ title, category, date, language, access }: LibraryDocument): Cells => ({
  ...{ title, category, date, language },
  access: access === 'States' ? '' : access,
});

function Rows({ drafts, total, reload, categories, onSaved, onClose }: RowsProps) {
  /** What was filled in and is not saved, by document. */
  const [edits, setEdits] = useState<ReadonlyMap<string, Partial<Cells>>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, Record<string, string>>>(new Map());
  const [leaving, setLeaving] = useState(false);
  const { busy, run } = useSingleRun();
  const cells = (row: LibraryDocument): Cells => ({ ...cellsOf(row), ...edits.get(row.id) });
  const change = (id: string, part: Partial<Cells>) => {
    setEdits((before) => new Map(before).set(id, { ...before.get(id), ...part }));
    setProblems((before) => {
      const { [Object.keys(part)[0]!]: _, other: __, ...rest } = before.get(id) ?? {};
      return new Map(before).set(id, rest);
    });
  };
  const isComplete = (row: LibraryDocument) => Object.values(cells(row)).every((value) => value !== '');
  const complete = drafts.filter(isComplete);

  /** The first value of a column goes into the empty cells below it. */
  const fillDown = (name: Name) => {
    let value = '';
    for (const row of drafts) {
      if (value === '') value = cells(row)[name];
      else if (cells(row)[name] === '') change(row.id, { [name]: value });
    }
  };

  const save = () =>
    run(async () => {
      const failures = new Map<string, Record<string, string>>();
      const unsaved = new Map(edits);
      let published = 0;
      for (const row of drafts) {
        const { id, version } = row;
        if (!isComplete(row) && !edits.has(id)) continue;
        try {
          const body = { ...edits.get(id), version, ...(isComplete(row) && { draft: false }) };
          const { document } = await api(updateDocument, { params: { id }, body, files: {} });
          unsaved.delete(id);
          if (!document.draft) published += 1;
        } catch (error) {
          if (!(error instanceof AppError)) console.error(error);
          const [fields, message] = error instanceof AppError ? [error.fields, error.message] : [];
          failures.set(id, fields ?? { other: message ?? messages.general.failed });
        }
      }
      setEdits(unsaved);
      setProblems(failures);
      onSaved();
      reload();
      if (failures.size === 0) toast.success(published === 0 ? 'Saved' : `${counted(published, 'document')} published`);
    });

  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="m-0">
        {total > drafts.length ? `The newest ${drafts.length} of ${total} drafts. ` : ''}
        What is complete is published, the others stay drafts with what you have filled in.
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
        const at = problems.get(id) ?? {};
        const { title, category, date, language, access } = cells(row);
        return (
          <fieldset key={id} className={styles.cells} disabled={busy} aria-label={title || 'Without a title'}>
            <TextField
              label={headings.title}
              value={title}
              maxLength={limits.lineLength}
              error={at.title}
              onChange={({ target }) => change(id, { title: target.value })}
            />
            <Select
              label={headings.category}
              value={category}
              entries={[{ value: '', label: '–' }, ...categories.map((value) => ({ value, label: value }))]}
              disabled={busy}
              error={at.category}
              onChange={(value) => change(id, { category: value })}
            />
            <DateInput
              label={headings.date}
              value={date}
              disabled={busy}
              error={at.date}
              onChange={(value) => change(id, { date: value })}
            />
            <Select
              label={headings.language}
              value={language}
              entries={[{ value: '', label: '–' }, ...documentLanguages.map((value) => ({ value, label: value }))]}
              disabled={busy}
              error={at.language}
              onChange={(value) => change(id, { language: value as Cells['language'] })}
            />
            <Select
              label={headings.access}
              value={access}
              entries={[{ value: '', label: '–' }, ...accesses]}
              disabled={busy}
              error={at.access}
              onChange={(value) => change(id, { access: value as Cells['access'] })}
            />
            {(at.other || reason) && (
              <p className={`text-14 m-0 ${styles.remark} ${at.other ? 'text-bad' : 'text-muted'}`}>
                {at.other ?? reason}
              </p>
            )}
          </fieldset>
        );
      })}
      <div className="flex flex-wrap gap-1">
        <Button type="submit" busy={busy}>
          {complete.length === 0
            ? 'Save the drafts'
            : `Publish ${complete.length === 1 ? 'the one' : `the ${complete.length}`} that ${complete.length === 1 ? 'is' : 'are'} complete`}
        </Button>
        <Button look="text" disabled={busy} onClick={() => (edits.size > 0 ? setLeaving(true) : onClose())}>
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
