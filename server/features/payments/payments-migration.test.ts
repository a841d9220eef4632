import { expect, it } from 'vitest';
import { databaseBefore } from '#tests/old-migrations.ts';

it('gives every record its admission payment in the right state, and receipts in the order of the payments', async () => {
  const { pool, update } = await databaseBefore('_payments');
  await pool.query(`
    insert into settings (home_text, about_text, association, payment) values ('', '', '{"name": "Association"}', '{}');
    insert into tiers (membership, rank, title, heading, fee_rupees, benefits) values
      ('Patron member', 1, 'Patron', '', 25000, '{}'), ('lifetime member', 2, 'Permanent', '', 10000, '{}'),
      ('Individual member', 3, 'Individual', '', 1000, '{}');
    insert into members (reference, status, tier, name, name_search, gender, email, mobile, date_of_birth, court, id_number,
      years_of_experience, years_of_recruitment, interest, contribution, specialisations, international, state, district,
      sub_district, terms_version, consent_at, consent_to, payment_status, payment_sent_at, utr, approved_at)
    select reference, status, tier, 'Asha Rao', 'asha rao', 'Female', reference || '@example.org', '9800000000', '1975-01-01',
      'Pune', '1', '1', '1', 'Webinars', 'Lectures', '{}', 'No', 'Kerala', 'Kollam', 'Kollam', '2025-01-01', now(), 'website',
      paid, sent::timestamptz, utr, approved::timestamptz
    from (values
      ('A1', 'New', 'Individual member', '', null, '', null),
      ('A2', 'New', 'Patron member', 'PAYMENT_INITIATED', '2026-05-01T10:00Z', 'U2', null),
      ('A3', 'Approved', 'lifetime member', 'PAYMENT_SUCCESS', '2026-03-30T10:00Z', 'U3', '2026-03-31T18:31Z'),
      ('A4', 'Approved', 'Individual member', 'PAYMENT_SUCCESS', '2026-03-01T10:00Z', 'U4', '2026-03-31T18:29Z'),
      ('A5', 'Approved', 'Individual member', '', null, '', '2026-04-05T10:00Z'),
      ('A6', 'Rejected', 'Individual member', '', null, '', null),
      ('A7', 'Rejected', 'Individual member', 'PAYMENT_INITIATED', '2026-05-02T10:00Z', '', null),
      ('A8', 'Approved', 'Individual member', 'PAYMENT_SUCCESS', null, '', '2026-04-02T10:00Z')
    ) as given (reference, status, tier, paid, sent, utr, approved)`);
  await update();
  const { rows } = await pool.query(`
    select payments.reference, payments.amount, payments.state, payments.refund_due as back, receipts.label,
      members.payment_status as status, members.utr = payments.utr as same
    from payments join members on members.id = payments.member_id
    left join receipts on receipts.payment_id = payments.id order by payments.reference`);
  const line = (
    reference: string,
    amount: number,
    state: string,
    status: string,
    label: string | null,
    back = false,
  ) => ({
    reference,
    amount,
    state,
    back,
    label,
    status,
    same: true,
  });
  expect(rows).toEqual([
    line('A1', 1_000, 'due', '', null),
    line('A2', 25_000, 'claimed', 'PAYMENT_INITIATED', null),
    line('A3', 10_000, 'received', 'PAYMENT_SUCCESS', '2026-27/000001'),
    line('A4', 1_000, 'received', 'PAYMENT_SUCCESS', '2025-26/000001'),
    line('A5', 1_000, 'due', '', null),
    line('A6', 1_000, 'cancelled', '', null),
    line('A7', 1_000, 'claimed', 'PAYMENT_INITIATED', null, true),
    line('A8', 1_000, 'received', 'PAYMENT_SUCCESS', '2026-27/000002'),
  ]);
  const years = await pool.query('select year, last from receipt_years order by year');
  expect(years.rows).toEqual([
    { year: '2025-26', last: 1 },
    { year: '2026-27', last: 2 },
  ]);
  // From now on a trigger updates the record.
  await pool.query(`update payments set state = 'waived' where reference = 'A1'`);
  const followed = await pool.query(`select payment_status as status from members where reference = 'A1'`);
  expect(followed.rows).toEqual([{ status: 'PAYMENT_SUCCESS' }]);
});
