import { z } from 'zod';
import { consentPurposes } from '#shared/consents.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, isoDate, language } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';

const consent = z.object({
  purpose: z.enum(consentPurposes),
  given: z.boolean(),
  /** Rests on membership itself. */
  needed: z.boolean(),
  /** Null where it is not known since when. */
  since: isoDate.nullable(),
  /** Of the notice; null before there was one. */
  version: z.number().nullable(),
});
export type Consent = z.output<typeof consent>;

/** Its texts are sentences in the language of the call. */
export const mySummary = endpoint(
  'GET /MyData/summary',
  'What the association holds about the member, who has seen it, and what was agreed to',
  {
    access: ['member'],
    response: answerOf({
      data: z.object({
        /** By the wire's names, in the order of the form. */
        held: z.array(
          z.object({
            field: z.string(),
            label: z.string(),
            purpose: z.string(),
            seenBy: z.string(),
            kept: z.string(),
            given: z.boolean(),
          }),
        ),
        counts: z.object({
          logins: z.number(),
          mails: z.number(),
          payments: z.number(),
          letters: z.number(),
          conferences: z.number(),
        }),
        /** By month, the newest first; never who it was. */
        readings: z.array(
          z.object({
            month: z.string(),
            power: z.string().nullable(),
            state: z.string().nullable(),
            what: z.string(),
            times: z.number(),
          }),
        ),
        sharedWith: z.array(z.object({ name: z.string(), purpose: z.string(), data: z.string() })),
        consents: z.array(consent),
      }),
    }),
  },
);
export type MySummary = z.output<typeof mySummary.response>['data'];

export const changeConsent = endpoint(
  'PATCH /MyData/consent',
  'Give or take back one consent: either takes the same presses',
  {
    access: ['member'],
    body: z.object({
      purpose: z.enum(consentPurposes, { error: messages.privacy.purpose }),
      given: z.boolean({ error: messages.privacy.given }),
    }),
    response: answerOf({ message: z.string(), consent }),
  },
);

/** The forms of the notice. */
const noticeForms = ['registration', 'contact', 'guest', 'use'] as const;

export const privacyNotice = endpoint(
  'GET /Privacy/notice',
  'What is asked for, what for, who sees it and how long it is kept',
  {
    access: ['public'],
    query: z.object({ language: language.optional().default('en') }),
    response: answerOf({
      data: z.object({
        items: z.array(
          z.object({
            form: z.enum(noticeForms),
            field: z.string(),
            label: z.string(),
            purpose: z.string(),
            seenBy: z.string(),
            kept: z.string(),
          }),
        ),
        rights: z.array(z.object({ what: z.string(), href: z.string() })),
        /** By what somebody is found who asks. */
        identifiers: z.array(z.string()),
        /** In which a request is answered. */
        days: z.number(),
        board: z.object({ name: z.string(), address: z.string() }),
        contact: z.object({ name: z.string(), designation: z.string(), email: z.string(), phone: z.string() }),
      }),
    }),
  },
);
export type PrivacyNotice = z.output<typeof privacyNotice.response>['data'];

export const listRetention = endpoint(
  'GET /Privacy/retention',
  'How long each table of the database is kept, and what ends that',
  {
    power: 'full',
    response: answerOf({
      data: z.array(
        z.object({
          table: z.string(),
          what: z.string(),
          class: z.enum(['person', 'money', 'log', 'content', 'technical']),
          kept: z.string(),
          ends: z.string(),
        }),
      ),
    }),
  },
);
