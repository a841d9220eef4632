import { expect, it } from 'vitest';
import { keepParticipations } from '#server/features/participations/clean-up.ts';
import * as calls from '#shared/contracts/certificates.ts';
import { startTestApp } from '#tests/app.ts';
import { pictureFile } from '#tests/factories/members.ts';
import { guestFactory, openConferenceFactory } from '#tests/factories/participations.ts';
import { adminToken } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';

const site = await startTestApp();
const token = await adminToken(site);

const current = async () => (await site.ok(calls.getSigners, {}, { token })).data;
const nobody = { firstName: '', firstOffice: '', secondName: '', secondOffice: '' };
const update = async (body: object, files: object = {}) =>
  site.call(calls.updateSigners, { body: { ...nobody, ...body }, files }, { token });

/** The certificate of a guest who attended a past conference. */
async function issued() {
  const past = { startsAt: new Date(Date.now() - 72 * 3_600_000), endsAt: new Date(Date.now() - 48 * 3_600_000) };
  const { id: conferenceId } = await openConferenceFactory(site, { certificate: true, ...past });
  const guest = await guestFactory(site, { conferenceId, checkedInAt: past.startsAt });
  await keepParticipations(site);
  return async () => (await site.call(calls.certificateFile, { params: { participationId: guest.id } }, { token })).raw;
}

it('certificates keep their signers and signatures', async () => {
  const both = {
    firstName: 'Meera Iyer',
    firstOffice: 'President',
    secondName: 'Anil Rao',
    secondOffice: 'General Secretary',
  };
  const hasPicture = (file: Buffer) => file.includes('/DCTDecode');
  expect(hasPicture(await (await issued())())).toBe(false);
  expect((await update(both, { firstSignature: await pictureFile(31) })).status).toBe(200);
  const { first, second } = await current();
  expect(first).toEqual({ name: 'Meera Iyer', office: 'President', signature: '/api/Conference/signature/first' });
  expect(second.signature).toBeNull();
  const pictureOf = (place: 'first' | 'second') => site.call(calls.signerSignature, { params: { place } }, { token });
  expect((await pictureOf('first')).headers['content-type']).toBe('image/jpeg');
  expect((await pictureOf('second')).status).toBe(404);

  const file = await issued();
  const before = await file();
  const [page] = await readPdf(before);
  for (const text of Object.values(both)) expect(page!.text).toContain(text);
  expect(hasPicture(before)).toBe(true);
  // Only the second one, without a picture: issued certificates stay as they were.
  await update({ secondName: 'Anil Rao', secondOffice: 'General Secretary' });
  expect((await file()).equals(before)).toBe(true);
  const after = await (await issued())();
  expect(hasPicture(after)).toBe(false);
  const [later] = await readPdf(after);
  expect(later!.text).toContain('Anil Rao');
  expect(later!.text).not.toContain('Meera Iyer');
});

it('a signer needs a name and an office; concurrent changes do not overwrite each other', async () => {
  expect(await update({ firstName: 'Meera Iyer' })).toMatchObject({
    status: 400,
    body: { fields: { firstOffice: 'Please enter the office, such as President' } },
  });
  expect((await update({ secondOffice: 'President' })).body).toMatchObject({
    fields: { secondName: expect.any(String) },
  });
  const { version } = await current();
  expect((await update({ version })).status).toBe(200);
  expect(await update({ version })).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } });
});
