import { z } from 'zod';
import { endpoint, type FileRules, fileResponse } from '#shared/endpoint.ts';
import {
  answerOf,
  byId,
  email,
  filter,
  flag,
  isoDate,
  isoDay,
  mobile,
  optionalText,
  orEmpty,
  page,
  pagination,
  requiredLetters,
  requiredText,
  writtenIn,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.cases;

export const caseStates = ['open', 'working', 'waiting', 'resolved', 'closed'] as const;
export const outcomes = ['granted', 'partly', 'refused', 'withdrawn', 'referred', 'no answer'] as const;
export const ratings = ['good', 'fair', 'poor'] as const;

const required = (max: number, message: string = text.empty) => requiredText(message, max);
/** Missing or wrong is told at the field. */
const version = z.coerce.number({ error: text.version }).int({ error: text.version }).min(0, { error: text.version });
const needsVersion = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? 'none' : value),
  version,
);

// Kinds.

const step = z.object({ title: required(100, text.title), days: z.number().int().min(0).max(365) });
export const caseKind = z.object({
  id: z.string(),
  title: z.string(),
  titleHi: z.string(),
  hint: z.string(),
  hintHi: z.string(),
  urgent: z.boolean(),
  answerDays: z.number(),
  endDays: z.number(),
  forVisitors: z.boolean(),
  /** Of an urgent kind: false where too few would see it; `telephone` is then the office's. */
  offered: z.boolean(),
  telephone: z.string().optional(),
  steps: z.array(z.object({ title: z.string(), days: z.number() })).optional(),
  onlyCircle: z.boolean().optional(),
  circle: z.array(z.string()).optional(),
  active: z.boolean().optional(),
  version: z.number().optional(),
});
export type CaseKind = z.output<typeof caseKind>;

export const listCaseKinds = endpoint('GET /Cases/kinds', 'What can be asked of the association', {
  access: ['public', 'member', 'admin'],
  power: 'cases',
  response: answerOf({ data: z.array(caseKind) }),
});

const days = (min: number, max: number) =>
  z.coerce
    .number({ error: text.days })
    .int({ error: text.days })
    .min(min, { error: text.days })
    .max(max, { error: text.days });
export const caseKindFields = z.object({
  title: required(100, text.title),
  titleHi: optionalText(100),
  hint: required(1_000),
  hintHi: optionalText(1_000),
  answerDays: days(0, 90),
  endDays: days(1, 365),
  steps: z.array(step, { error: text.steps }).max(20, { error: text.steps }).default([]),
  urgent: z.boolean().default(false),
  onlyCircle: z.boolean().default(false),
  circle: z.array(z.string(), { error: text.circle }).max(50, { error: text.circle }).default([]),
  forVisitors: z.boolean().default(false),
  active: z.boolean().default(true),
});
const optionalKind = z.object({
  title: required(100, text.title).optional(),
  titleHi: z.string().trim().max(100, { error: messages.general.tooLong }).optional(),
  hint: required(1_000).optional(),
  hintHi: z.string().trim().max(1_000, { error: messages.general.tooLong }).optional(),
  answerDays: days(0, 90).optional(),
  endDays: days(1, 365).optional(),
  steps: z.array(step, { error: text.steps }).max(20, { error: text.steps }).optional(),
  urgent: z.boolean().optional(),
  onlyCircle: z.boolean().optional(),
  circle: z.array(z.string(), { error: text.circle }).max(50, { error: text.circle }).optional(),
  forVisitors: z.boolean().optional(),
  active: z.boolean().optional(),
  version: needsVersion,
});
const oneKind = answerOf({ message: z.string(), kind: caseKind });

export const createCaseKind = endpoint('POST /Cases/kinds', 'Add a kind of case', {
  power: 'full',
  body: caseKindFields.refine(({ answerDays, endDays }) => endDays >= answerDays, {
    path: ['endDays'],
    error: text.order,
  }),
  response: oneKind,
});
export const updateCaseKind = endpoint('PATCH /Cases/kinds/{id}', 'Change a kind of case; what is not sent stays', {
  power: 'full',
  params: z.object({ id: z.string().max(100) }),
  body: optionalKind,
  response: oneKind,
});

// One case.

