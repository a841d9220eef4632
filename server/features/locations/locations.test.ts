import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundledDistricts, bundledStates } from '#server/features/locations/bundle.ts';
import { createLocationsService, type LocationTimes } from '#server/features/locations/locations.service.ts';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import { startTestApp, type TestApp } from '#tests/app.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { type OpenDataDouble, startOpenDataDouble } from '#tests/open-data-double.ts';

const apiKey = 'operators-own-key-0123456789';

const double = await startOpenDataDouble(apiKey);
afterAll(() => double.close());
/** Without a key, and with one. */
const plain = await startTestApp();
const site = await startTestApp({ DATA_GOV_IN_API_KEY: apiKey, DATA_GOV_IN_BASE_URL: `${double.baseUrl}/` });

const states = async (from: TestApp) => (await from.ok(listStates, {})).data.map((each) => each.name);
const districts = async (from: TestApp, state: string) =>
  (await from.ok(listDistricts, { query: { state } })).data.map((each) => each.name);
const subDistricts = async (from: TestApp, state: string, district: string, token?: string) =>
  (await from.ok(listSubDistricts, { query: { state, district } }, { token })).data.map((each) => each.name);

describe('without the open-data service', () => {
  it('gives the bundled states and districts, in English order', async () => {
    expect(await states(plain)).toEqual(bundledStates);
    expect(await districts(plain, ' kerala ')).toEqual(bundledDistricts('Kerala'));
  });

  it('has no districts for an unknown state', async () => {
    for (const state of ['', 'Atlantis', '__proto__', "' or 1=1", 'x'.repeat(200)]) {
      expect(await districts(plain, state)).toEqual([]);
    }
    expect((await plain.ok(listDistricts, {})).data).toEqual([]);
    expect((await plain.fails(listDistricts, { query: { state: 'x'.repeat(201) } })).status).toBe(400);
  });

  it('suggests sub-districts that three visible members have entered to visitors, and all of them to members', async () => {
    const place = { state: 'Kerala', district: 'Idukki' };
    const enter = async (subDistrict: string, members: number, values: object = {}) => {
      for (let index = 0; index < members; index += 1) await newMember(plain, { ...place, subDistrict, ...values });
    };
    await enter('Thodupuzha', 2);
    await enter('THODUPUZHA', 1);
    await enter('തൊടുപുഴ', 3);
    await enter('Udumbanchola', 2);
    await enter('Udumbanchola', 1, { hideEntry: true });
    await enter('Hidden only', 3, { hideEntry: true });
    await enter('Call 98123-45678', 3);
    await enter('Of applicants', 3, { status: 'New' });
    await enter('Of the rejected', 3, { status: 'Rejected' });
    await enter('Of another district', 3, { district: 'Kollam' });
    await enter('Of another state', 3, { state: 'Goa' });
    await enter('  ', 3);
    expect(await subDistricts(plain, 'Kerala', 'Idukki')).toEqual(['Thodupuzha', 'തൊടുപുഴ']);
    expect(await subDistricts(plain, 'Kerala', '')).toEqual([]);
    expect(await subDistricts(plain, 'Kerala', 'Wayanad')).toEqual([]);
    const shown = ['Call 98123-45678', 'Thodupuzha', 'Udumbanchola', 'തൊടുപുഴ'];
    expect(await subDistricts(plain, 'Kerala', 'Idukki', await memberToken(plain))).toEqual(shown);
    const visitors = await subDistricts(plain, 'Kerala', 'Idukki');
    for (const who of [
      { powers: ['money'] },
      { powers: ['content'] },
      { powers: ['letters'] },
      { powers: ['members'], states: ['Goa'] },
    ] satisfies Parameters<typeof adminToken>[1][]) {
      expect(await subDistricts(plain, 'Kerala', 'Idukki', await adminToken(plain, who))).toEqual(visitors);
    }
    expect(await subDistricts(plain, 'Kerala', 'Idukki', await adminToken(plain))).toEqual([
      'Call 98123-45678',
      'Hidden only',
      ...shown.slice(1),
    ]);
  });
});

const properRecords = (): OpenDataDouble['records'] => ({
  states: [
    { state_code: 32, state_name_english: 'Kerala' },
    { state_code: '30', state_name_english: ' Goa ' },
    { state_code: 4, state_name_english: 'Andhra Pradesh' },
  ],
  districts: [
    { district_code: 2, state_name_english: 'Goa', district_name_english: 'South  Goa' },
    { district_code: '1', state_name_english: 'GOA', district_name_english: 'North Goa' },
    { district_code: 3, state_name_english: 'Greater Goa', district_name_english: 'Of another state' },
    { district_code: 4, state_name_english: 'Kerala', district_name_english: 'Idukki' },
  ],
  subdistricts: [
    { state_name_english: 'Goa', district_name_english: 'North Goa', subdistrict_name_english: 'Pernem' },
    { state_name_english: 'Goa', district_name_english: 'North Goa', subdistrict_name_english: 'Bardez' },
    { state_name_english: 'Goa', district_name_english: 'North Goa East', subdistrict_name_english: 'Elsewhere' },
  ],
});

