import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { keepParticipations } from '#server/features/participations/clean-up.ts';
import { paths } from '#shared/paths.ts';
import { phoneThatSees } from '#tests/e2e/camera.ts';
import { line, measure, percentile } from './measure.ts';
import { type BenchSite, startBenchSite } from './site.ts';
import { memberTokens, officeToken } from './tokens.ts';

export const title =
  'Conferences: registrations for one, the door’s list of 5,000, 1,000 certificates, a scan on a slow phone';

const members = 1_000;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);

async function addConference({ database }: BenchSite, places: number | null, startsInHours: number): Promise<string> {
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into conferences (title, meeting_type, meeting_address, description, starts_at, ends_at, participation, places, certificate)
    values ('Measured conference', 'Offline', 'New Delhi', 'Measured.', now() + make_interval(hours => ${startsInHours}),
      now() + make_interval(hours => ${startsInHours + 6}), 'everybody', ${places}, true)
    returning id`);
  return rows[0]!.id;
}

/** Inserts guests by SQL. @param code determines each guest's QR code, the same in every run */
const addGuests = ({ database }: BenchSite, id: string, count: number, checkedIn = false) =>
  database.execute(sql`
    insert into participations (conference_id, guest, state, name, name_search, email, code, checked_in_at)
    select ${id}, true, 'registered', 'Guest Number ' || n, 'guest number ' || n, 'guest' || n || '@example.org',
      left(md5(${id} || n) || md5(n::text), 22), ${checkedIn ? sql`now()` : sql`null`}
    from generate_series(1, ${count}) as n`);

async function call(site: BenchSite, path: string, token: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`${site.url}/api${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path.split('/')[2]}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** All members register at once for half as many places; the others go to the waiting list. */
async function register(site: BenchSite): Promise<void> {
  const tokens = await memberTokens(site, members);
  const id = await addConference(site, Math.floor(tokens.length / 2), 24);
  const times: number[] = [];
  const began = performance.now();
  let next = 0;
  const caller = async () => {
    for (let token = tokens[next++]; token !== undefined; token = tokens[next++]) {
      const start = performance.now();
      await (await call(site, `/Conference/participate/${id}`, token, { method: 'POST', body: '{}' })).arrayBuffer();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: 32 }, caller));
  const requestsPerSecond = times.length / ((performance.now() - began) / 1_000);
  const [p50, p95, p99] = [percentile(times, 0.5), percentile(times, 0.95), percentile(times, 0.99)];
  console.log(line('registrations for one conference, 32 callers', { requestsPerSecond, p50, p95, p99 }));
}

async function door(site: BenchSite, token: string): Promise<void> {
  const id = await addConference(site, null, 2);
  await addGuests(site, id, 5_000);
  const read = async (query = '') => (await call(site, `/Conference/doorList/${id}${query}`, token)).arrayBuffer();
  const size = (await read()).byteLength;
  const list = await measure(1, seconds, async () => void (await read()));
  console.log(line('the door’s list of 5,000', list, `   ${Math.round(size / 1024)} KB`));
  const since = encodeURIComponent(new Date(Date.now() + 61_000).toISOString());
  console.log(line('… what has changed', await measure(1, seconds, async () => void (await read(`?since=${since}`)))));
  const codes = await site.database.execute<{ code: string }>(
    sql`select code from participations where conference_id = ${id} limit 1000`,
  );
  const items = codes.rows.map(({ code }) => ({ code, at: new Date().toISOString() }));
  const start = performance.now();
  const init = { method: 'PATCH', body: JSON.stringify({ items }) };
  const { checkedIn } = (await (await call(site, `/Conference/checkIn/${id}`, token, init)).json()) as {
    checkedIn: number;
  };
  console.log(`  ${`${checkedIn} queued scans in one call`.padEnd(46)} ${Math.round(performance.now() - start)} ms`);
}

async function certificates(site: BenchSite, token: string): Promise<void> {
  const id = await addConference(site, null, -72);
  await addGuests(site, id, 1_000, true);
  const start = performance.now();
  await keepParticipations({ database: site.database, log: console });
  console.log(`  ${'1,000 certificates numbered'.padEnd(46)} ${Math.round(performance.now() - start)} ms`);
  await site.database.execute(sql`update sessions set confirmed_until = now() + interval '1 hour'`);
  const began = performance.now();
  const { byteLength } = await (await call(site, `/Conference/certificates/${id}`, token)).arrayBuffer();
  const took = (performance.now() - began) / 1_000;
  console.log(`  ${'… set and sent as ZIP'.padEnd(46)} ${took.toFixed(1)} s   ${Math.round(byteLength / 1024)} KB`);
}

/** Records by the page's clock when the video shows a code and when the door answers. */
const watchScans = `(() => {
  window.scans = [];
  const video = document.querySelector('video');
  const context = Object.assign(document.createElement('canvas'), { width: 640, height: 480 }).getContext('2d', { willReadFrequently: true });
  let seen;
  const look = (now) => {
    context.drawImage(video, 0, 0, 640, 480);
    const dark = context.getImageData(134, 54, 1, 1).data[0] < 70;
    if (dark && seen === undefined) seen = performance.now();
    if (!dark) seen = undefined;
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
  new MutationObserver(() => { if (seen) { window.scans.push(performance.now() - seen); seen = 0; } })
    .observe(document.querySelector('[aria-label=Answer]'), { subtree: true, childList: true, characterData: true });
})()`;

/** A phone with a quarter of this processor's speed and a list of 5,000. */
async function scan(site: BenchSite, token: string): Promise<void> {
  const id = await addConference(site, null, 1);
  await addGuests(site, id, 5_000);
  const { rows } = await site.database.execute<{ code: string }>(
    sql`select code from participations where conference_id = ${id} limit 12`,
  );
  const { browser, context } = await phoneThatSees(rows.flatMap(({ code }) => [null, null, code]));
  try {
    const page = await context.newPage();
    await page.goto(`${site.url}/admin/Login`);
    await page.evaluate((text) => localStorage.setItem('token', text), token);
    const slow = await context.newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const start = performance.now();
    await page.goto(site.url + paths.admin.checkIn(id));
    await page.getByText('0 of 5,000 in').waitFor();
    console.log(
      `  ${'door opened with 5,000, processor at a quarter'.padEnd(46)} ${Math.round(performance.now() - start)} ms`,
    );
    const again = performance.now();
    await page.reload();
    await page.getByText('0 of 5,000 in').waitFor();
    console.log(`  ${'… opened again'.padEnd(46)} ${Math.round(performance.now() - again)} ms`);
    await page.getByRole('button', { name: 'Scan QR codes' }).click();
    await expect.poll(() => page.evaluate<number>('document.querySelector("video").videoWidth')).toBeGreaterThan(0);
    await page.evaluate(watchScans);
    await expect
      .poll(() => page.evaluate<number>('window.scans.length'), { timeout: 90_000 })
      .toBeGreaterThanOrEqual(12);
    const times = await page.evaluate<number[]>('window.scans');
    const [half, max] = [percentile(times, 0.5), Math.max(...times)];
    console.log(
      `  ${'from a code in sight to the answer'.padEnd(46)} p50 ${half.toFixed(0)} ms   most ${max.toFixed(0)} ms`,
    );
  } finally {
    await browser.close();
  }
}

export async function run(): Promise<void> {
  const site = await startBenchSite(members);
  try {
    const token = await officeToken(site);
    await register(site);
    await door(site, token);
    await certificates(site, token);
    await scan(site, token);
  } finally {
    await site.stop();
  }
}
