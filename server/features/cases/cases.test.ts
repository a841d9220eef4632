import { describe, expect, it } from 'vitest';
import { createCaseKind, listCaseKinds, updateCaseKind } from '#shared/contracts/cases.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';

const site = await startTestApp();
const full = await adminToken(site);

describe('kinds', () => {
  const kind = { title: 'Housing', hint: 'Which house?', answerDays: 2, endDays: 9 };

  it('are seven from the start; a threat is offered only once two may see it, and stands in the list all the same', async () => {
    const { id } = await newMember(site, { state: 'Bihar' });
    const token = await memberToken(site, id);
    const ofMember = async () => (await site.ok(listCaseKinds, {}, { token })).data;
    expect((await ofMember()).map(({ id, offered }) => [id, offered])).toEqual([
      ['service', true],
      ['threat', false],
      ['welfare', true],
      ['membership', true],
      ['data', true],
      ['other', true],
    ]);
    expect((await site.ok(listCaseKinds, {})).data.map(({ id }) => id)).toEqual(['membership', 'data', 'other']);
    const circle = [];
    for (const states of [[], ['Bihar']]) circle.push((await newAdministrator(site, { powers: ['cases'], states })).id);
    await site.ok(updateCaseKind, { params: { id: 'threat' }, body: { circle, version: 1 } }, { token: full });
    expect((await ofMember()).find(({ id }) => id === 'threat')).toMatchObject({ offered: true, urgent: true });
    const other = await memberToken(site, (await newMember(site, { state: 'Kerala' })).id);
    const { data } = await site.ok(listCaseKinds, {}, { token: other });
    expect(data.find(({ id }) => id === 'threat')).toMatchObject({ offered: false });
  });

  it('have a circle of two who have the power, and versions', async () => {
    const { id } = await newAdministrator(site, { powers: ['cases'] });
    const stranger = await newAdministrator(site, { powers: ['money'] });
    const create = (body: object) => site.fails(createCaseKind, { body: { ...kind, ...body } }, { token: full });
    expect(await create({ onlyCircle: true, circle: [id] })).toMatchObject({
      status: 409,
      body: { code: 'CIRCLE_TOO_SMALL' },
    });
    for (const circle of [[id, stranger.id], ['nobody']]) {
      expect(await create({ onlyCircle: true, circle })).toMatchObject({
        status: 400,
        body: { fields: { circle: expect.any(String) } },
      });
    }
    expect(await create({ endDays: 1 })).toMatchObject({
      status: 400,
      body: { fields: { endDays: expect.any(String) } },
    });
    const { kind: made } = await site.ok(createCaseKind, { body: kind }, { token: full });
    const change = (body: object, of = made.id) =>
      site.call(updateCaseKind, { params: { id: of }, body }, { token: full });
    expect(await change({ title: 'Homes' })).toMatchObject({
      status: 400,
      body: { fields: { version: expect.any(String) } },
    });
    expect(await change({ title: 'Homes', version: 1 })).toMatchObject({
      status: 200,
      body: { kind: { title: 'Homes', hint: 'Which house?', version: 2 } },
    });
    expect(await change({ title: 'Houses', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'RECORD_CHANGED' },
    });
    expect(await change({ active: false, version: 1 }, 'data')).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    });
    expect((await change({ version: 1 }, 'none')).status).toBe(404);
    const cases = await adminToken(site, { powers: ['cases'] });
    expect(await site.fails(createCaseKind, { body: kind }, { token: cases })).toMatchObject({
      body: { code: 'POWER_NEEDED' },
    });
  });
});