const forget = () => site.database.pool.query('delete from location_cache');

beforeEach(async () => {
  await forget();
  Object.assign(double, {
    requests: [],
    records: properRecords(),
    pageSize: 1_000,
    total: (count: number) => count,
    trouble: undefined,
    maxOpen: 0,
  });
});

describe('with the open-data service', () => {
  it('asks as specified, and returns its answer tidied, sorted, and for the right place only', async () => {
    expect(await states(site)).toEqual(['Andhra Pradesh', 'Goa', 'Kerala']);
    expect(await districts(site, 'goa')).toEqual(['North Goa', 'South Goa']);
    expect(await subDistricts(site, 'Goa', 'north goa')).toEqual(['Bardez', 'Pernem']);
    expect(double.requests.map((url) => [url.pathname, Object.fromEntries(url.searchParams)])).toEqual([
      [
        '/resource/a71e60f0-a21d-43de-a6c5-fa5d21600cdb',
        { 'api-key': apiKey, format: 'json', offset: '0', limit: '36' },
      ],
      [
        '/resource/37231365-78ba-44d5-ac22-3deec40b9197',
        { 'api-key': apiKey, format: 'json', offset: '0', limit: '200', 'filters[state_name_english]': 'Goa' },
      ],
      [
        '/resource/6be51a29-876a-403a-a6da-42fde795e751',
        {
          'api-key': apiKey,
          format: 'json',
          offset: '0',
          limit: '200',
          'filters[state_name_english]': 'Goa',
          'filters[district_name_english]': 'North Goa',
        },
      ],
    ]);
  });

  it.each([
    ['a number', (count: number) => count],
    ['a text', (count: number) => String(count)],
  ])('reads on until the total is reached, given as %s', async (_name, total) => {
    const names = Array.from({ length: 47 }, (_, index) => `District ${String(index).padStart(2, '0')}`);
    double.records.districts = names
      .toReversed()
      .map((name) => ({ state_name_english: 'Goa', district_name_english: name }));
    Object.assign(double, { pageSize: 10, total });
    expect(await districts(site, 'Goa')).toEqual(names);
    const offsets = double.requests.slice(1).map((url) => url.searchParams.get('offset'));
    expect(offsets).toEqual(['0', '10', '20', '30', '40']);
  });

  it('answers in our spelling of a place, and asks in the service’s', async () => {
    const state = 'The Dadra & Nagar Haveli And Daman & Diu';
    double.records.states = [{ state_name_english: state }, { state_name_english: 'JAMMU AND KASHMIR' }];
    double.records.districts = ['DADRA  AND NAGAR-HAVELI', 'DIU', 'New'].map((name) => ({
      state_name_english: state,
      district_name_english: name,
    }));
    double.records.subdistricts = [
      { state_name_english: state, district_name_english: 'DIU', subdistrict_name_english: 'Diu' },
    ];
    const ours = 'Dadra and Nagar Haveli and Daman and Diu';
    expect(await states(site)).toEqual([ours, 'Jammu and Kashmir']);
    expect(await districts(site, ours)).toEqual(['Dadra and Nagar Haveli', 'Diu', 'New']);
    expect(await subDistricts(site, ours, 'Diu')).toEqual(['Diu']);
    expect(double.requests.at(-1)!.searchParams.get('filters[state_name_english]')).toBe(state);
    expect(double.requests.at(-1)!.searchParams.get('filters[district_name_english]')).toBe('DIU');
  });

  it('ignores values that are not names', async () => {
    double.records.states = [
      'Goa',
      'goa',
      '',
      '  ',
      null,
      7,
      { a: 1 },
      'x'.repeat(500),
      'Bihar\u0000\n',
      undefined,
    ].map((name) => ({ state_name_english: name }));
    expect(await states(site)).toEqual(['Bihar', 'Goa']);
  });

  it('asks once, and then answers from the database, in every process', async () => {
    await states(site);
    await states(site);
    await districts(site, 'Goa');
    await districts(site, 'GOA');
    expect(double.requests).toHaveLength(2);
    const other = createLocationsService({ ...site, log: site.app.log });
    expect(await other.districts('Goa')).toEqual(['North Goa', 'South Goa']);
    expect(double.requests).toHaveLength(2);
    await other.close();
  });

  it('asks only for existing places', async () => {
    await states(site);
    const count = double.requests.length;
    expect(await districts(site, 'Atlantis')).toEqual([]);
    expect(await subDistricts(site, 'Atlantis', 'North Goa')).toEqual([]);
    expect(await subDistricts(site, 'Kerala', 'North Goa')).toEqual([]);
    const places = double.requests.slice(count).map((url) => [...url.searchParams.values()].slice(4));
    expect(places).toEqual([['Kerala']]);
  });
});

