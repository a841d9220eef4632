import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { FileResult, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/reports.ts';
import { createReportsService, keepReports } from './reports.service.ts';

/** The year’s report. */
export const reports: Feature = {
  name: 'reports',
  routes: reportsRoutes,
  cleanUps: { reports: keepReports },
};

function reportsRoutes(app: FastifyInstance, core: Core): void {
  const reports = serviceOf(core, createReportsService);

  route(app, contract.getYearReport, async ({ query: { year, format } }) =>
    format === 'xlsx' ? new FileResult(await reports.workbook(year)) : { data: await reports.report(year) },
  );
  route(app, contract.listReportEntries, async ({ query: { year, number, page, ...filter } }) => ({
    ...(await reports.entries(year, number, filter, page)),
  }));
}