const file = z.object({ id: z.string(), name: z.string(), size: z.number(), type: z.string() });
const isoNull = isoDate.nullable();
const message = z.object({
  id: z.string(),
  at: isoDate,
  by: z.enum(['person', 'office']),
  text: z.string(),
  files: z.array(file),
  until: z.string().nullable(),
});
const administrator = z.object({ id: z.string(), email: z.string() });
const row = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.object({ id: z.string(), title: z.string(), titleHi: z.string(), urgent: z.boolean() }),
  subject: z.string(),
  homeState: wire('State', z.string().nullable()),
  state: z.enum(caseStates),
  turn: z.enum(['office', 'person']),
  due: z.enum(['answer', 'step', 'end']).nullable(),
  dueAt: isoNull,
  answerBy: z.string().nullable(),
  endBy: z.string().nullable(),
  createdAt: isoDate,
  openedBy: z.enum(['person', 'office']),
  resolvedAt: isoNull,
  closedAt: isoNull,
  outcome: z.object({ outcome: z.enum(outcomes), text: z.string() }).nullable(),
  rating: z.object({ rating: z.enum(ratings), text: z.string() }).nullable(),
  mayRate: z.boolean(),
  mayReopen: z.boolean(),
  version: z.number(),
});
const person = z.object({
  id: z.string().nullable(),
  name: z.string(),
  memberNumber: z.string().nullable(),
  membership: z.string(),
  district: wire('District', z.string()),
  email: z.string(),
  mobile: wire('mobile_no', z.string()),
});
export const caseOf = z.object({
  ...row.shape,
  text: z.string(),
  files: z.array(file),
  messages: z.array(message),
  person: person.optional(),
  reachable: z.boolean().optional(),
  handler: administrator.nullable().optional(),
  handlers: z.array(administrator).optional(),
  notes: z.array(z.object({ id: z.string(), at: isoDate, by: z.string(), text: z.string() })).optional(),
  steps: z
    .array(
      z.object({ id: z.string(), title: z.string(), days: z.number(), dueOn: z.string().nullable(), doneAt: isoNull }),
    )
    .optional(),
  earlier: z
    .array(
      z.object({
        id: z.string(),
        number: z.string(),
        kind: z.object({ id: z.string(), title: z.string(), urgent: z.boolean() }),
        state: z.enum(caseStates),
      }),
    )
    .optional(),
  log: z.array(z.object({ at: isoDate, by: z.string(), action: z.string(), text: z.string() })).optional(),
});
export type Case = z.output<typeof caseOf>;
const changed = answerOf({ message: z.string(), case: caseOf });

const files = {
  files: { accept: 'any', message: text.files, several: limits.caseFiles },
} as const satisfies FileRules;
const fieldLimit = limits.caseText * 4;

export const openCase = endpoint('POST /Cases/open', 'Ask the association', {
  access: ['member', 'public', 'admin'],
  power: 'cases',
  throttle: 'contact',
  deadToken: 'refused',
  accepted: true,
  files,
  fieldLimit,
  body: z.object({
    kind: requiredText(text.kind, 100),
    subject: required(200, text.subject),
    text: required(limits.caseText, text.text),
    person: z.string().trim().max(limits.lineLength).optional(),
  }),
  variants: {
    public: z.object({
      kind: requiredText(text.kind, 100),
      subject: required(200, text.subject),
      text: required(limits.caseText, text.text),
      name: requiredLetters(messages.contact.name),
      email: email(messages.contact.email, messages.contact.email),
      mobile: wire(
        'mobile_no',
        z
          .union([
            z.literal('').transform(() => ''),
            mobile(messages.registration.mobileFormat, messages.registration.mobileFormat),
          ])
          .optional()
          .default(''),
      ),
      language: writtenIn,
    }),
  },
  response: answerOf({
    message: z.string(),
    case: z.union([caseOf, z.object({ id: z.string(), number: z.string() })]).optional(),
    told: z.number().optional(),
  }),
});

export const confirmCase = endpoint('PATCH /Cases/confirm', 'A visitor confirms what they have asked', {
  access: ['case'],
  response: changed,
});

const shown = row.extend({ overdue: z.boolean().optional(), handler: administrator.nullable().optional() });
export const ownCases = endpoint('GET /Cases/mine', 'What one has asked the association', {
  access: ['member', 'case'],
  query: z.object({ page }),
  response: answerOf({ data: z.array(shown), pagination }),
});

export const getCase = endpoint('GET /Cases/get/{id}', 'One case', {
  access: ['member', 'admin', 'case'],
  power: 'cases',
  params: byId,
  reads: { opens: 'case', of: 'case' },
  writes: 'that the office has read the last word',
  response: answerOf({ case: caseOf }),
});

export const caseFile = endpoint('GET /Cases/file/{id}', 'A file of a case', {
  access: ['member', 'admin', 'case'],
  power: 'cases',
  params: byId,
  response: fileResponse,
});

