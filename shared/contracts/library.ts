import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  filter,
  flag,
  isoDate,
  isoDay,
  optionalText,
  orEmpty,
  page,
  pagination,
  requiredText,
  withoutBreaks,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { olderTexts, secondTexts } from '#shared/second-texts.ts';

const text = messages.library;

/** Languages of documents: English, and those of the eighth schedule of the Constitution. */
export const documentLanguages = [
  'English',
  'Assamese',
  'Bengali',
  'Bodo',
  'Dogri',
  'Gujarati',
  'Hindi',
  'Kannada',
  'Kashmiri',
  'Konkani',
  'Maithili',
  'Malayalam',
  'Manipuri',
  'Marathi',
  'Nepali',
  'Odia',
  'Punjabi',
  'Sanskrit',
  'Santali',
  'Sindhi',
  'Tamil',
  'Telugu',
  'Urdu',
] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

/** Who may read a document; `States`: members of its States. */
export const documentAccesses = ['everybody', 'members', 'States'] as const;
export type DocumentAccess = (typeof documentAccesses)[number];

/** What is known of a file's text; only that of `searchable` ones is searched. */
export const documentStates = ['reading', 'searchable', 'pictures', 'tooLong', 'unreadable'] as const;
export type DocumentState = (typeof documentStates)[number];

export const documentOrders = ['best', 'newest'] as const;

const noneOr = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z.enum(['', ...values], { error: message });

/** '' for none, which only a draft may have. */
const documentFields = {
  title: z
    .string({ error: text.title })
    .overwrite(withoutBreaks)
    .trim()
    .max(limits.lineLength, { error: messages.general.tooLong }),
  summary: optionalText(limits.documentSummary),
  number: z
    .string()
    .overwrite(withoutBreaks)
    .trim()
    .max(limits.documentNumber, { error: messages.general.tooLong })
    .optional()
    .default(''),
  category: z.string({ error: text.category }).trim().max(limits.lineLength, { error: text.category }),
  date: z.union([z.literal(''), isoDay(text.date)], { error: text.date }),
  language: noneOr(documentLanguages, text.language),
  access: noneOr(documentAccesses, text.access),
};
const states = z
  .union([z.string(), z.array(z.string()).max(40)], { error: text.states })
  .transform((value) => (typeof value === 'string' ? [value] : value).filter((state) => state !== ''))
  .optional();

/** What a form of the office sends; the service checks what a document needs that is no draft. */
export const documentSchema = z.object({ ...documentFields, states });
/** What a change may say of a document. */
export const documentChanges = z.object({
  title: documentFields.title.optional(),
  summary: z.string().trim().max(limits.documentSummary, { error: messages.general.tooLong }).optional(),
  number: z
    .string()
    .overwrite(withoutBreaks)
    .trim()
    .max(limits.documentNumber, { error: messages.general.tooLong })
    .optional(),
  category: documentFields.category.optional(),
  date: documentFields.date.optional(),
  language: documentFields.language.optional(),
  access: documentFields.access.optional(),
});

const sent = z.string({ error: messages.general.wrong }).optional();
/** As sent: the service checks these by {@link documentChanges}, to name them together with what only the database knows. */
const sentFields = {
  ...{ title: sent, summary: sent, number: sent, category: sent, date: sent, language: sent, access: sent },
  states,
  draft: flag.optional(),
};

const files = { file: { accept: 'any', message: text.file, maxBytes: limits.documentBytes } } as const;

/** A part of an excerpt; `mark`: one of the words that were searched. */
const excerptPart = z.object({ text: z.string(), mark: z.boolean() });
export type ExcerptPart = z.output<typeof excerptPart>;

const document = z.object({
  id: answeredId,
  title: z.string(),
  summary: z.string(),
  /** Number or citation. */
  number: z.string(),
  category: z.string(),
  /** The category's name in Hindi, where the office has written it. */
  hi: z.object({ category: z.string().optional() }),
  /** YYYY-MM-DD; '' only of a draft. */
  date: z.string(),
  language: noneOr(documentLanguages, text.language),
  access: noneOr(documentAccesses, text.access),
  /** For `content` alone. */
  states: z.array(z.string()).optional(),
  /** Null until the file has been read. */
  pages: z.number().nullable(),
  size: z.number(),
  state: z.enum(documentStates),
  /** Why the text is not searched, or not all of it; '' otherwise. */
  reason: z.string(),
  draft: z.boolean(),
  /** For members alone. */
  starred: z.boolean().optional(),
  /** Where the words of a search were found; null without a search, and without a searched text. */
  hit: z.object({ page: z.number(), excerpt: z.array(excerptPart) }).nullable(),
  version: z.number(),
  createdAt: isoDate,
});
export type LibraryDocument = z.output<typeof document>;

