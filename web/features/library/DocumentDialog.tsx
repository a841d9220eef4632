import { useState } from 'react';
import {
  createDocument,
  documentLanguages,
  documentSchema,
  getDocument,
  type LibraryDocument,
  updateDocument,
} from '#shared/contracts/library.ts';
import { flag } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import type { EditDialogProps } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { editField, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDate, sizeText } from '#web/lib/languages/format.ts';
import { useStateNames } from '#web/lib/login/office.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { ComboField } from '#web/ui/forms/ComboField.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { CopyButton } from '#web/ui/page/CopyButton.tsx';

import styles from './Library.module.css';

const schema = documentSchema.extend({ draft: flag });

const valuesOf = (row: LibraryDocument | null) => ({
  title: row?.title ?? '',
  summary: row?.summary ?? '',
  number: row?.number ?? '',
  category: row?.category ?? '',
  date: row?.date ?? '',
  language: row?.language ?? ('' as const),
  access: row?.access ?? ('' as const),
  states: row?.states ?? [],
  // A draft is opened to be published.
  draft: false,
});

const accesses = [
  { value: 'everybody', label: 'Everybody, also without a login' },
  { value: 'members', label: 'Members' },
  { value: 'States', label: 'Members of some States' },
];

/** The page that readers open. */
const linkOf = ({ id, access }: LibraryDocument) =>
  access === 'everybody' ? paths.document(id) : paths.libraryDocument(id);

/** Adds or changes a document; its file is replaced by another one. */
export function DocumentDialog({
  row,
  categories,
  ...dialog
}: EditDialogProps<LibraryDocument> & { categories: readonly string[] }) {
  const current = valuesOf(row);
  const form = useForm(checkedBy(schema), current);
  const { control } = form;
  const access = useWatch(form.control, 'access');
  const states = useStateNames(access === 'States');
  const link = row && !row.draft && location.origin + linkOf(row);
  const [file, setFile] = useState<File | null>(null);
  const fileError = form.errors.file;
  const opened = useLoad(getDocument, row ? { params: { id: row.id } } : null);
  const stored = opened.data?.document;
  return (
    <FormDialog
      {...dialog}
      wide
      title={row ? (row.draft ? 'Publish document' : 'Edit document') : 'Add document'}
      submitLabel={row ? (row.draft ? 'Publish' : 'Save') : 'Add'}
      form={form}
      current={current}
      version={row?.version}
      save={({ draft, ...values }, options) => {
        const body = { ...values, states: values.states ?? [] };
        const files = { file: file ?? undefined };
        if (!row) return api(createDocument, { body: { ...body, draft }, files }, options);
        const publishing = row.draft ? { draft } : {};
        return api(
          updateDocument,
          { params: { id: row.id }, body: { ...body, ...publishing, version: row.version }, files },
          options,
        );
      }}
    >
      <Field control={control} name="title" label="Title" required maxLength={limits.lineLength} />
      <SelectField control={control} name="category" label="Category" required options={categories} />
      <DateField control={control} name="date" label="Date" required hint="Of the document itself." />
      <Field
        control={control}
        name="number"
        label="Number or citation"
        maxLength={limits.documentNumber}
        placeholder="2023 SCC OnLine SC 512"
      />
      <SelectField control={control} name="language" label="Language" required options={documentLanguages} />
      <Field control={control} name="summary" label="Summary" rows={3} maxLength={limits.documentSummary} />
      <SelectField control={control} name="access" label="Who may read it" required options={accesses} />
      {access === 'States' && (
        <ComboField
          control={control}
          name="states"
          label="States"
          required
          multiple
          loading={states === undefined}
          options={states ?? []}
        />
      )}
      <FilePicker
        label={row ? 'Replace the file' : 'File'}
        name="file"
        accept="any"
        taken="One PDF, up to 25 MB"
        maxBytes={limits.documentBytes}
        required={!row}
        value={file}
        error={fileError}
        hint={
          row ? 'The earlier one is kept for you; its address no longer works for readers.' : messages.library.searched
        }
        onChange={(next) => {
          setFile(next);
          editField(form.control, 'file');
        }}
      />
      {link && (
        <p className="text-14 m-0">
          Link for circulars and news: <span className="break-anywhere">{link}</span>{' '}
          <CopyButton label="Link" value={link} />
        </p>
      )}
      {row?.reason && <p className="text-muted text-14 m-0">{row.reason}</p>}
      {stored && (
        <div className="text-14">
          <a className="tap break-anywhere" href={stored.file.address} target="_blank" rel="noopener noreferrer">
            {stored.file.name}
          </a>{' '}
          <span className="text-muted">
            {sizeText(stored.file.size)}
            {stored.pages !== null && `, ${stored.pages === 1 ? '1 page' : `${stored.pages} pages`}`}
          </span>
          {stored.versions && stored.versions.length > 0 && (
            <>
              <h3 className="mb-1">Earlier files</h3>
              <ul className={`grid gap-1 m-0 ${styles.uploads}`}>
                {stored.versions.map(({ id, name, size, by, createdAt, address }) => (
                  <li key={id} className="break-anywhere">
                    <a className="tap" href={address} target="_blank" rel="noopener noreferrer">
                      {name}
                    </a>{' '}
                    <span className="text-muted">
                      {sizeText(size)}, {formatDate(createdAt)}, {by}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {(!row || row.draft) && (
        <CheckField
          control={control}
          name="draft"
          label="Keep it as a draft"
          hint="Only administrators with the power ‘Content’ see drafts; fields may be empty."
        />
      )}
    </FormDialog>
  );
}
