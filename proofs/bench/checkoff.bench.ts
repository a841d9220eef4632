import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { confirmedToken } from '#tests/logins.ts';
import { beside, timed } from './beside.ts';
import { startBenchSite } from './site.ts';
import { memberTokens, officeToken } from './tokens.ts';

export const title = 'A list of deductions of 5,000 rows: read, booked, cancelled; ten thousand vouchers';

const rows = 5_000;

export async function run(): Promise<void> {
  const site = await startBenchSite(Math.ceil(rows * 1.6));
  try {
    const { database, url } = site;
    const authorization = `Bearer ${await confirmedToken(site)}`;
    const call = async (method: string, path: string, body?: object | FormData) => {
      const isForm = body instanceof FormData;
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: { authorization, ...(isForm || !body ? {} : { 'content-type': 'application/json' }) },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
      return text;
    };
    await database.execute(
      sql`update subscription set enabled = true, amount = 1000, first_year = '2026-27', asked_on = current_date`,
    );
    await database.execute(sql`update checkoff_settings set enabled = true`);
    const answer = await call('POST', '/Checkoff/offices', { name: 'District Treasury', State: 'Kerala' });
    const { office } = JSON.parse(answer) as { office: { _id: string } };
    const { rows: people } = await database.execute<{ name: string; number: string }>(sql`
      with chosen as (
        select id, name, row_number() over (order by id) as row from members where status = 'Approved'
          and not exists (select from salary_authorisations where member_id = members.id) order by id limit ${rows}
      ), due as (
        insert into payments (member_id, reference, purpose, period, amount)
        select id, 'AIP-2026-B' || row, 'annual', '2026-27', 1000 from chosen
      )
      insert into salary_authorisations (member_id, state, office_id, employee_number, employee_key, amount, "from", spared_until, confirmed_at)
      select id, 'confirmed', ${office._id}::uuid, (700000 + row)::text, (700000 + row)::text, 1000, '2026-04', '2026-10-09', now() from chosen
      returning employee_number as number, (select name from members where id = member_id) as name`);
    if (people.length < rows) throw new Error(`Only ${people.length} members are approved.`);
    await database.execute(sql`analyze`);
    const [callers, officer] = [await memberTokens(site, 1_000), await officeToken(site)];
    const others = <T>(work: () => Promise<T>) => beside(url, callers, officer, work);

    const send = async (month: string, amount: number) => {
      const lines = people.map(
        ({ name, number }, index) => `${index + 1},${number},SHRI ${name.toUpperCase()},${amount}.00`,
      );
      const form = new FormData();
      form.append('officeId', office._id);
      form.append('month', month);
      form.append(
        'file',
        new Blob([['Sl No,Employee No,Name,Amount', ...lines].join('\r\n')], { type: 'text/csv' }),
        'list.csv',
      );
      const text = await timed(`${rows} rows read`, () => call('POST', '/Checkoff/schedule', form));
      const { schedule } = JSON.parse(text) as { schedule: { _id: string; agrees: unknown[] } };
      if (schedule.agrees.length !== rows) throw new Error(`Only ${schedule.agrees.length} rows agree.`);
      return schedule._id;
    };
    const book = (id: string, what: string) =>
      others(() =>
        timed(what, async () => {
          await call('PATCH', '/Checkoff/receive', { scheduleId: id, mode: 'cheque', number: '004217' });
          for (;;) {
            const { rows: states } = await database.execute<{ state: string; failure: string }>(
              sql`select state, failure from salary_schedules where id = ${id}::uuid`,
            );
            const [now] = states;
            if (now?.failure) throw new Error(now.failure);
            if (now?.state === 'received') return;
            await sleep(100);
          }
        }),
      );
    await others(() => sleep(5_000));
    const whole = await send('2026-07', 1_000);
    await book(whole, `${rows} rows booked`);
    await timed(`${rows} booked rows shown`, () => call('GET', `/Checkoff/schedule/${whole}`));
    await others(() =>
      timed(`${rows} rows cancelled`, () =>
        call('PATCH', '/Checkoff/cancel', { scheduleId: whole, reason: 'The cheque came back' }),
      ),
    );
    await call('DELETE', `/Checkoff/schedule/${whole}`);
    await database.execute(sql`update salary_authorisations set amount = 112`);
    const part = await send('2026-07', 112);
    await book(part, `${rows} parts of a year booked`);
    const second = await send('2026-08', 112);
    await book(second, `${rows} parts of the next month booked`);
    await others(() =>
      timed(`${rows} parts cancelled`, () =>
        call('PATCH', '/Checkoff/cancel', { scheduleId: second, reason: 'The cheque came back' }),
      ),
    );
    await timed('who is missing in a month', () => call('GET', '/Checkoff/missing?month=2026-07'));
    await timed('list for recognition', () => call('GET', '/Checkoff/recognition?year=2026-27'));
    const vouchers = await timed('vouchers of the year for Tally', () =>
      call('GET', '/Payments/ledger?year=2026-27&format=tally'),
    );
    console.log(`  ${vouchers.split('<VOUCHER ').length - 1} vouchers`);
  } finally {
    await site.stop();
  }
}
