import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, memberOf, route } from '#server/platform/http/route.ts';
import {
  authoriseDeduction,
  confirmAuthorisations,
  consentLetter,
  endAuthorisation,
  listAuthorisations,
  ownAuthorisation,
  sendSignedLetter,
  signedLetter,
  withdrawAuthorisation,
} from '#shared/contracts/authorisations.ts';
import {
  coveringLetters,
  createPayingOffice,
  getCheckoffSettings,
  listPayingOffices,
  missingDeductions,
  recognitionList,
  updateCheckoffSettings,
  updatePayingOffice,
} from '#shared/contracts/checkoff.ts';
import {
  cancelRemittance,
  decideScheduleRow,
  dropSchedule,
  getSchedule,
  listSchedules,
  receiveSchedule,
  sendSchedule,
} from '#shared/contracts/schedules.ts';
import { paths } from '#shared/paths.ts';
import { createAuthorisationDecisionsService } from './authorisation-decisions.service.ts';
import { findToConfirm } from './authorisations.queries.ts';
import { createAuthorisationsService } from './authorisations.service.ts';
import { createOfficesService } from './offices.service.ts';
import { createCheckoffReports } from './reports.service.ts';
import { bookJob, bookKind, createScheduleBookingService } from './schedule-booking.service.ts';
import { createScheduleRowsService } from './schedule-rows.service.ts';
import { createSchedulesService } from './schedules.service.ts';

/** The annual subscription paid from the salary: paying offices, authorisations, schedules and remittances. */
export const checkoff: Feature = {
  name: 'checkoff',
  work: [
    {
      kind: 'deduction',
      power: 'money',
      find: findToConfirm,
      title: (count) => `${count} ${count === 1 ? 'authorisation waits' : 'authorisations wait'} for a confirmation`,
      href: paths.admin.checkoff,
    },
  ],
  routes: checkoffRoutes,
  jobs: () => ({ [bookKind]: bookJob }),
};

/** The subscription paid from the salary. */
function checkoffRoutes(app: FastifyInstance, core: Core): void {
  const offices = serviceOf(core, createOfficesService);
  const authorisations = serviceOf(core, createAuthorisationsService);
  const decisions = serviceOf(core, createAuthorisationDecisionsService);
  const schedules = serviceOf(core, createSchedulesService);
  const rows = serviceOf(core, createScheduleRowsService);
  const booking = serviceOf(core, createScheduleBookingService);
  const reports = serviceOf(core, createCheckoffReports);
  const ownerOf = (auth: { role: string; memberId?: string } | null) =>
    auth?.role === 'member' ? auth.memberId : undefined;

  route(app, getCheckoffSettings, async () => ({ data: await offices.getSettings() }));
  route(app, updateCheckoffSettings, async ({ body }, caller) => ({
    message: 'The settings of deductions were saved.',
    data: await offices.updateSettings(body, administratorOf(caller).email),
  }));
  route(app, listPayingOffices, ({ query }, caller) =>
    caller.auth?.role === 'member'
      ? (offices.find(query) as ReturnType<typeof offices.list>)
      : offices.list(query, administratorOf(caller).reach),
  );
  route(app, createPayingOffice, async ({ body }, caller) => ({
    message: 'The paying office was added.',
    office: await offices.create(body, administratorOf(caller).email),
  }));
  route(app, updatePayingOffice, async ({ params, body }, caller) => ({
    message: 'The paying office was changed.',
    office: await offices.update(params.id, body, administratorOf(caller).email),
  }));

  route(app, authoriseDeduction, async ({ body }, caller) => ({
    message: 'Please sign the letter, and send it here or bring it to your paying office.',
    authorisation: await authorisations.authorise(body, memberOf(caller).memberId),
  }));
  route(app, ownAuthorisation, (_request, caller) => authorisations.mine(memberOf(caller).memberId));
  route(app, consentLetter, ({ params, query }, { auth }) =>
    authorisations.letter(params.id, query.language, ownerOf(auth)),
  );
  route(app, sendSignedLetter, async ({ params, files }, caller) => ({
    message: 'The signed letter was sent to the office.',
    authorisation: await authorisations.sendSigned(params.id, files.file!, memberOf(caller).memberId),
  }));
  route(app, signedLetter, ({ params }, { auth }) => authorisations.signed(params.id, ownerOf(auth)));
  route(app, withdrawAuthorisation, async ({ params }, caller) => ({
    message: 'The deduction from your salary was withdrawn.',
    authorisation: await authorisations.withdraw(params.id, memberOf(caller).memberId),
  }));
  route(app, listAuthorisations, ({ query }, caller) => decisions.list(query, administratorOf(caller).reach));
  route(app, confirmAuthorisations, async ({ body }, caller) => {
    const done = await decisions.confirm(body, administratorOf(caller).email);
    const message =
      done.confirmed === 1 ? '1 authorisation was confirmed.' : `${done.confirmed} authorisations were confirmed.`;
    return { message, ...done };
  });
  route(app, endAuthorisation, async ({ body: { id, ...given } }, caller) => ({
    message: 'The authorisation was ended.',
    authorisation: await decisions.end(id, given, administratorOf(caller).email),
  }));

  route(app, missingDeductions, async ({ query }) => ({ data: await reports.missing(query.month) }));
  route(app, coveringLetters, ({ query }, caller) => reports.covering(query, administratorOf(caller).email));
  route(app, recognitionList, ({ query }, caller) => reports.recognition(query, administratorOf(caller).email));

  route(app, sendSchedule, async ({ body, files }, caller) => ({
    message: 'The list was read.',
    schedule: await schedules.send(body, files.file?.path, administratorOf(caller).email, caller.gone),
  }));
  route(app, listSchedules, ({ query }) => schedules.list(query));
  route(app, getSchedule, async ({ params }) => ({ schedule: await schedules.get(params.id) }));
  route(app, decideScheduleRow, async ({ body }, caller) => {
    await rows.decide(body, administratorOf(caller).email);
    return { message: 'The row was decided.', schedule: await schedules.get(body.scheduleId) };
  });
  route(app, dropSchedule, async ({ params }, caller) => {
    await schedules.drop(params.id, administratorOf(caller).email);
    return { message: 'The list was dropped.' };
  });
  route(app, receiveSchedule, async ({ body }, caller) => {
    const done = await booking.receive(body, administratorOf(caller).email);
    const {
      agrees: _agrees,
      toLook: _toLook,
      left: _left,
      unread: _unread,
      ...schedule
    } = await schedules.get(body.scheduleId);
    const message = done.job ? 'The list is being booked.' : `${done.received} payments were received.`;
    return { message, ...done, schedule };
  });
  route(app, cancelRemittance, async ({ body: { scheduleId, reason } }, caller) => {
    await booking.cancel(scheduleId, reason, administratorOf(caller).email);
    return {
      message: 'The receipts of the remittance were cancelled.',
      schedule: await schedules.get(scheduleId),
    };
  });
}
