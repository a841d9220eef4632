import { z } from 'zod';
import { correction } from '#shared/contracts/corrections.ts';
import { officeBounced, officeRecord } from '#shared/contracts/members.ts';
import { agreeingCredit, gatewayPayment, personMoney } from '#shared/contracts/payments.ts';
import { personFiles, personSchema } from '#shared/contracts/person.ts';
import { endpoint, opened } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  filter,
  flag,
  isoDate,
  option,
  optionalText,
  orEmpty,
  page,
  pagination,
  recordId,
  writtenIn,
} from '#shared/fields.ts';
import { membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { mailStates, paymentStatuses, registrationStatuses } from '#shared/options.ts';
import { person } from '#shared/person.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { wire } from '#shared/wire-schemas.ts';

/** Body of a registration, by the applicant and by the office (only the required files differ). */
export const registrationSchema = personSchema('registration').safeExtend({
  termsVersion: optionalText(40),
  language: writtenIn,
});
export type RegistrationInput = z.input<typeof registrationSchema>;
export type Registration = z.output<typeof registrationSchema>;

/** Registers an applicant; by an administrator: Add Prosecutor. */
export const registerMember = endpoint('POST /Directory/Create', 'Register as a member', {
  access: ['public', 'admin'],
  power: 'members',
  throttle: 'registration',
  body: registrationSchema,
  files: personFiles({ public: 'registration', admin: 'addProsecutor' }),
  response: answerOf({
    message: z.string(),
    directory: z.object({ id: answeredId, reference: z.string(), paymentId: z.string() }),
    /** Path of the applicant's own page, with a secret of its own; absent for an administrator. */
    application: z.string().optional(),
  }),
});

export const uploadPaymentScreenshot = endpoint(
  'PATCH /Directory/updatePaymentScreenshot/{id}',
  'Send the proof of payment of a registration',
  {
    access: ['public', 'admin'],
    power: ['members', 'money'],
    throttle: 'payment',
    params: byId,
    body: personSchema('payment'),
    files: personFiles({ public: 'payment', admin: 'payment' }),
  },
);

/** The payment step, without personal data. `state` closed: accepted, decided or rejected. */
export const getRegistration = endpoint(
  'GET /Directory/registration/{id}',
  'What the payment step shows of a registration',
  {
    access: ['public'],
    params: byId,
    response: answerOf({
      data: z.object({
        id: answeredId,
        reference: z.string(),
        /** Of its open payment. */
        paymentId: z.string(),
        membership: z.string(),
        /** Whole rupees. */
        fee: z.number(),
        state: z.enum(['payment_due', 'payment_sent', 'closed']),
      }),
    }),
  },
);

export const usualTimes = endpoint('GET /Directory/usualTimes', 'How long the office usually takes, in rough words', {
  access: ['public'],
  response: answerOf({
    data: z.object({
      /** From the proof of payment to the decision, such as 'usually 2 days'; '' after too few decisions to say. */
      decision: z.string(),
    }),
  }),
});

/** `membership` begins with Patron, `payment` with unpaid ones; a dash reverses the order. */
export const registrationSorts = [
  'newest',
  'oldest',
  'name',
  '-name',
  'membership',
  '-membership',
  'payment',
  '-payment',
] as const;
export type RegistrationSort = (typeof registrationSorts)[number];

/** The filter of a list of registrations; empty and absent both mean 'all'. */
export const registrationFilter = {
  /** Part of the name, e-mail, mobile number, reference or UTR. */
  search: filter,
  membership: filter,
  state: wire('State', filter),
  payment: orEmpty(z.union([option(paymentStatuses, messages.general.option), z.literal('none')])),
  /** The state of a requested correction. */
  correction: z.enum(['', 'asked', 'answered']).optional().default(''),
};

/** A registration for the office. */
const registrationRecord = officeRecord.extend({
  correction: correction.nullable(),
  /** A new one in which the applicant has done everything: the office can decide. */
  ready: z.boolean(),
});
export type RegistrationRecord = z.output<typeof registrationRecord>;

const listQuery = {
  status: option(registrationStatuses, messages.general.option),
  ...registrationFilter,
  sort: z.enum(registrationSorts).optional().default('newest'),
};

export const listRegistrations = endpoint(
  'GET /Directory/getbyStatus',
  'Registrations of one status, newest first; of the new ones those first that are ready to be decided, of these and the rest corrected ones',
  {
    reads: { lists: 'data' },
    power: 'members',
    query: z.object({ ...listQuery, page }),
    response: answerOf({
      data: z.array(registrationRecord),
      pagination,
      /** The number of matches in each status. */
      counts: z.record(z.enum(registrationStatuses), z.number()),
    }),
  },
);

/** For going through the registrations of a list one by one in the review dialog. */
export const queueRegistrations = endpoint(
  'GET /Directory/queue',
  'The registrations of a list around one of its pages, by id, in order',
  {
    power: 'members',
    query: z.object({ ...listQuery, page }),
    response: answerOf({
      /** At most a thousand. */
      ids: z.array(z.string()),
      /** The number of registrations before the first of them, and in all. */
      offset: z.number(),
      total: z.number(),
    }),
  },
);

/** The content of the review dialog besides the record. */
export const reviewRegistration = endpoint(
  'GET /Directory/review/{id}',
  'One record with warnings, decisions and mails',
  {
    reads: { opens: 'record' },
    power: 'members',
    params: byId,
    response: answerOf({
      data: registrationRecord,
      /** Null without the power over money. */
      money: personMoney.nullable(),
      /** Whole rupees, as asked for with the registration. */
      fee: z.number(),
      /** A matching open line of a bank statement. */
      credit: agreeingCredit.nullable(),
      /** Of one that was paid online: the day, and the gateway's payment. */
      online: gatewayPayment.extend({ on: z.string() }).nullable(),
      /** When the record is deleted automatically; null without a date. */
      removalAt: isoDate.nullable(),
      /** A member's login needs a code. */
      secondFactor: z.boolean(),
      /** Bounces of the e-mail; null without any. */
      emailBounced: officeBounced.nullable(),
      warnings: z.array(
        z.object({
          /** `details`: the person's own details can hardly be true. */
          kind: z.enum(['screenshot', 'utr', 'mobile', 'person', 'details']),
          message: z.string(),
          /** The other records, newest first. */
          others: z.array(z.object({ id: answeredId, reference: z.string(), status: z.string() })),
          /** Their references. */
          references: z.array(z.string()),
        }),
      ),
      decisions: z.array(
        z.object({
          at: isoDate,
          by: z.string(),
          from: z.string(),
          to: z.string(),
          action: z.string(),
          note: z.string(),
        }),
      ),
      /** The administrators who opened it within 366 days, the last first; `day` is India's, `at` the last time on it. */
      openedBy: z.array(
        z.object({ by: z.string(), what: z.enum(opened), day: z.string(), times: z.number(), at: isoDate }),
      ),
      mails: z.array(
        z.object({
          id: answeredId,
          kind: z.string(),
          to: z.string(),
          state: z.enum(mailStates),
          /** Written to a file without a configured mail server. */
          toFile: z.boolean(),
          attempts: z.number(),
          createdAt: isoDate,
          sentAt: isoDate.nullable(),
          error: z.string(),
        }),
      ),
    }),
  },
);

export const decideRegistration = endpoint(
  'PATCH /Directory/updatebystatus',
  'Approve, reject or reopen a registration; change its tier',
  {
    power: 'members',
    fieldPowers: { paymentSeen: 'money' },
    body: z.object({
      id: recordId,
      status: option(registrationStatuses, messages.general.option),
      membership: option(membershipValues, person.membership.message).optional(),
      reason: optionalText(1_000),
      note: optionalText(1_000),
      paymentSeen: flag.optional().default(false),
      expectedStatus: option(registrationStatuses, messages.general.option).optional(),
      /** What happens to claimed or received payments when somebody is refused. */
      money: z.enum(['refund', 'keep'], { error: messages.general.option }).optional().default('refund'),
    }),
    response: answerOf({
      message: z.string(),
      /** Until when it can be taken back, and its mails wait; null for one that cannot. */
      undoUntil: isoDate.nullable(),
    }),
  },
);

export const undoDecision = endpoint(
  'PATCH /Directory/undoDecision/{id}',
  'Take back one’s own decision about a new registration, within seconds',
  {
    power: 'members',
    params: byId,
    body: z.object({ version: expectedVersion }),
  },
);

export const resendCredentials = endpoint(
  'POST /Directory/resendCredentials/{id}',
  'Mail a new temporary password to an approved member',
  { power: 'members', params: byId },
);

export const deleteRegistration = endpoint(
  'DELETE /Directory/deleteDirectory/{id}',
  'Delete a rejected record with its files',
  { power: 'members', params: byId },
);

export const dashboardCounts = endpoint(
  'GET /Directory/dashboardCounts',
  'Approved members by tier, conferences, members in all',
  {
    power: everyAdministrator,
    response: answerOf({
      data: z.object({
        'Individual Member': z.number().optional(),
        'Lifetime Member': z.number().optional(),
        'Patron Member': z.number().optional(),
        'Total Conferences': z.number(),
        'Total Member': z.number().optional(),
      }),
    }),
  },
);

export const registrationsOverview = endpoint(
  'GET /Directory/overview',
  'Registrations waiting, registrations by month, members by state',
  {
    power: everyAdministrator,
    response: answerOf({
      data: z.object({
        // Figures about people need their power, and are limited to one's own States.
        waiting: z.number().optional(),
        oldestWaitingAt: isoDate.nullable().optional(),
        erasureRequests: z.number().optional(),
        /** Members in whose records something is missing, and those without an e-mail. */
        incomplete: z.number().optional(),
        cannotLogIn: z.number().optional(),
        /** Applications that are deleted within the notice, by reason. */
        removals: z.object({ rejected: z.number(), unpaid: z.number() }).optional(),
        /** When the last good backup was complete; null when there was none. */
        lastBackupAt: isoDate.nullable(),
        /** The last twelve months in India time, oldest first; `month` is YYYY-MM. */
        byMonth: z.array(z.object({ month: z.string(), count: z.number() })).optional(),
        byState: z.array(z.object({ state: wire('State', z.string()), count: z.number() })).optional(),
      }),
    }),
  },
);

export const listRemovals = endpoint(
  'GET /Directory/removals',
  'Rejected and unpaid applications that are about to be deleted, the next one first',
  {
    reads: { lists: 'data' },
    power: 'members',
    query: z.object({ page }),
    response: answerOf({
      data: z.array(
        z.object({
          id: answeredId,
          reference: z.string(),
          name: wire('ProsecutorName', z.string()),
          membership: z.string(),
          status: z.enum(registrationStatuses),
          paymentStatus: wire('payment_status', z.string()),
          removalAt: isoDate,
        }),
      ),
      pagination,
    }),
  },
);
