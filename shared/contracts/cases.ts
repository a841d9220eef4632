import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, optionalText, requiredText } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';

const text = messages.cases;

const required = (max: number, message: string = text.empty) => requiredText(message, max);
/** Missing or wrong is told at the field. */
const version = z.coerce.number({ error: text.version }).int({ error: text.version }).min(0, { error: text.version });
const needsVersion = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? 'none' : value),
  version,
);

// Kinds.

const step = z.object({ title: required(100, text.title), days: z.number().int().min(0).max(365) });
const caseKind = z.object({
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
