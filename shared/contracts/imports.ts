import { z } from 'zod';
import { personNamesIn } from '#shared/contracts/person.ts';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate, option, orEmpty, page, pagination, sentAsJson } from '#shared/fields.ts';
import { importFields, joinedImportFields } from '#shared/import-fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.import;

const importStates = [
  'reading',
  'needsMapping',
  'ready',
  'importing',
  'done',
  'undoing',
  'undone',
  'discarded',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

/** What happens to a row: it creates a member, completes an existing one, is skipped, or needs care first. */
export const rowKinds = ['create', 'complete', 'skip', 'care'] as const;
export type RowKind = (typeof rowKinds)[number];
const rowActions = ['skip', 'complete', 'create'] as const;
export type RowAction = (typeof rowActions)[number];

const fieldName = personNamesIn(z.enum(importFields as [string, ...string[]], { error: messages.general.option }));
const anyField = personNamesIn(z.string());
const value = z.union([z.string(), z.array(z.string())]);
const summary = z.object({ create: z.number(), complete: z.number(), skip: z.number(), care: z.number() });

/** A list of existing members, and its progress. */
const importRecord = z.object({
  id: answeredId,
  /** The name it came with. */
  file: z.string(),
  state: z.enum(importStates),
  sheet: z.string(),
  sheets: z.array(z.string()),
  /** As numbered by spreadsheet programs. */
  headerRow: z.number(),
  /** `field` '' : the column is not read. `sample`: its first value. */
  columns: z.array(z.object({ index: z.number(), title: z.string(), field: anyField, sample: z.string() })),
  /** One value for all rows, by field. */
  constants: personNamesIn(z.record(z.string(), z.string())),
  needsMapping: z.boolean(),
  /** Required fields that neither a column nor a constant provides. */
  missing: personNamesIn(z.array(z.string())),
  /** Wrong values that stand in several rows, and what the office has said they mean. */
  questions: z.array(
    z.object({
      field: anyField,
      value: z.string(),
      rows: z.number(),
      meaning: z.string().nullable(),
      remembered: z.boolean(),
    }),
  ),
  summary,
  /** The number of data rows, also before they are checked. */
  rows: z.number(),
  progress: z.object({ done: z.number(), total: z.number() }),
  result: z.object({ created: z.number(), completed: z.number(), skipped: z.number(), left: z.number() }),
  credentials: z.enum(['now', 'later', 'batch']).nullable(),
  perDay: z.number().nullable(),
  /** Numbers of its members with (sent or queued) credentials, and without. */
  credentialsGiven: z.number(),
  credentialsOpen: z.number(),
  by: z.string(),
  createdAt: isoDate,
});
export type ImportRecord = z.output<typeof importRecord>;

/** A row with its values. */
const importRow = z.object({
  /** As numbered by spreadsheet programs. */
  row: z.number(),
  kind: z.enum(rowKinds),
  values: personNamesIn(z.record(z.string(), value)),
  problems: z.array(
    z.object({ field: anyField, value: z.string(), message: z.string(), proposal: z.string().optional() }),
  ),
  /** The record, or else the earlier row of the file, that is probably the same person. */
  duplicate: z
    .object({
      by: z.enum(['email', 'mobile', 'person']),
      id: wire('_id', z.string().nullable()),
      row: z.number().nullable(),
      values: personNamesIn(z.record(z.string(), value)),
    })
    .nullable(),
  /** Null while it needs care. */
  action: z.enum(rowActions).nullable(),
});
export type ImportRow = z.output<typeof importRow>;

const mapping = z
  .record(
    // A column that is not there is refused once the list is open.
    z.string().max(limits.lineLength, { error: messages.general.option }),
    z.union([z.literal(''), fieldName], { error: messages.general.option }),
    { error: text.json },
  )
  .refine(
    (columns) => {
      const fields = Object.values(columns).filter((field) => field !== '' && !joinedImportFields.includes(field));
      return new Set(fields).size === fields.length;
    },
    { error: text.twoColumns },
  );

const constants = personNamesIn(
  z.partialRecord(
    fieldName,
    z.string({ error: text.json }).trim().max(limits.textLength, { error: messages.general.tooLong }),
    { error: text.json },
  ),
);

/** How to read a list; absent: unchanged, or as recognised. */
const reading = {
  sheet: z.string().max(limits.lineLength, { error: text.sheet }).optional(),
  headerRow: z.coerce
    .number({ error: text.headerRow })
    .int({ error: text.headerRow })
    .min(1, { error: text.headerRow })
    .max(2_000_000, { error: text.headerRow })
    .optional(),
  /** The field of a column, by its number from 0; '' for a column that is not read. Columns of the name are joined. */
  mapping: sentAsJson(mapping.optional(), text.json),
  /** One value for all rows, for fields without a column. */
  constants: sentAsJson(constants.optional(), text.json),
};

const answer = answerOf({ message: z.string(), import: importRecord });
const format = z.enum(['csv', 'xlsx'], { error: messages.general.option }).optional().default('xlsx');

export const importTemplate = endpoint(
  'GET /Import/template',
  'An empty list with one head row, whose names are recognised',
  { power: 'full', query: z.object({ format }), response: fileResponse },
);

export const uploadImport = endpoint(
  'POST /Import/upload',
  'Send a list of existing members; nothing is written into the register yet',
  {
    power: 'full',
    body: z.object(reading),
    files: {
      file: {
        accept: 'table',
        message: text.file,
        requiredFor: ['admin'],
        maxBytes: limits.importFile.fileBytes,
      },
    },
    response: answer,
  },
);

export const mapImport = endpoint(
  'PATCH /Import/mapping/{id}',
  'Say how a list is to be read; the fields of its columns are kept for the next list with the same heads',
  { power: 'full', params: byId, body: z.object(reading), response: answer },
);

export const listImports = endpoint('GET /Import/list', 'Imports, newest first', {
  power: 'full',
  query: z.object({ page }),
  response: answerOf({ data: z.array(importRecord), pagination }),
});

export const getImport = endpoint('GET /Import/get/{id}', 'One import as it stands', {
  power: 'full',
  params: byId,
  response: answerOf({ import: importRecord }),
});

export const listImportRows = endpoint(
  'GET /Import/rows/{id}',
  'The rows of a list in their order, of one kind or of all',
  {
    reads: { lists: 'data' },
    power: 'full',
    params: byId,
    query: z.object({
      kind: orEmpty(z.enum(rowKinds), messages.general.option),
      problem: personNamesIn(orEmpty(z.enum(importFields as [string, ...string[]]), messages.general.option)),
      page,
    }),
    response: answerOf({ data: z.array(importRow), pagination }),
  },
);

export const sayMeaning = endpoint(
  'PATCH /Import/meaning/{id}',
  'Say what a wrong value means that stands in several rows; it is remembered for the next list',
  {
    power: 'full',
    params: byId,
    body: z.object({
      field: personNamesIn(z.string({ error: messages.general.option })),
      value: z.string({ error: text.json }).max(limits.textLength, { error: messages.general.tooLong }),
      /** The text of a cell, `first` of a year or month, `@host`, '' for an empty cell; null takes it back. */
      meaning: z
        .string({ error: text.json })
        .trim()
        .max(limits.textLength, { error: messages.general.tooLong })
        .nullable(),
    }),
    response: answer,
  },
);

const rowNumber = 'Please name a row by its number in the list, from 1 on';

export const changeImportRow = endpoint(
  'PATCH /Import/row/{id}',
  'Correct values of a row, or say what is done with it',
  {
    power: 'full',
    params: byId,
    body: z.object({
      row: z
        .number({ error: rowNumber })
        .int({ error: rowNumber })
        .min(1, { error: rowNumber })
        .max(2_000_000, { error: rowNumber }),
      /** As they would be written in the list. */
      values: personNamesIn(
        z.partialRecord(fieldName, z.string().max(limits.textLength, { error: messages.general.tooLong })),
      ).optional(),
      action: z.enum(rowActions, { error: text.action }).optional(),
    }),
    response: answerOf({ message: z.string(), row: importRow, summary }),
  },
);

export const importProblems = endpoint(
  'GET /Import/problems/{id}',
  'The rows that need care with what is wrong; corrected it is loaded like any list',
  { power: 'full', params: byId, query: z.object({ format }), response: fileResponse },
);

const perDay = z
  .number({ error: text.perDay })
  .int({ error: text.perDay })
  .min(1, { error: text.perDay })
  .max(limits.importCredentialsPerDay, { error: text.perDay })
  .optional();

export const commitImport = endpoint(
  'PATCH /Import/commit/{id}',
  'Make members of the rows; those that need care are left out',
  {
    power: 'full',
    params: byId,
    body: z
      .object({ credentials: option(['now', 'later', 'batch'], text.credentials), perDay })
      .refine(({ credentials, perDay }) => credentials !== 'batch' || perDay !== undefined, {
        path: ['perDay'],
        error: text.perDay,
      }),
    response: answer,
  },
);

export const sendImportCredentials = endpoint(
  'PATCH /Import/credentials/{id}',
  'Mail credentials to the members of an import who have none, at once or in batches',
  {
    power: 'full',
    params: byId,
    body: z
      .object({ when: option(['now', 'batch'], text.credentials), perDay })
      .refine(({ when, perDay }) => when !== 'batch' || perDay !== undefined, { path: ['perDay'], error: text.perDay }),
    response: answer,
  },
);

export const undoImport = endpoint('PATCH /Import/undo/{id}', 'Take an import back while nobody of it has logged in', {
  power: 'full',
  params: byId,
  response: answer,
});

export const deleteImport = endpoint(
  'DELETE /Import/delete/{id}',
  'Discard an import that was not committed, with its file and rows',
  { power: 'full', params: byId },
);
