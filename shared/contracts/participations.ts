import { z } from 'zod';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  email,
  expectedVersion,
  filter,
  flag,
  isoDate,
  optionalPhone,
  optionalText,
  orEmpty,
  page,
  pagination,
  recordId,
  requiredLetters,
  requiredText,
  writtenIn,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.participation;
export const participationId = z.object({ participationId: recordId });

export const participationStates = ['unconfirmed', 'registered', 'waiting', 'cancelled'] as const;
export type ParticipationState = (typeof participationStates)[number];

export const questionKinds = ['text', 'choice', 'yesNo'] as const;

/** A question of a conference to its participants. */
export const question = z.object({
  id: z.string(),
  text: z.string(),
  kind: z.enum(questionKinds),
  /** Of a choice; otherwise empty. */
  options: z.array(z.string()),
  required: z.boolean(),
});
export type Question = z.output<typeof question>;

/** By question id; the option of a choice, `yes` or `no` for a yesNo question. */
const answers = z.record(z.string(), z.string());
/** The service checks them against the questions; errors are named `answers.{id}`. */
const givenAnswers = z
  .record(z.string().max(100), z.string().max(limits.answerLength, { error: messages.general.tooLong }))
  .refine((values) => Object.keys(values).length <= 50, { error: messages.general.wrong });

const certificateOf = z.object({
  number: z.string(),
  /** Address of the verification. */
  verify: z.string(),
});

/** A participation for its owner and the office. */
export const participation = z.object({
  id: answeredId,
  state: z.enum(participationStates),
  /** The position in the waiting list, from 1 on; null if not waiting. */
  position: z.number().nullable(),
  answers,
  /** The content of the QR code for the door; null unless registered, and never in an answer to the office. */
  code: z.string().nullable(),
  checkedInAt: isoDate.nullable(),
  certificate: certificateOf.nullable(),
  version: z.number(),
  createdAt: isoDate,
});
export type Participation = z.output<typeof participation>;

const answered = answerOf({ message: z.string(), participation });

export const participate = endpoint(
  'POST /Conference/participate/{id}',
  'Take part in a conference, or change the answers; who finds it full joins the waiting list',
  {
    access: ['member'],
    params: byId,
    body: z.object({ answers: givenAnswers.optional().default({}) }),
    response: answered,
  },
);

export const cancelParticipation = endpoint('DELETE /Conference/participate/{id}', 'Take part no longer', {
  access: ['member'],
  params: byId,
  response: answered,
});

export const guestSchema = z.object({
  name: requiredLetters(text.name),
  email: email(text.email, messages.registration.emailFormat),
  mobile: optionalPhone(),
  answers: givenAnswers.optional().default({}),
  language: writtenIn,
});

/** The answer is the same whether or not the e-mail is a member's. */
export const participateAsGuest = endpoint(
  'POST /Conference/participateAsGuest/{id}',
  'Ask to take part as a guest; a mailed link confirms it',
  { access: ['public'], throttle: 'participation', params: byId, body: guestSchema },
);

/** A conference for somebody who takes part; joining details only while registered. */
const ownConference = z.object({
  id: answeredId,
  title: wire('WebinarName', z.string()),
  startsAt: wire('MeetingDate', isoDate),
  endsAt: isoDate.nullable(),
  meetingType: wire('MeetingType', z.string()),
  meetingAddress: wire('MeetingAddress', z.string()),
  /** Whether attendees get a certificate. */
  certificate: z.boolean(),
  meetingId: wire('MeetingId', z.string().optional()),
  meetingPassword: wire('MeetingPassword', z.string().optional()),
  meetingLink: wire('MeetingLink', z.string().optional()),
});
const guestAnswer = answerOf({
  data: z.object({
    conference: ownConference.extend({ questions: z.array(question) }),
    participation,
    /** When an unconfirmed request ends. */
    heldUntil: isoDate.nullable(),
  }),
});
export type GuestParticipation = z.output<typeof guestAnswer>['data'];

/** Changes nothing: mail scanners open links. */
export const guestParticipation = endpoint('GET /Participation/mine', 'The own participation of a guest', {
  access: ['participation'],
  writes: 'counts unknown links',
  response: guestAnswer,
});

/** `{}` confirms. */
export const changeGuestParticipation = endpoint(
  'PATCH /Participation/mine',
  'Confirm the own participation, and change its answers',
  {
    access: ['participation'],
    body: z.object({ answers: givenAnswers.optional(), version: expectedVersion }),
    response: guestAnswer,
  },
);

export const cancelGuestParticipation = endpoint('DELETE /Participation/mine', 'Take part no longer, as a guest', {
  access: ['participation'],
  response: guestAnswer,
});

const mineConference = ownConference.extend({
  /** Whether visitors see it; a member keeps seeing a hidden one. */
  status: z.boolean(),
  cancelledAt: isoDate.nullable(),
  over: z.boolean(),
});

/** Future ones soonest first, then past ones latest first. */
export const myConferences = endpoint(
  'GET /Conference/mine',
  'Conferences in which the member takes part, and the address of their calendar',
  {
    access: ['member'],
    writes: 'gives the calendar its address when it is first asked for',
    response: answerOf({
      data: z.array(z.object({ conference: mineConference, participation })),
      calendar: z.string(),
    }),
  },
);
export type MyConference = z.output<typeof myConferences.response>['data'][number];

