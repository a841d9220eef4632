import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  choice,
  expectedVersion,
  firstOf,
  flag,
  isoDate,
  optionalText,
  optionalWebLink,
  page,
  pagination,
  pictureSet,
  readJson,
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { meetingTypes } from '#shared/options.ts';
import { withoutInvisible } from '#shared/typing.ts';
import { wire } from '#shared/wire-schemas.ts';
import { cancelReason, participation, question, questionKinds } from './participations.ts';

const text = messages.conference;

const participationRules = ['off', 'members', 'everybody'] as const;

export const conference = z.object({
  id: answeredId,
  title: wire('WebinarName', z.string()),
  meetingType: wire('MeetingType', z.string()),
  meetingId: wire('MeetingId', z.string()),
  meetingPassword: wire('MeetingPassword', z.string()),
  meetingAddress: wire('MeetingAddress', z.string()),
  meetingLink: wire('MeetingLink', z.string()),
  startsAt: wire('MeetingDate', isoDate),
  description: wire('Description', z.string()),
  pictureAddress: wire('Webinar_pic', z.string().nullable()),
  picture: pictureSet.nullable(),
  status: z.boolean(),
  /** Whether only members may see joining details, and whether this answer lacks them. */
  joinMembersOnly: z.boolean(),
  joinHidden: z.boolean(),
  /** Nobody can join any more. */
  over: z.boolean(),
  /** Who may take part; 'off': nobody. */
  participation: z.enum(participationRules),
  /** Null: unlimited. */
  places: z.number().nullable(),
  /** Free places; null without a limit. */
  free: z.number().nullable(),
  /** The end of registration; null: the start. */
  closesAt: isoDate.nullable(),
  endsAt: isoDate.nullable(),
  questions: z.array(question),
  /** Whether attendees get a certificate. */
  certificate: z.boolean(),
  cancelledAt: isoDate.nullable(),
  /** '' unless cancelled. */
  cancelReason: z.string(),
  /** A member's own participation; absent for everybody else. */
  mine: participation.nullable().optional(),
  createdAt: isoDate,
  updatedAt: isoDate,
  version: z.number(),
});
export type Conference = z.output<typeof conference>;

const moment = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine((date) => date >= limits.firstDate && date < '2100', { error });
/** Absent leaves it unchanged, '' means none. */
const optionalMoment = (error: string) =>
  z
    .union([z.literal(''), moment(error)], { error })
    .transform((value) => (value === '' ? null : new Date(value)))
    .optional();

const wrongPlaces = { error: text.places };
const placesNumber = z.coerce.number(wrongPlaces).int(wrongPlaces).min(1, wrongPlaces).max(limits.places, wrongPlaces);

const isDifferent = (options: readonly string[]) =>
  new Set(options.map((each) => withoutInvisible(each).normalize('NFKC').toLowerCase())).size === options.length;
const questionInput = z
  .object({
    id: z.string().max(100).optional(),
    text: z.string().trim().min(1).max(limits.questionLength),
    kind: z.enum(questionKinds),
    options: z.array(z.string().trim().min(1).max(limits.optionLength)).optional().default([]),
    required: z.boolean().optional().default(false),
  })
  .refine(
    ({ kind, options }) =>
      kind !== 'choice' || (options.length >= 2 && options.length <= limits.questionOptions && isDifferent(options)),
  )
  .transform(({ kind, options, ...rest }) => ({ ...rest, kind, options: kind === 'choice' ? options : [] }));
export type QuestionInput = z.output<typeof questionInput>;

/** JSON text. A question with its id is updated, one without is new. */
const questionsField = z
  .string({ error: text.questions })
  .transform((value) => (value.trim() === '' ? [] : readJson(value)))
  .pipe(
    z.array(z.unknown(), { error: text.questions }).transform((list, context) => {
      const parsed = z.array(questionInput).max(limits.questions).safeParse(list);
      const ids = parsed.data?.flatMap((each) => (each.id ? [each.id] : [])) ?? [];
      if (parsed.success && new Set(ids).size === ids.length) return parsed.data;
      context.addIssue({ code: 'custom', message: text.questions });
      return z.NEVER;
    }),
  );

