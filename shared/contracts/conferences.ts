import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
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
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { meetingTypes } from '#shared/options.ts';
import { cancelReason, participation, question, questionKinds } from './participations.ts';

const text = messages.conference;

const participationRules = ['off', 'members', 'everybody'] as const;

const conference = z.object({
  _id: z.string(),
  WebinarName: z.string(),
  MeetingType: z.string(),
  MeetingId: z.string(),
  MeetingPassword: z.string(),
  MeetingAddress: z.string(),
  MeetingLink: z.string(),
  MeetingDate: isoDate,
  Description: z.string(),
  Webinar_pic: z.string().nullable(),
  picture: pictureSet.nullable(),
  status: z.boolean(),
  /** Joining details are for members only; `joinHidden`: and they were left out of this answer. */
  joinMembersOnly: z.boolean(),
  joinHidden: z.boolean(),
  /** Nobody can join any more. */
  over: z.boolean(),
  /** Who may take part: 'off' is nobody, since nobody is asked. */
  participation: z.enum(participationRules),
  /** Null: as many as come. */
  places: z.number().nullable(),
  /** Places that are left; null without a limit. */
  free: z.number().nullable(),
  /** The last moment to take part; null: the start. */
  closesAt: isoDate.nullable(),
  endsAt: isoDate.nullable(),
  questions: z.array(question),
  /** Whether those who come are given a certificate. */
  certificate: z.boolean(),
  cancelledAt: isoDate.nullable(),
  /** Why it was cancelled; '' unless it was. */
  cancelReason: z.string(),
  /** A member's own part; absent for everybody else. */
  mine: participation.nullable().optional(),
  createdAt: isoDate,
  updatedAt: isoDate,
  version: z.number(),
});
export type Conference = z.output<typeof conference>;

const moment = (error: string) =>
  z.iso.datetime({ offset: true, error }).refine((date) => date >= limits.firstDate && date < '2100', { error });
/** Absent leaves what is there, '' means none. */
const optionalMoment = (error: string) =>
  z
    .union([z.literal(''), moment(error)], { error })
    .transform((value) => (value === '' ? null : new Date(value)))
    .optional();

const wrongPlaces = { error: text.places };
const placesNumber = z.coerce.number(wrongPlaces).int(wrongPlaces).min(1, wrongPlaces).max(limits.places, wrongPlaces);

const isDifferent = (options: readonly string[]) =>
  new Set(options.map((each) => each.toLowerCase())).size === options.length;
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

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON text. A question that is sent back with its id stays the same one. */
const questionsField = z
  .string({ error: text.questions })
  .transform((value) => (value.trim() === '' ? [] : parsedJson(value)))
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
  WebinarName: requiredText(text.WebinarName, limits.lineLength),
  MeetingLink: optionalWebLink(messages.resource.format),
  MeetingAddress: requiredText(text.MeetingAddress, 500),
  MeetingDate: z
    .string({ error: text.MeetingDate })
    .min(1, { error: text.MeetingDate, abort: true })
    .pipe(z.iso.datetime({ offset: true, error: text.MeetingDate }))
    .refine((date) => date >= limits.firstDate && date < '2100', { error: text.MeetingDate }),
  MeetingType: choice(meetingTypes, text.MeetingType),
  MeetingId: optionalText(100),
  MeetingPassword: optionalText(100),
  Description: requiredText(text.Description, limits.articleLength),
  joinMembersOnly: flag.optional().default(false),
  // What concerns those who take part stays as it is unless it is sent.
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
/** `MeetingDate` is ISO 8601 with an offset. Whether the moments agree is seen when it is known what stays as it is. */
export const conferenceSchema = z.object(conferenceFields);
export type ConferenceContent = z.output<typeof conferenceSchema>;

const list = answerOf({ newConference: z.array(conference) });
const files = { Webinar_pic: { accept: 'image', message: 'Please upload a picture' } } as const;

/** For everybody but administrators only the active ones: an answer to a session that has ended is the shorter one. */
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

/** What a line of the archive tells of a conference. */
const archivedConference = conference.pick({
  _id: true,
  WebinarName: true,
  MeetingType: true,
  MeetingDate: true,
  over: true,
});
export type ArchivedConference = z.output<typeof archivedConference>;

/** In the same order. A page without anything on it is NOT_FOUND, but for the first. */
export const listConferenceArchive = endpoint(
  'GET /Conference/archive',
  'Active conferences after those that the Conferences page shows as cards, a page at a time',
  {
    access: ['public'],
    query: z.object({ page }),
    response: answerOf({ data: z.array(archivedConference), pagination }),
  },
);

/** An inactive conference is found by administrators only. */
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

/** With `version` a record that somebody else has changed meanwhile is left as it is (RECORD_CHANGED). */
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

/** Everybody who takes part, waits or has yet to confirm is told. Shown as cancelled from then on. */
export const cancelConference = endpoint(
  'PATCH /Conference/cancel/{id}',
  'Cancel a conference and tell all who take part',
  {
    power: ['content', 'members'],
    params: byId,
    body: z.object({ reason: cancelReason, version: expectedVersion }),
    response: answerOf({ message: z.string(), newConference: conference }),
  },
);