/** A separate process with short times. */
function startProcess(times: Partial<LocationTimes> = {}) {
  const lines: string[] = [];
  const write = (fields: object, message: string) => lines.push(JSON.stringify({ ...fields, message }));
  const log = { info: write, warn: write, error: write };
  const usual = { fresh: 86_400_000, timeout: 2_000, rest: 60_000, emptyAnswer: 60_000 };
  const service = createLocationsService({ ...site, log }, { ...usual, ...times });
  processes.push(service);
  return Object.assign(service, { lines });
}
const processes: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.close()));
});

const refuse = (status: number) => {
  double.trouble = (_request, response) => response.writeHead(status).end(`no ${apiKey}`);
};

describe('when the service fails', () => {
  it.each([
    ['refuses', 'status 403', () => refuse(403)],
    ['is broken', 'status 500', () => refuse(500)],
    [
      'hangs up',
      'not reached',
      () => {
        double.trouble = (request) => request.socket.destroy();
      },
    ],
    [
      'sends a page',
      'not a list',
      () => {
        double.trouble = (_request, response) => response.end('<html>maintenance</html>');
      },
    ],
    [
      'sends no records',
      'not a list',
      () => {
        double.trouble = (_request, response) => response.end('{"total":36}');
      },
    ],
    [
      'sends records that are none',
      'not a list',
      () => {
        double.trouble = (_request, response) => response.end('{"total":2,"records":["Goa",null]}');
      },
    ],
    [
      'sends without end',
      'too long',
      () => {
        double.trouble = (_request, response) => {
          response.write('{"records":[');
          const more = setInterval(() => response.write(' '.repeat(1_000_000)), 1);
          response.on('close', () => clearInterval(more));
        };
      },
    ],
    [
      'promises more than it has',
      'the list ended early',
      () => {
        double.total = (count) => count + 1;
      },
    ],
    [
      'never comes to an end',
      'the list does not end',
      () => {
        double.pageSize = 1;
        double.total = () => 1e9;
        double.records.states = Array.from({ length: 100 }, (_, index) => ({ state_name_english: `State ${index}` }));
      },
    ],
    [
      'sends its visitors elsewhere',
      'not reached',
      () => {
        double.trouble = (request, response, proper) =>
          request.url?.includes('elsewhere')
            ? proper()
            : response.writeHead(302, { location: `${double.baseUrl}/elsewhere${request.url}` }).end();
      },
    ],
  ])('%s: answers from what is there, and leaves it alone for a while', async (_name, reason, makeTrouble) => {
    makeTrouble();
    const failing = startProcess({ timeout: 20_000 });
    expect(await failing.states()).toEqual(bundledStates);
    const count = double.requests.length;
    expect(count).toBeLessThanOrEqual(10);
    expect(double.requests.some((url) => url.pathname.includes('elsewhere'))).toBe(false);
    expect(await failing.states()).toEqual(bundledStates);
    expect(await failing.districts('Goa')).toEqual(bundledDistricts('Goa'));
    expect(double.requests).toHaveLength(count);
    expect(failing.lines).toHaveLength(1);
    expect(JSON.parse(failing.lines[0]!)).toMatchObject({ level: 'states', reason });
    expect(failing.lines[0]).not.toContain(apiKey);
    const { rows } = await site.database.pool.query('select * from location_cache');
    expect(rows).toEqual([]);
  });

  it('asks again after the pause, and uses it again', async () => {
    refuse(503);
    const failing = startProcess({ rest: 0 });
    expect(await failing.states()).toEqual(bundledStates);
    double.trouble = undefined;
    expect(await failing.states()).toEqual(['Andhra Pradesh', 'Goa', 'Kerala']);
  });

  it('uses stale answers', async () => {
    await startProcess().states();
    await site.database.pool.query(`update location_cache set fetched_at = now() - interval '2 days'`);
    refuse(500);
    expect(await startProcess().states()).toEqual(['Andhra Pradesh', 'Goa', 'Kerala']);
  });

  it('answers from the bundle through the API, without mentioning the failure', async () => {
    refuse(500);
    const answer = await site.call(listStates, {});
    expect(answer.status).toBe(200);
    expect(answer.raw.toString()).not.toContain(apiKey);
  });
});

