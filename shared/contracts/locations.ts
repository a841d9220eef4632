import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { filter } from '#shared/fields.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { wire } from '#shared/wire-schemas.ts';

const ok = z.literal(true);

/** Sorted by name, like the two below. */
export const listStates = endpoint('GET /Locations/states', 'States and union territories', {
  writes: 'keeps what the open-data service has answered',
  access: ['public'],
  response: z.object({ success: ok, data: z.array(z.object({ name: wire('state_name_english', z.string()) })) }),
});

export const listDistricts = endpoint('GET /Locations/districts', 'Districts of a state', {
  writes: 'keeps what the open-data service has answered',
  access: ['public'],
  query: z.object({ state: filter }),
  response: z.object({ success: ok, data: z.array(z.object({ name: wire('district_name_english', z.string()) })) }),
});

/** For a search box: a few localities with the text in their name; a state has no district. */
export const findLocalities = endpoint('GET /Locations/places', 'States and districts by a part of their name', {
  writes: 'keeps what the open-data service has answered',
  access: ['public'],
  query: z.object({ text: filter }),
  response: z.object({
    success: ok,
    data: z.array(
      z.object({
        state: wire('state_name_english', z.string()),
        district: wire('district_name_english', z.string()),
      }),
    ),
  }),
});

/** Members and the office also get rare entries, to filter the directory. */
export const listSubDistricts = endpoint('GET /Locations/subdistricts', 'Sub-districts of a district', {
  writes: 'keeps what the open-data service has answered',
  access: ['public', 'member', 'admin'],
  power: everyAdministrator,
  query: z.object({ state: filter, district: filter }),
  response: z.object({ success: ok, data: z.array(z.object({ name: wire('subdistrict_name_english', z.string()) })) }),
});