const conferenceFields = {
  title: wire('WebinarName', requiredText(text.title, limits.lineLength)),
  meetingLink: wire('MeetingLink', optionalWebLink(messages.resource.format)),
  meetingAddress: wire('MeetingAddress', requiredText(text.meetingAddress, 500)),
  startsAt: wire(
    'MeetingDate',
    z
      .string({ error: text.startsAt })
      .min(1, { error: text.startsAt, abort: true })
      .pipe(z.iso.datetime({ offset: true, error: text.startsAt }))
      .refine((date) => date >= limits.firstDate && date < '2100', { error: text.startsAt }),
  ),
  meetingType: wire('MeetingType', choice(meetingTypes, text.meetingType)),
  meetingId: wire('MeetingId', optionalText(100)),
  meetingPassword: wire('MeetingPassword', optionalText(100)),
  description: wire('Description', requiredText(text.description, limits.articleLength)),
  joinMembersOnly: flag.optional().default(false),
  // Absent fields of participation stay unchanged.
  participation: choice(participationRules, text.participation).optional(),
  places: z
    .union([z.literal(''), placesNumber], { error: text.places })
    .transform((value) => (value === '' ? null : value))
    .optional(),
  closesAt: optionalMoment(text.closesAt),
  endsAt: optionalMoment(text.endsAt),
  questions: questionsField.optional(),
  certificate: flag.optional(),
};
/** `startsAt` is ISO 8601 with an offset. The service checks the order of the moments, since some may be unchanged. */
export const conferenceSchema = z.object(conferenceFields);
export type ConferenceContent = z.output<typeof conferenceSchema>;

const list = answerOf({ newConference: z.array(conference) });
const files = { picture: { wire: 'Webinar_pic', accept: 'image', message: 'Please upload a picture' } } as const;

/** Visitors and members get only active ones: an expired session gets the shorter answer. */
export const listConferences = endpoint(
  'GET /Conference/getConferences',
  'Conferences: all for administrators, active for everybody else',
  { access: ['public', 'admin'], power: ['content', 'members'], response: list },
);

/** Upcoming soonest first, then past latest first. */
export const listActiveConferences = endpoint('GET /Conference/getConferencesBystatus', 'Active conferences', {
  access: ['public'],
  query: firstOf,
  response: list,
});

/** The fields of a line in the archive. */
const archivedConference = conference.pick({
  id: true,
  title: true,
  meetingType: true,
  startsAt: true,
  over: true,
});
export type ArchivedConference = z.output<typeof archivedConference>;

/** In the same order. An empty page is NOT_FOUND, except the first. */
export const listConferenceArchive = endpoint(
  'GET /Conference/archive',
  'Active conferences after those that the Conferences page shows as cards, a page at a time',
  {
    access: ['public'],
    query: z.object({ page }),
    response: answerOf({ data: z.array(archivedConference), pagination }),
  },
);

/** Only administrators find an inactive conference. */
export const getConference = endpoint('GET /Conference/getConferences/{id}', 'One conference', {
  access: ['public'],
  params: byId,
  response: answerOf({ newConference: conference }),
});

export const createConference = endpoint(
  'POST /Conference/createConferences',
  'Add a conference; it is active at once',
  { power: 'content', body: conferenceSchema, files, fieldLimit: limits.articleBytes },
);

export const updateConference = endpoint('PATCH /Conference/updateConferences/{id}', 'Change a conference', {
  power: 'content',
  params: byId,
  body: z.object({ ...conferenceFields, version: expectedVersion }),
  files,
  fieldLimit: limits.articleBytes,
});

/** With `version`: fails with RECORD_CHANGED if somebody else has changed the record meanwhile. */
export const toggleConference = endpoint('PATCH /Conference/toggleStatus/{id}', 'Show or hide a conference', {
  power: 'content',
  params: byId,
  query: z.object({ version: expectedVersion }),
});

export const deleteConference = endpoint('DELETE /Conference/delete/{id}', 'Delete a conference with its picture', {
  power: 'content',
  params: byId,
  query: z.object({ version: expectedVersion }),
});

/** Notifies everybody who is registered, waiting or unconfirmed. The conference is shown as cancelled. */
export const cancelConference = endpoint(
  'PATCH /Conference/cancel/{id}',
  'Cancel a conference and tell all who take part',
  {
    power: ['content', 'members'],
    // It is cancelled for everybody.
    scope: 'allIndia',
    params: byId,
    body: z.object({ reason: cancelReason, version: expectedVersion }),
    response: answerOf({ message: z.string(), newConference: conference }),
  },
);
