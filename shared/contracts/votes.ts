import { z } from 'zod';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  filter,
  flag,
  givenPassword,
  isoDate,
  isoDay,
  page,
  pagination,
  recordId,
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { answeredCeremony, exactlyOneProof } from '#shared/own-proof.ts';
import { withoutInvisible } from '#shared/typing.ts';
import { namesOf, wire } from '#shared/wire-schemas.ts';
import { memberFilter, withoutEmpty } from './letters.ts';

const text = messages.votes;

/** The sizes of a vote; its office is the only one that writes them. */
export const voteLimits = {
  title: 200,
  text: 5_000,
  questions: 20,
  candidates: 50,
  statement: 1_000,
  objection: 2_000,
  reason: 1_000,
  minHours: 1,
  maxDays: 60,
  proposalDays: 7,
  /** Below this number of voters, the editor warns that a unanimous result tells everything. */
  fewVoters: 20,
  /** Of a draft with all its questions, candidates and statements in letters of three bytes; of a proposal. */
  draftBytes: 8 * 1024 * 1024,
  proposalBytes: 1024 * 1024,
  /** In which the rest of a ballot may follow its headers: closing waits for it. */
  bodySeconds: 10,
} as const;

export const questionKinds = ['office', 'resolution'] as const;
export const majorities = ['simple', 'twoThirds', 'threeFourths'] as const;
export type Majority = (typeof majorities)[number];

/** The states of a vote, in their order. */
export const voteStates = ['draft', 'roll', 'open', 'closed', 'declared', 'cancelled'] as const;
export type VoteState = (typeof voteStates)[number];
export const outcomes = ['elected', 'tied', 'unopposed', 'vacant', 'carried', 'lost', 'noQuorum'] as const;
export type Outcome = (typeof outcomes)[number];

const optionId = z.string();
const storedOption = z.object({
  id: optionId,
  name: z.string(),
  memberNumber: z.string().nullable(),
  statement: z.string(),
});
const storedQuestion = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  title: z.string(),
  text: z.string(),
  /** Of an office; null for a resolution. */
  seats: z.number().nullable(),
  /** Whether 'None of these' is offered. */
  none: z.boolean(),
  /** Of a resolution; null for an office. */
  majority: z.enum(majorities).nullable(),
  options: z.array(storedOption),
});
export type VoteOption = z.output<typeof storedOption>;
export type VoteQuestion = z.output<typeof storedQuestion>;

const question = storedQuestion.extend({
  /** `photo`: an address, while the candidate shows their picture. */
  options: z.array(storedOption.extend({ photo: z.string().nullable() })),
});

const voteResult = z.object({
  roll: z.number(),
  papers: z.number(),
  ballots: z.number(),
  quorum: z.object({ needed: z.number(), reached: z.boolean() }),
  byState: z.array(z.object({ state: wire('State', z.string()), roll: z.number(), papers: z.number() })),
  title: z.string(),
  paperHash: z.string().nullable(),
  questions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      options: z.array(z.object({ id: z.string(), name: z.string(), votes: z.number() })),
      blank: z.number(),
      outcome: z.enum(outcomes),
      elected: z.array(z.string()),
      tied: z.array(z.string()),
    }),
  ),
});
export type VoteResult = z.output<typeof voteResult>;
/** As it is stored, under the names of {@link voteResultNames}; the hash stands beside it. */
export type CountedResult = Omit<VoteResult, 'paperHash'>;
export const voteResultNames = namesOf(voteResult);

const objection = z.object({
  id: answeredId,
  text: z.string(),
  at: isoDate,
  answer: z.string(),
  answeredAt: isoDate.nullable(),
});
export type Objection = z.output<typeof objection>;