const openedDocument = document.extend({
  file: z.object({
    /** For two hours, unless everybody may read it. */
    address: z.string(),
    name: z.string(),
    size: z.number(),
  }),
  /** The beginning of the text, where it is searched. */
  firstLines: z.string(),
  /** For `content` alone: the earlier files, newest first. */
  versions: z
    .array(
      z.object({
        id: answeredId,
        name: z.string(),
        size: z.number(),
        by: z.string(),
        createdAt: isoDate,
        address: z.string(),
      }),
    )
    .optional(),
});
export type OpenedDocument = z.output<typeof openedDocument>;

const categoryHindi = secondTexts({ name: limits.documentCategory });
const category = z.object({ name: z.string(), count: z.number(), hi: categoryHindi, older: olderTexts });
export type DocumentCategory = z.output<typeof category>;

const anybody = { access: ['public', 'member', 'admin'], power: everyAdministrator } as const;
const answered = answerOf({ message: z.string(), document: openedDocument });

export const listDocuments = endpoint(
  'GET /Library/list',
  'Documents that the caller may read, found by words, "phrases" and -words; categories with their numbers among what was found',
  {
    ...anybody,
    query: z.object({
      search: filter,
      category: filter,
      /** Of the date. */
      year: orEmpty(z.string().regex(/^\d{4}$/)),
      language: filter,
      /** Of a member: only starred ones. */
      starred: orEmpty(flag),
      /** `draft` finds drafts, for `content` alone. */
      state: z
        .enum(['', ...documentStates, 'draft'])
        .optional()
        .default(''),
      /** `added` is newest first by the day on which it was added. */
      order: z
        .enum(['', ...documentOrders, 'added'])
        .optional()
        .default(''),
      page,
    }),
    response: answerOf({
      data: z.array(document),
      categories: z.array(category),
      pagination,
      /** No document has all of the words: these have most of them. */
      partial: z.literal(true).optional(),
    }),
  },
);

/** Unknown ones, drafts of the office and documents for others are the same NOT_FOUND. */
export const getDocument = endpoint(
  'GET /Library/get/{id}',
  'One document with the address of its file; `search` finds the page to open it at',
  {
    ...anybody,
    params: byId,
    query: z.object({ search: filter }),
    response: answerOf({ document: openedDocument }),
  },
);

export const createDocument = endpoint(
  'POST /Library/create',
  'Add a document; a draft needs only its file, whose title and date are suggested',
  {
    power: 'content',
    body: z.object(sentFields),
    files,
    response: answered,
  },
);

export const updateDocument = endpoint(
  'PATCH /Library/update/{id}',
  'Change what is sent of a document; a file is its new version; `draft: false` publishes',
  {
    power: 'content',
    params: byId,
    body: z.object({
      ...sentFields,
      version: z.coerce.number({ error: 'The version is missing' }).int().min(0),
    }),
    files,
    response: answered,
  },
);

export const deleteDocument = endpoint('DELETE /Library/delete/{id}', 'Delete a document with all its files', {
  power: 'content',
  params: byId,
  query: z.object({ version: expectedVersion }),
});

const listOfCategories = answerOf({ message: z.string(), categories: z.array(category), version: z.number() });

export const listCategories = endpoint('GET /Library/categories', 'The categories with their numbers of documents', {
  power: 'content',
  response: listOfCategories.omit({ message: true }),
});

export const categoriesSchema = z.object({
  categories: z
    .array(
      z.object({
        name: requiredText(text.categoryName, limits.documentCategory).overwrite(withoutBreaks),
        was: z.string().optional(),
        hi: categoryHindi.optional(),
      }),
      { error: text.categories },
    )
    .min(1, { error: text.categories })
    .max(limits.documentCategories, { error: text.categories }),
});

/** A category in use that is missing is WRONG_STATE. */
export const saveCategories = endpoint(
  'PATCH /Library/categories',
  'Add, rename (`was`), reorder and remove categories: the whole list in its order',
  {
    power: 'content',
    body: categoriesSchema.extend({ version: z.number({ error: 'The version is missing' }).int().min(0) }),
    response: listOfCategories,
  },
);

export const starDocument = endpoint('PATCH /Library/star/{id}', 'Keep a document among one’s own, or no longer', {
  access: ['member'],
  params: byId,
  body: z.object({ starred: flag }),
});
