import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { serviceOf } from '#server/core.ts';
import { FileResult, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/reports.ts';
import { createReportsService } from './reports.service.ts';

export function reportsRoutes(app: FastifyInstance, core: Core): void {
  const reports = serviceOf(core, createReportsService);

  route(app, contract.getYearReport, async ({ query: { year, format } }) =>
    format === 'xlsx' ? new FileResult(await reports.workbook(year)) : { data: await reports.report(year) },
  );
  route(app, contract.listReportEntries, async ({ query: { year, number, page, ...filter } }) => ({
    ...(await reports.entries(year, number, filter, page)),
  }));
}