export const proposalKinds = ['freeze', 'unfreeze', 'roll', 'extend', 'cancel', 'declare'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

const vote = z.object({
  id: answeredId,
  title: z.string(),
  text: z.string(),
  state: z.enum(voteStates),
  questions: z.array(question),
  filter: memberFilter,
  goodStanding: z.boolean(),
  opensAt: isoDate,
  closesAt: isoDate,
  quorumPercent: z.number(),
  publicResult: z.boolean(),
  withoutNotice: z.boolean(),
  notice: z.object({ id: answeredId, number: z.string().nullable(), sentAt: isoDate.nullable() }).nullable(),
  publicKey: z.string().nullable(),
  keyFingerprint: z.string().nullable(),
  rollHash: z.string().nullable(),
  /** Of what the paper says; null in a draft, and for a vote that was frozen before papers had hashes. */
  paperHash: z.string().nullable(),
  boxHash: z.string().nullable(),
  /** On the roll. */
  people: z.number(),
  cancelReason: z.string(),
  /** Of the office alone. */
  proposal: z
    .object({
      id: answeredId,
      what: z.enum(proposalKinds),
      by: z.string(),
      at: isoDate,
      text: z.string(),
      details: z.record(z.string(), z.unknown()),
      /** Whether the reader is another person than its author. */
      mayAgree: z.boolean(),
    })
    .nullable(),
  /** The same, while the roll is frozen and the notice keeps it from opening. */
  held: z.string(),
  version: z.number(),
  createdAt: isoDate,
  /** Of the member who asks; null for the office. */
  mine: z
    .object({
      onRoll: z.boolean(),
      /** Why not; '' for somebody on the roll. */
      reason: z.string(),
      /** The day of their paper. */
      paperOn: z.string().nullable(),
      objection: objection.nullable(),
      /** Under which a device keeps this member's paper; says nothing about them. */
      device: z.string(),
    })
    .nullable(),
});
export type Vote = z.output<typeof vote>;

const optional = (max: number) =>
  z.string().trim().max(max, { error: messages.general.tooLong }).optional().default('');
const knownId = z.string().max(40).optional();

const optionInput = z.object({
  id: knownId,
  name: optional(limits.nameLength),
  memberNumber: z.string().trim().max(limits.memberNumberLength).nullish(),
  statement: optional(voteLimits.statement),
});
const questionInput = z
  .object({
    id: knownId,
    kind: z.enum(questionKinds, { error: text.kind }),
    title: requiredText(text.questionTitle, voteLimits.title),
    text: optional(voteLimits.text),
    seats: z.coerce
      .number({ error: text.seats })
      .int({ error: text.seats })
      .min(0)
      .max(50, { error: text.seats })
      .nullish(),
    none: flag.optional().default(false),
    majority: z.enum(majorities, { error: text.majority }).nullish(),
    options: z.array(optionInput).max(voteLimits.candidates, { error: text.candidatesMost }).optional().default([]),
  })
  .superRefine((value, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (value.kind === 'resolution') return;
    if (value.seats !== undefined && value.seats !== null && value.seats < 1) refuse(['seats'], text.seats);
    if (value.options.length === 0) refuse(['options'], text.candidates);
    const ids = new Set<string>();
    for (const [index, { name, memberNumber }] of value.options.entries()) {
      const key = memberNumber ? `number ${memberNumber}` : `name ${withoutInvisible(name).toLowerCase()}`;
      if (!memberNumber && name === '') refuse(['options', index, 'name'], text.candidate);
      else if (ids.has(key)) refuse(['options', index, 'name'], text.twice);
      ids.add(key);
    }
  });
export type QuestionInput = z.output<typeof questionInput>;

const momentOf = (message: string) => z.iso.datetime({ offset: true, error: message });
const selection = {
  filter: memberFilter
    .optional()
    .default({})
    .transform((value) => withoutEmpty(value)),
  goodStanding: flag.optional().default(false),
};
export const voteSchema = z.object({
  title: requiredText(text.title, voteLimits.title),
  text: optional(voteLimits.text),
  questions: z
    .array(questionInput, { error: text.questions })
    .min(1, { error: text.questions })
    .max(voteLimits.questions, { error: text.questions }),
  ...selection,
  opensAt: momentOf(text.opensAt),
  closesAt: momentOf(text.closesAt),
  quorumPercent: z.coerce
    .number({ error: text.quorum })
    .int({ error: text.quorum })
    .min(0, { error: text.quorum })
    .max(100, { error: text.quorum })
    .nullish()
    .transform((value) => value ?? 0),
  publicResult: flag.optional().default(false),
  withoutNotice: flag.optional().default(false),
});
export type VoteInput = z.output<typeof voteSchema>;
const voteChanges = z.object({
  ...voteSchema.partial().shape,
  // Absent: unchanged, without the defaults of a new one.
  text: z.string().trim().max(voteLimits.text, { error: messages.general.tooLong }).optional(),
  filter: memberFilter.transform((value) => withoutEmpty(value)).optional(),
  goodStanding: flag.optional(),
  quorumPercent: z.coerce
    .number({ error: text.quorum })
    .int({ error: text.quorum })
    .min(0, { error: text.quorum })
    .max(100, { error: text.quorum })
    .optional(),
  publicResult: flag.optional(),
  withoutNotice: flag.optional(),
  version: expectedVersion,
});
export type VoteChange = Omit<z.output<typeof voteChanges>, 'version'>;

const answered = answerOf({ message: z.string(), vote });
const power = 'votes' as const;
const readers = { access: ['member', 'admin'], power } as const;
/** The result may be public. */
const everybody = { access: ['public', 'member', 'admin'], power } as const;

export const listVotes = endpoint('GET /Votes/list', 'Votes, newest first: all for the office, a member’s own', {
  ...readers,
  query: z.object({ page }),
  response: answerOf({ data: z.array(vote), pagination }),
});

export const getVote = endpoint('GET /Votes/get/{id}', 'A vote', {
  ...readers,
  params: byId,
  response: answerOf({ vote }),
});

export const createVote = endpoint('POST /Votes/create', 'Write the draft of a vote', {
  power,
  bodyLimit: voteLimits.draftBytes,
  body: voteSchema,
  response: answered,
});

export const updateVote = endpoint('PATCH /Votes/update/{id}', 'Change what is sent of a draft', {
  power,
  params: byId,
  bodyLimit: voteLimits.draftBytes,
  body: voteChanges,
  response: answered,
});

export const deleteVote = endpoint('DELETE /Votes/delete/{id}', 'Delete a draft', { power, params: byId });

export const countVoters = endpoint('POST /Votes/count', 'How many members a selection has at this moment', {
  power,
  body: z.object(selection),
  response: answerOf({ data: z.object({ people: z.number() }) }),
});

const candidate = z.object({ memberNumber: z.string(), name: z.string(), state: wire('State', z.string()) });
export type FoundCandidate = z.output<typeof candidate>;
export const findCandidates = endpoint('GET /Votes/candidates', 'Members who may be candidates, by name or number', {
  power,
  reads: { lists: 'data' },
  query: z.object({ search: z.string().trim().min(2).max(limits.nameLength) }),
  response: answerOf({ data: z.array(candidate) }),
});

const numbers = z.array(z.string().trim().min(1).max(limits.memberNumberLength)).max(1_000).optional();
export const proposalSchema = z.object({
  what: z.enum(proposalKinds),
  version: expectedVersion,
  add: numbers,
  remove: numbers,
  reason: z.string().trim().max(voteLimits.reason, { error: messages.general.tooLong }).optional(),
  opensAt: momentOf(text.opensAt).optional(),
  closesAt: momentOf(text.closesAt).optional(),
  lots: z.record(z.string(), z.array(z.string()).max(voteLimits.candidates), { error: text.lots }).optional(),
  bearers: z
    .object({
      from: isoDay(text.from),
      until: z.union([isoDay(text.until), z.literal('').transform(() => null)]).nullish(),
    })
    .nullish(),
  news: flag.optional(),
});
export type ProposalInput = z.output<typeof proposalSchema>;

export const proposeVote = endpoint(
  'PATCH /Votes/propose/{id}',
  'Propose an important step, to which another administrator has to agree',
  {
    power,
    needsConfirmation: true,
    params: byId,
    bodyLimit: voteLimits.proposalBytes,
    body: proposalSchema,
    response: answered,
  },
);

const decided = {
  power,
  needsConfirmation: true,
  params: byId,
  body: z.object({ proposal: recordId, version: expectedVersion }),
  response: answered,
} as const;
export const agreeToVote = endpoint(
  'PATCH /Votes/agree/{id}',
  'Agree to what waits; it is carried out at once',
  decided,
);
export const refuseVote = endpoint('PATCH /Votes/refuse/{id}', 'Refuse what waits', decided);

const rollRow = z.object({
  memberNumber: z.string(),
  name: z.string(),
  state: wire('State', z.string()),
  addedBecause: z.string(),
  paperOn: z.string().nullable(),
});
export type RollRow = z.output<typeof rollRow>;
export const voteRoll = endpoint('GET /Votes/roll/{id}', 'The roll, and how many have taken their paper', {
  power,
  reads: { lists: 'data' },
  params: byId,
  query: z.object({ search: filter, state: wire('State', filter), page }),
  response: answerOf({
    data: z.array(rollRow),
    totals: z.object({ people: z.number(), papers: z.number() }),
    byState: z.array(z.object({ state: wire('State', z.string()), people: z.number(), papers: z.number() })),
    hashes: z.array(z.object({ hash: z.string(), at: isoDate, people: z.number() })),
    pagination,
  }),
});

export const objectToRoll = endpoint('POST /Votes/object/{id}', 'Object to the frozen roll, once', {
  access: ['member'],
  params: byId,
  body: z.object({ text: requiredText(messages.votes.objection, voteLimits.objection) }),
  response: answerOf({ message: z.string(), objection }),
});

const officeObjection = objection.extend({ memberNumber: z.string(), name: z.string() });
export type OfficeObjection = z.output<typeof officeObjection>;
export const listObjections = endpoint('GET /Votes/objections/{id}', 'What members object to the roll', {
  power,
  reads: { lists: 'data' },
  params: byId,
  response: answerOf({ data: z.array(officeObjection) }),
});
export const answerObjection = endpoint('PATCH /Votes/answerObjection/{id}', 'Answer an objection', {
  power,
  params: byId,
  body: z.object({ text: requiredText(text.answer, voteLimits.objection) }),
  response: answerOf({ message: z.string(), objection: officeObjection }),
});

/** Bytes in base64url without padding. */
export const takePaper = endpoint('POST /Votes/paper/{id}', 'Take a paper: a blind signature, once for each voter', {
  access: ['member'],
  unlogged: true,
  params: byId,
  body: z
    .object({
      password: givenPassword(messages.votes.password).optional(),
      ...answeredCeremony,
      blinded: z.string({ error: messages.general.wrong }).regex(/^[\w-]{512}$/, { error: messages.general.wrong }),
    })
    .refine(...exactlyOneProof('password', messages.votes.password)),
  response: answerOf({ blindSignature: z.string() }),
});

/** Wrong values are refused by the handler, in the order of its checks. */
const any = z.unknown().optional();
export const castBallot = endpoint('POST /Votes/cast/{id}', 'Put a ballot into the box, without a login', {
  access: ['public'],
  anonymous: true,
  unlogged: true,
  params: byId,
  bodySeconds: voteLimits.bodySeconds,
  body: z.object({ message: any, signature: any, key: any, counter: any, ballot: any, ballotSignature: any }),
  response: answerOf({ receipt: z.string() }),
});

export const voteResults = endpoint('GET /Votes/result/{id}', 'The counts and what they mean, from closing on', {
  ...everybody,
  params: byId,
  response: answerOf({ data: voteResult }),
});

export const voteBox = endpoint('GET /Votes/box/{id}', 'The box, for all who want to count again', {
  ...everybody,
  params: byId,
  response: fileResponse,
});

export const voteMinutes = endpoint('GET /Votes/minutes/{id}', 'The minutes of the vote as a PDF', {
  power,
  params: byId,
  response: fileResponse,
});

/** The name of the file with a vote's minutes, after its title. */
export const minutesName = (title: string) =>
  `minutes-${title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/-$/, '')}.pdf`;
