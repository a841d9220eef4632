import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { limits } from '#shared/limits.ts';
import { sweepReadings } from './reading.queries.ts';
import { createReadings } from './reading.service.ts';

/** What administrators read of people. */
export const reading: Feature = {
  name: 'access-audit',
  server: (app, core) => {
    app.decorate('noteReading', serviceOf(core, createReadings).note);
  },
  cleanUps: { readings: ({ database }) => sweepReadings(database, limits.kept.readingDays) },
};