export const writeMessage = endpoint('POST /Cases/message/{id}', 'Write in a case, for both sides to read', {
  access: ['member', 'admin', 'case'],
  power: 'cases',
  params: byId,
  files,
  fieldLimit,
  body: z.object({
    text: required(limits.caseText),
    expects: z.enum(['answer', 'nothing'], { error: messages.general.option }).optional(),
  }),
  variants: {
    member: z.object({ text: required(limits.caseText) }),
    case: z.object({ text: required(limits.caseText) }),
  },
  response: changed,
});

export const writeNote = endpoint('POST /Cases/note/{id}', 'Write a note that only the office reads', {
  power: 'cases',
  params: byId,
  body: z.object({ text: required(limits.caseText) }),
  response: changed,
});

const caseFilters = z.object({
  turn: orEmpty(z.enum(['mine', 'office', 'person']), messages.general.option),
  kind: filter,
  homeState: wire('State', filter),
  handler: filter,
  state: orEmpty(z.enum(caseStates), messages.general.option),
  overdue: flag.optional(),
  search: filter,
});
const restricted = z.object({
  id: z.string(),
  number: z.string(),
  kind: row.shape.kind,
  homeState: wire('State', z.string().nullable()),
  createdAt: isoDate,
  dueAt: isoNull,
  closedAt: isoNull,
  restricted: z.literal(true),
});

export const listCases = endpoint('GET /Cases/list', 'Cases, by what is due', {
  power: 'cases',
  reads: { lists: 'data' },
  query: caseFilters.extend({ page }),
  response: answerOf({
    data: z.array(z.union([restricted, shown.extend({ person: person.optional() })])),
    totals: z.object({ mine: z.number(), waiting: z.number(), overdue: z.number() }),
    pagination,
  }),
});

export const exportCases = endpoint('GET /Cases/export', 'The list of cases without texts and people', {
  power: 'cases',
  needsConfirmation: true,
  query: caseFilters.extend({ format: z.enum(['csv', 'xlsx'], { error: messages.general.option }).default('csv') }),
  response: fileResponse,
});

const versioned = z.object({ version: needsVersion });
/** Without `case` where who hands a case on may not see it any more. */
const handed = answerOf({ message: z.string(), case: caseOf.optional() });
export const takeCase = endpoint('PATCH /Cases/take/{id}', 'Become the handler of a case', {
  power: 'cases',
  params: byId,
  body: versioned,
  response: changed,
});
export const handCase = endpoint('PATCH /Cases/hand/{id}', 'Hand a case to another administrator or State', {
  power: 'cases',
  params: byId,
  body: versioned.extend({
    to: z.string().max(100).optional(),
    homeState: wire('State', z.string().max(100).optional()),
  }),
  response: handed,
});
export const stepCase = endpoint('PATCH /Cases/step/{id}', 'Tick, move or add a step', {
  power: 'cases',
  params: byId,
  body: versioned.extend({
    step: z.string().max(100).optional(),
    title: required(100, text.title).optional(),
    days: days(0, 365).optional(),
    done: flag.optional(),
    dueOn: isoDay(text.day).optional(),
    reason: optionalText(1_000),
  }),
  response: changed,
});
export const interimCase = endpoint('PATCH /Cases/interim/{id}', 'Give an interim answer, which moves the end once', {
  power: 'cases',
  params: byId,
  body: versioned.extend({ until: isoDay(text.until), text: required(1_000) }),
  response: changed,
});
export const resolveCase = endpoint('PATCH /Cases/resolve/{id}', 'Say what came of a case', {
  power: 'cases',
  params: byId,
  body: versioned.extend({ outcome: z.enum(outcomes, { error: text.outcome }), text: required(500, text.outcomeText) }),
  response: changed,
});
export const rateCase = endpoint('PATCH /Cases/rate/{id}', 'Rate what came of a case', {
  access: ['member', 'case'],
  params: byId,
  body: z.object({ rating: z.enum(ratings, { error: text.rating }), text: optionalText(500) }),
  response: changed,
});
export const reopenCase = endpoint('PATCH /Cases/reopen/{id}', 'Ask again, once', {
  access: ['member', 'case'],
  params: byId,
  body: z.object({ text: required(limits.caseText) }),
  response: changed,
});
export const settleCase = endpoint('PATCH /Cases/settle/{id}', 'Say that a case is settled', {
  access: ['member', 'case'],
  params: byId,
  response: changed,
});
