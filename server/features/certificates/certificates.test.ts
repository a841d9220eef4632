import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { keepParticipations } from '#server/features/participations/clean-up.ts';
import { participations } from '#server/features/participations/tables.ts';
import * as calls from '#shared/contracts/certificates.ts';
import { checkIn } from '#shared/contracts/door.ts';
import { listParticipants } from '#shared/contracts/participations.ts';
import { decideRegistration, deleteRegistration } from '#shared/contracts/registrations.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import { startTestApp } from '#tests/app.ts';
import {
  guestFactory,
  guestToken,
  openConferenceFactory,
  participantFactory,
} from '#tests/factories/participations.ts';
import { adminToken, confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';
import { certificates } from './tables.ts';

const site = await startTestApp();
const token = await adminToken(site);

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const scan = (id: string, items: object[]) => site.call(checkIn, { params: { id }, body: { items } }, { token });
const rowOf = async (id: string) =>
  (await site.database.select().from(participations).where(eq(participations.id, id)))[0]!;
describe('certificates', () => {
  const past = () =>
    openConferenceFactory(site, {
      certificate: true,
      startsAt: inHours(-72),
      endsAt: inHours(-48),
      meetingType: 'Offline',
    });
  const numbersOf = async (id: string) =>
    (await site.database.select().from(certificates).where(eq(certificates.conferenceId, id)))
      .sort((one, other) => one.number - other.number)
      .map(({ label, cancelledAt }) => [label.slice(5), cancelledAt !== null]);

  it('are numbered without gaps the day after, typeset as PDF, verified, cancelled by an undo and erased', async () => {
    const conference = await past();
    const member = await newMember(site, { name: 'சுப்பிரமணிய வேங்கடராமன்' });
    const checkedInAt = inHours(-71);
    const result = await participantFactory(site, { conferenceId: conference.id, memberId: member.id, checkedInAt });
    const guest = await guestFactory(site, { conferenceId: conference.id, checkedInAt: inHours(-70), language: 'hi' });
    await guestFactory(site, { conferenceId: conference.id });
    const params = { participationId: result.id };
    expect((await site.call(calls.certificateFile, { params }, { token })).status).toBe(404);
    await Promise.all([keepParticipations(site.database), keepParticipations(site.database)]);
    expect(await numbersOf(conference.id)).toEqual([
      ['C/000001', false],
      ['C/000002', false],
    ]);
    const as = await memberToken(site, member.id);
    const file = await site.call(calls.certificateFile, { params }, { token: as });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect((await site.call(calls.certificateFile, { params }, { token })).raw.equals(file.raw)).toBe(true);
    const [page, ...others] = await readPdf(file.raw);
    expect(others).toEqual([]);
    expect(page!.width).toBeGreaterThan(page!.height);
    expect(page!.text).toContain('CERTIFICATE OF PARTICIPATION');
    const code = page!.qr!.split('/').at(-1)!;
    expect(await site.ok(verifyCode, { params: { code } })).toMatchObject({
      kind: 'certificate',
      valid: true,
      state: 'genuine',
      name: member.name,
      conference: conference.title,
    });
    expect((await site.app.inject(`/verify/${code}`)).body).toContain('Genuine certificate');
    // Somebody else's is not found, by any kind of caller.
    const link = await guestToken(site, guest.id);
    const others2 = [
      await site.call(calls.certificateFile, { params }, { token: await memberToken(site) }),
      await site.call(calls.certificateFile, { params }, { token: link }),
      await site.call(calls.certificateFile, { params: { participationId: conference.id } }, { token: as }),
    ];
    expect(others2.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(others2.map(({ raw }) => raw.toString())).size).toBe(1);
    const its = { params: { participationId: guest.id } };
    const forGuest = await site.call(calls.certificateFile, its, { token: link });
    expect(forGuest.status).toBe(200);
    expect(file.raw.toString('latin1')).toContain('/Lang(en-IN)');
    // In both languages for who took part in Hindi.
    expect(forGuest.raw.toString('latin1')).toContain('/Lang(hi-IN)');
    const [both, ...more] = await readPdf(forGuest.raw);
    expect(more).toEqual([]);
    for (const part of [
      'CERTIFICATE OF PARTICIPATION',
      'प्रतिभागिता प्रमाण-पत्र',
      'This is to certify that / प्रमाणित किया जाता है कि',
    ])
      expect(both!.text.normalize('NFC')).toContain(part.normalize('NFC'));
    expect((await site.call(calls.certificateFile, its)).status).toBe(401);
    const zip = await site.call(
      calls.certificatesZip,
      { params: { id: conference.id } },
      { token: await confirmedToken(site) },
    );
    expect(zip.raw.toString('latin1').match(/-C-\d{6}\.pdf/g)).toHaveLength(4);

    const undo = await scan(conference.id, [{ participationId: result.id, undo: true }]);
    expect(undo.body).toMatchObject({ undone: 1 });
    expect(await site.ok(verifyCode, { params: { code } })).toMatchObject({ valid: false, state: 'cancelled' });
    expect((await site.ok(verifyCode, { params: { code } })) as object).not.toHaveProperty('name');
    await scan(conference.id, [{ participationId: result.id }]);
    expect(await numbersOf(conference.id)).toEqual([
      ['C/000001', true],
      ['C/000002', false],
      ['C/000003', false],
    ]);

    await site.ok(decideRegistration, { body: { id: member.id, status: 'Rejected', reason: 'x' } }, { token });
    expect((await rowOf(result.id)).state).toBe('registered');
    await site.ok(deleteRegistration, { params: { id: member.id } }, { token });
    expect(await rowOf(result.id)).toMatchObject({ memberId: null, state: 'registered', answers: {} });
    expect(await site.ok(verifyCode, { params: { code } })).toMatchObject({ valid: false, state: 'erased' });
    expect((await site.call(calls.certificateFile, { params }, { token })).status).toBe(404);
    expect((await site.ok(listParticipants, { params: { id: conference.id } }, { token })).totals).toMatchObject({
      registered: 3,
      attended: 2,
    });
  });
});
