import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { conferences } from '#server/features/conferences/tables.ts';
import * as conferenceCalls from '#shared/contracts/conferences.ts';
import * as calls from '#shared/contracts/participations.ts';
import { startTestApp } from '#tests/app.ts';
import { openConferenceFactory } from '#tests/factories/participations.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';

// Parsed by an independent implementation of RFC 5545, as Google's and Outlook's calendars are.

const site = await startTestApp();
const token = await adminToken(site);

const title =
  'Evidence; law, “practice”\\theory, and what a court believes when a very long title has to be folded twice over';
const startsAt = new Date(Date.UTC(2027, 1, 20, 4, 30));

/** The event in a calendar text. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => new ICAL.Timezone(zone));
  return {
    method: calendar.getFirstPropertyValue('method'),
    zone: zones[0],
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const moment = (name: 'dtstart' | 'dtend') => {
        const time = component.getFirstPropertyValue(name) as ICAL.Time;
        expect(component.getFirstProperty(name)?.getParameter('tzid')).toBe('Asia/Kolkata');
        time.zone = zones[0]!;
        return time.toJSDate().toISOString();
      };
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        description: event.description,
        status: component.getFirstPropertyValue('status'),
        organizer: component.getFirstPropertyValue('organizer'),
        attendee: component.getFirstPropertyValue('attendee'),
        from: moment('dtstart'),
        until: moment('dtend'),
      };
    }),
  };
}

/** The calendar entries in somebody's mails, in their order; as attachment and as part of the mail. */
async function entriesTo(email: string) {
  const folder = join(site.config.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name)).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails
    .filter(({ to }) => to?.[0]?.address === email)
    .map(({ attachments }) =>
      attachments
        .filter(({ mimeType }) => /text\/calendar|application\/ics/.test(mimeType))
        .map(({ content, mimeType, method }) => ({
          method,
          mimeType,
          text: typeof content === 'string' ? content : new TextDecoder().decode(content),
        })),
    )
    .filter((files) => files.length > 0);
}

it('mails carry a calendar entry that newer ones replace and a cancelled one removes', async () => {
  const conference = await openConferenceFactory(site, {
    title,
    startsAt,
    endsAt: null,
    meetingLink: 'https://meet.example.org/x',
  });
  const { id } = conference;
  const member = await newMember(site);
  const as = { token: await memberToken(site, member.id) };
  const arrived = async (count: number) => {
    const entries = await eventually(async () => {
      const rows = await entriesTo(member.email);
      return rows.length === count && rows;
    }, `${count} entries for the calendar`);
    return read(entries.at(-1)![0]!.text);
  };
  const { participation } = await site.ok(calls.participate, { params: { id }, body: {} }, as);
  const first = await arrived(1);
  expect(first.method).toBe('REQUEST');
  expect(first.zone?.tzid).toBe('Asia/Kolkata');
  expect(first.events).toHaveLength(1);
  const [entry] = first.events;
  expect(entry).toMatchObject({ uid: participation.id, summary: title, status: 'CONFIRMED' });
  expect([entry!.from, entry!.until]).toEqual(['2027-02-20T04:30:00.000Z', '2027-02-20T06:30:00.000Z']);
  expect(entry!.description).toContain('Join: https://meet.example.org/x');
  expect(entry!.attendee).toBe(`mailto:${member.email}`);
  expect(entry!.organizer).toMatch(/^mailto:.+@/);
  const [files] = await entriesTo(member.email);
  for (const { method, text } of files!) {
    if (method) expect(method).toBe('REQUEST');
    for (const line of text.split(/\r?\n/)) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }

  const moved = new Date(startsAt.getTime() + 3_600_000);
  const { newConference } = await site.ok(conferenceCalls.getConference, { params: { id } }, { token });
  const {
    title: conferenceTitle,
    meetingType,
    meetingId,
    meetingPassword,
    meetingAddress,
    meetingLink,
    description,
  } = newConference;
  const fields = {
    title: conferenceTitle,
    meetingType,
    meetingId,
    meetingPassword,
    meetingAddress,
    meetingLink,
    description,
  };
  await site.ok(
    conferenceCalls.updateConference,
    { params: { id }, body: { ...fields, startsAt: moved.toISOString() } as never, files: {} },
    { token },
  );
  await site.ok(calls.tellParticipants, { params: { id }, body: { changes: true } }, { token });
  const second = await arrived(2);
  expect(second).toMatchObject({ method: 'REQUEST', events: [{ uid: entry!.uid, from: moved.toISOString() }] });
  expect(second.events[0]!.sequence).toBeGreaterThan(entry!.sequence);

  await site.ok(calls.cancelParticipation, { params: { id } }, as);
  const third = await arrived(3);
  expect(third).toMatchObject({ method: 'CANCEL', events: [{ uid: entry!.uid, status: 'CANCELLED' }] });
  expect(third.events[0]!.sequence).toBeGreaterThan(second.events[0]!.sequence);
});

it('the subscribed calendar has a member’s conferences, cancelled ones marked as such', async () => {
  const member = await newMember(site);
  const as = { token: await memberToken(site, member.id) };
  const [one, other] = [await openConferenceFactory(site, { startsAt, title }), await openConferenceFactory(site)];
  const ids: string[] = [];
  for (const { id } of [one, other]) {
    ids.push((await site.ok(calls.participate, { params: { id }, body: {} }, as)).participation.id);
  }
  await site.ok(calls.cancelParticipation, { params: { id: other.id } }, as);
  const { calendar } = await site.ok(calls.myConferences, {}, as);
  const { events, method, zone } = read((await site.app.inject(new URL(calendar).pathname)).body);
  expect([method, zone?.tzid]).toEqual(['PUBLISH', 'Asia/Kolkata']);
  expect(events.map(({ uid, status }) => [uid, status]).sort()).toEqual(
    [
      [ids[0], 'CONFIRMED'],
      [ids[1], 'CANCELLED'],
    ].sort(),
  );
  expect(events.find(({ uid }) => uid === ids[0])).toMatchObject({ summary: title, from: startsAt.toISOString() });
  const [row] = await site.database.select().from(conferences).where(eq(conferences.id, one.id));
  expect(row?.title).toBe(title);
});
