import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { filter } from '#shared/fields.ts';

const ok = z.literal(true);

/** Sorted by name, like the two below. */
export const listStates = endpoint({
  method: 'GET',
  path: '/Locations/states',
  access: ['public'],
  summary: 'States and union territories',
  response: z.object({ success: ok, data: z.array(z.object({ state_name_english: z.string() })) }),
});

export const listDistricts = endpoint({
  method: 'GET',
  path: '/Locations/districts',
  access: ['public'],
  summary: 'Districts of a state',
  query: z.object({ state: filter }),
  response: z.object({ success: ok, data: z.array(z.object({ district_name_english: z.string() })) }),
});

export const listSubDistricts = endpoint({
  method: 'GET',
  path: '/Locations/subdistricts',
  access: ['public'],
  summary: 'Sub-districts of a district',
  query: z.object({ state: filter, district: filter }),
  response: z.object({ success: ok, data: z.array(z.object({ subdistrict_name_english: z.string() })) }),
});