describe('an answer that is old', () => {
  it('is returned at once, and refreshed in the background', async () => {
    await startProcess().states();
    await site.database.pool.query(`update location_cache set fetched_at = now() - interval '2 days'`);
    double.records.states.push({ state_name_english: 'Bihar' });
    const later = startProcess();
    expect(await later.states()).toEqual(['Andhra Pradesh', 'Goa', 'Kerala']);
    await expect.poll(() => later.states()).toEqual(['Andhra Pradesh', 'Bihar', 'Goa', 'Kerala']);
    expect(double.requests).toHaveLength(2);
  });
});

describe('when the service is slow', () => {
  /** Holds back every answer until it is released. */
  function hold() {
    const { promise, resolve } = Promise.withResolvers<void>();
    double.trouble = (_request, _response, proper) => promise.then(proper);
    return resolve;
  }

  it('delays no form longer than one timeout, and uses the answer when it comes', async () => {
    const release = hold();
    const slow = startProcess({ timeout: 50 });
    expect(await slow.states()).toEqual(bundledStates);
    // Others do not wait meanwhile, and nothing else is asked.
    expect(await slow.states()).toEqual(bundledStates);
    expect(await slow.districts('Goa')).toEqual(bundledDistricts('Goa'));
    expect(double.requests).toHaveLength(1);
    release();
    await expect.poll(() => slow.states()).toEqual(['Andhra Pradesh', 'Goa', 'Kerala']);
    await expect.poll(() => slow.districts('Goa')).toEqual(['North Goa', 'South Goa']);
  });

  it('sends one request for concurrent calls', async () => {
    const release = hold();
    const slow = startProcess({ timeout: 20_000 });
    const waiting = Array.from({ length: 25 }, () => slow.states());
    await expect.poll(() => double.requests.length).toBe(1);
    await sleep(50);
    release();
    for (const names of await Promise.all(waiting)) expect(names).toEqual(['Andhra Pradesh', 'Goa', 'Kerala']);
    expect(double.requests).toHaveLength(1);
  });

  it('limits the number of pending requests', async () => {
    double.records.states = bundledStates.map((name) => ({ state_name_english: name }));
    double.records.districts = bundledStates.map((name) => ({
      state_name_english: name,
      district_name_english: `A district of ${name}`,
    }));
    const slow = startProcess({ timeout: 20_000 });
    await slow.states();
    const release = hold();
    const waiting = bundledStates.map((name) => slow.districts(name));
    await expect.poll(() => double.open).toBe(6);
    await sleep(50);
    expect(double.open).toBe(6);
    release();
    const lists = await Promise.all(waiting);
    expect(lists.filter((names) => names[0]?.startsWith('A district of'))).toHaveLength(6);
    expect(lists.every((names) => names.length > 0)).toBe(true);
  });

  it('stops with the server', async () => {
    hold();
    const slow = startProcess({ timeout: 20_000 });
    const waiting = slow.states();
    await expect.poll(() => double.open).toBe(1);
    await slow.close();
    expect(await waiting).toEqual(bundledStates);
    await expect.poll(() => double.open).toBe(0);
    expect(slow.lines).toEqual([]);
  });
});

describe('a place that the service does not know', () => {
  it('gets its names from the members, and is not asked for again', async () => {
    const place = { state: 'Goa', district: 'South Goa', subDistrict: 'Salcete' };
    for (let index = 0; index < 3; index += 1) await newMember(site, place);
    const asking = startProcess();
    expect(await asking.subDistricts('Goa', 'South Goa')).toEqual(['Salcete']);
    const count = double.requests.length;
    expect(await asking.subDistricts('Goa', 'South Goa')).toEqual(['Salcete']);
    expect(await asking.subDistricts('Goa', 'North Goa')).toEqual(['Bardez', 'Pernem']);
    expect(double.requests).toHaveLength(count + 1);
  });

  it('gets them from the bundle if it is a state', async () => {
    expect(await startProcess().districts('Andhra Pradesh')).toEqual(bundledDistricts('Andhra Pradesh'));
  });

  it('leaves the key where it is: in no answer, no log line, no table', async () => {
    const asking = startProcess();
    await asking.states();
    refuse(403);
    await asking.districts('Goa');
    expect(asking.lines).toHaveLength(1);
    const { rows } = await site.database.pool.query('select * from location_cache');
    expect(JSON.stringify([rows, asking.lines])).not.toContain(apiKey);
  });
});
