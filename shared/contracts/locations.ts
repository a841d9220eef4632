import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { filter } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';

const ok = z.literal(true);

/** Sorted by name, like the two below. */
export const listStates = endpoint({
  method: 'GET',
  path: '/Locations/states',
  writes: 'keeps what the open-data service has answered',
  access: ['public'],
  summary: 'States and union territories',
  response: z.object({ success: ok, data: z.array(z.object({ state_name_english: z.string() })) }),
});

export const listDistricts = endpoint({
  method: 'GET',
  path: '/Locations/districts',
  writes: 'keeps what the open-data service has answered',
  access: ['public'],
  summary: 'Districts of a state',
  query: z.object({ state: filter }),
  response: z.object({ success: ok, data: z.array(z.object({ district_name_english: z.string() })) }),
});

/** For a search box: no more than a few places whose name holds the text; a state has no district. */
export const findPlaces = endpoint({
  method: 'GET',
  path: '/Locations/places',
  writes: 'keeps what the open-data service has answered',
  access: ['public'],
  summary: 'States and districts by a part of their name',
  query: z.object({ text: filter }),
  response: z.object({
    success: ok,
    data: z.array(z.object({ state_name_english: z.string(), district_name_english: z.string() })),
  }),
});

/** Members and the office also find what few have entered: they filter the directory by it. */
export const listSubDistricts = endpoint({
  method: 'GET',
  path: '/Locations/subdistricts',
  writes: 'keeps what the open-data service has answered',
  access: ['public', 'member', 'admin'],
  power: everyAdministrator,
  summary: 'Sub-districts of a district',
  query: z.object({ state: filter, district: filter }),
  response: z.object({ success: ok, data: z.array(z.object({ subdistrict_name_english: z.string() })) }),
});