export const replaceCalendar = endpoint(
  'POST /Conference/calendar',
  'Replace the secret address of the own calendar; the one before ends',
  { access: ['member'], response: answerOf({ message: z.string(), calendar: z.string() }) },
);

const participantFilters = [...participationStates, 'attended'] as const;

/** A line of the office's list; without a name for an erased person. */
const participant = z.object({
  id: answeredId,
  state: z.enum(participationStates),
  position: z.number().nullable(),
  name: z.string(),
  memberNumber: z.string().nullable(),
  homeState: wire('State', z.string()),
  email: z.string(),
  mobile: z.string(),
  guest: z.boolean(),
  answers,
  checkedInAt: isoDate.nullable(),
  certificate: certificateOf.nullable(),
  version: z.number(),
  createdAt: isoDate,
});
export type Participant = z.output<typeof participant>;

/** Of the whole conference, independent of the filter. */
const participantTotals = z.object({
  registered: z.number(),
  waiting: z.number(),
  cancelled: z.number(),
  attended: z.number(),
  unconfirmed: z.number(),
});

/** Registered, waiting by position, unconfirmed, cancelled. `questions` includes removed ones. */
export const listParticipants = endpoint('GET /Conference/participants/{id}', 'Who takes part in a conference', {
  power: 'members',
  reads: { lists: 'data' },
  params: byId,
  query: z.object({
    state: orEmpty(z.enum(participantFilters), messages.general.option),
    search: filter,
    homeState: wire('State', filter),
    page,
  }),
  response: answerOf({
    data: z.array(participant),
    totals: participantTotals,
    questions: z.array(question.extend({ removed: z.boolean() })),
    pagination,
  }),
});

/** How often each option was chosen by registered people; for texts only their number. */
export const participantSums = endpoint(
  'GET /Conference/answers/{id}',
  'The answers of those who are registered, added up',
  {
    power: 'members',
    params: byId,
    response: answerOf({
      data: z.array(
        question
          .extend({ removed: z.boolean() })
          .extend({ answered: z.number(), sums: z.array(z.object({ answer: z.string(), count: z.number() })) }),
      ),
    }),
  },
);

export const addParticipant = endpoint(
  'POST /Conference/addParticipant/{id}',
  'Register a member by number, or a guest by name and e-mail, whatever the waiting list',
  {
    power: 'members',
    params: byId,
    body: z
      .object({
        memberNumber: optionalText(limits.memberNumberLength),
        name: optionalText(limits.nameLength),
        email: optionalText(limits.emailLength),
        mobile: optionalPhone(),
        answers: givenAnswers.optional(),
        overbook: flag.optional().default(false),
      })
      .superRefine((input, context) => {
        if (input.memberNumber !== '') return;
        const guest = guestSchema.pick({ name: true, email: true }).safeParse(input);
        for (const issue of guest.error?.issues ?? [])
          context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
      }),
    response: answered,
  },
);

/** Registered people in the order of signing: by State, guests last. */
export const attendanceSheet = endpoint(
  'GET /Conference/attendanceSheet/{id}',
  'Everybody who is registered, by State and name, for a sheet on paper',
  {
    power: 'members',
    reads: { lists: 'data' },
    params: byId,
    response: answerOf({
      data: z.array(participant.pick({ id: true, name: true, memberNumber: true, homeState: true, guest: true })),
    }),
  },
);

/** Each change is mailed. `registered` needs a free place, or `overbook`; `waiting` is the end of the list. */
export const changeParticipant = endpoint(
  'PATCH /Conference/participant/{participationId}',
  'Move or cancel a participant',
  {
    power: 'members',
    params: participationId,
    body: z.object({
      state: z.enum(['registered', 'waiting', 'cancelled'], { error: messages.general.option }),
      overbook: flag.optional().default(false),
      version: expectedVersion,
    }),
    response: answered,
  },
);

export const eraseParticipant = endpoint(
  'DELETE /Conference/participant/{participationId}',
  'Erase the data of a guest who asks for it; a nameless line stays in the totals',
  { power: 'members', scope: 'allIndia', needsConfirmation: true, params: participationId },
);

export const exportParticipants = endpoint(
  'GET /Conference/participants/{id}/export',
  'Everybody who takes part, with the answers as columns, as CSV or XLSX',
  {
    power: 'members',
    needsConfirmation: true,
    writes: 'its line in the log',
    params: byId,
    query: z.object({ format: z.enum(['csv', 'xlsx'], { error: 'Please choose csv or xlsx' }).default('csv') }),
    response: fileResponse,
  },
);

/** Mails registered and waiting people; above a hundred by a job. The same text within ten minutes is sent once, and `sent` is then 0. */
export const tellParticipants = endpoint(
  'PATCH /Conference/tellParticipants/{id}',
  'Write to those who take part: a text, or what has changed of time, place and link',
  {
    power: 'members',
    scope: 'allIndia',
    params: byId,
    body: z
      .object({ text: optionalText(limits.textLength), changes: flag.optional().default(false) })
      .refine((input) => input.text !== '' || input.changes, { path: ['text'], error: text.tell }),
    response: answerOf({
      message: z.string(),
      sent: z.number(),
      /** For a long list; else null. */
      job: z.string().nullable(),
    }),
  },
);

/** Why a conference does not take place. */
export const cancelReason = requiredText(text.reason, limits.reasonLength);
