import { setTimeout as sleep } from 'node:timers/promises';
import { sessions } from '#server/features/auth/tables.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { letterSettings, letters } from '#server/features/letters/tables.ts';
import { clock } from '#shared/clock.ts';
import { participate } from '#shared/contracts/participations.ts';
import { agreeToVote, createVote, proposeVote } from '#shared/contracts/votes.ts';
import type { TestApp } from '#tests/app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { confirmedToken, hashOfPassword, memberToken, newAdministrator } from '#tests/logins.ts';
import { type Bodies, createActs, type Moment } from './acts.ts';
import { type Copy, openCopies } from './copies.ts';
import { type Cast, createOracle, type Facts, type Memory, type Sent } from './oracle.ts';
import { failures, rest, rounds, roundsEnd, setGate } from './rounds.ts';

/** Monday, ten o'clock in India. The conference is from Thursday to Saturday. */
export const start = Date.parse('2026-11-23T10:00:00+05:30');
const dayMs = 86_400_000;

/** The mail server of a history: it judges each mail as it leaves. */
export const mailServer: { send: (sent: Sent) => Promise<void> } = { send: async () => {} };

const tables = {
  members: 'members',
  merged: 'merged_records',
  participations: 'participations',
  conferences: 'conferences',
  certificates: 'certificates',
  letters: 'circulars',
  recipients: 'circular_recipients',
  votes: 'votes',
  roll: 'vote_roll',
  mails: 'mail',
  imports: 'imports',
  importRows: 'import_rows',
};

export interface State {
  copy: Copy;
  memory: Memory;
  key: string;
}

export async function openWorld(site: TestApp) {
  const { database } = site;
  clock.set(new Date(start));
  const administrator = { lastLoginAt: new Date(start) };
  const [office, colleague] = [
    await newAdministrator(site, administrator),
    await newAdministrator(site, administrator),
  ];
  const named = (name: string, email: string, mobile: string) => ({
    name,
    email: `${email}@people.example.org`,
    mobile,
  });
  const people = {
    first: named('Vexora Quillmantra', 'vexora', '9811122201'),
    second: named('Vexxora Qillmantru', 'vexxora', '9811122202'),
    guest: named('Zubinda Farqwell', 'zubinda', '9811122203'),
    bystander: named('Tharkesh Jolvanti', 'tharkesh', '9811122204'),
    applicant: named('Nimbrosia Pultekar', 'nimbrosia', '9811122205'),
    listed: named('Lomvarda Wexnoti', 'lomvarda', '9811122206'),
  };
  const passwordHash = await hashOfPassword();
  const first = await memberFactory(site, { ...people.first, language: 'hi', passwordHash });
  const second = await memberFactory(site, {
    ...people.second,
    language: 'hi',
    status: 'New',
    paymentStatus: 'PAYMENT_INITIATED',
  });
  const bystander = await memberFactory(site, { ...people.bystander, passwordHash });
  const conference = {
    title: 'Three days of evidence',
    meetingType: 'Offline' as const,
    meetingAddress: 'Hall 1, Pune',
    description: 'About evidence.',
  };
  const [meeting] = await database
    .insert(conferences)
    .values({
      ...conference,
      startsAt: new Date(start + 3 * dayMs),
      endsAt: new Date(start + 5 * dayMs + 7 * 3_600_000),
      places: 2,
      participation: 'everybody',
      certificate: true,
    })
    .returning();
  const letter = {
    kind: 'notice',
    title: 'General Body',
    text: 'Please come.',
    by: office.email,
    meetingOn: '2026-12-08',
  } as const;
  const [draft] = await database.insert(letters).values(letter).returning();
  await database.update(letterSettings).set({ perMinute: 6_000 });
  const cast: Cast = {
    records: [first.id, second.id],
    guestEmail: people.guest.email,
    applicantMobile: people.applicant.mobile,
    listedMobile: people.listed.mobile,
    bystander: bystander.id,
  };
  const wordsOf = ({ name, email, mobile }: typeof people.first) => [...name.split(' '), email, mobile];
  const tokens = { office: await confirmedToken(site, office.id), colleague: await confirmedToken(site, colleague.id) };
  const forever = new Date(start + 400 * dayMs);
  await database
    .update(sessions)
    .set({ createdAt: forever, usedAt: forever, expiresAt: forever, confirmedUntil: forever });
  const bodies: Bodies = {
    ...tokens,
    conferenceId: meeting!.id,
    letterId: draft!.id,
    conference,
    guest: people.guest,
    registrations: {
      guest: registrationBody({ ...people.guest, language: 'hi' }),
      applicant: registrationBody(people.applicant),
    },
    files: { document: scannedId(), picture: await pictureFile() },
    list: [people.listed, people.applicant].map(({ name, mobile }) => ({
      name,
      mobile,
      membership: 'LIFETIME MEMBER',
      gender: 'F',
      state: 'Tamil Nadu',
      district: 'Madurai',
    })),
    words: { first: wordsOf(people.first), second: wordsOf(people.second), guest: wordsOf(people.guest) },
  };
  const copies = await openCopies(site);
  const oracle = createOracle(cast);
  rest.of = copies.mailsEnd;
  const acts = createActs(site, cast, bodies);

  async function readFacts(): Promise<Facts> {
    const { rows } = await copies.query<{ facts: Facts }>(
      `select jsonb_build_object(${Object.entries(tables)
        .map(([name, table]) => `'${name}', (select coalesce(jsonb_agg(t), '[]') from "${table}" t)`)
        .join(', ')}) as facts`,
    );
    const { facts } = rows[0]!;
    const codes = moment.memory.codes;
    facts.members.sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
    facts.mails.sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
    for (const seat of facts.participations) {
      const name = seat.guest
        ? 'guest'
        : seat.member_id === first.id
          ? 'first'
          : seat.member_id === second.id
            ? 'second'
            : '';
      if (name) codes[name] ??= seat.code;
    }
    const number = facts.members.find(({ id }) => id === second.id)?.member_number;
    if (number) codes.number = number;
    else if (!facts.merged.length) delete codes.number;
    return facts;
  }

  const memory: Memory = {
    at: start,
    mailServer: 'up',
    numbers: {},
    wishes: [],
    erased: [],
    passwords: {},
    codes: {},
    link: '',
    calendars: [],
    endedCalendars: [],
    reminders: [],
    isSwept: false,
  };
  const moment: Moment = { memory, facts: {} as Facts, faults: [] };
  mailServer.send = async (sent) => {
    const { memory: now } = moment;
    if (now.mailServer === 'away') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    if (now.mailServer === 'refuses' && sent.recipient.endsWith('@people.example.org'))
      throw Object.assign(new Error('no'), {
        responseCode: 550,
        command: 'RCPT TO',
        response: '550 5.1.1 no such user',
      });
    const facts = await readFacts();
    // On a slow machine a mail leaves after the state before it was put back: it is not of this history.
    if (!facts.mails.some(({ id }) => id === sent.id)) return;
    moment.faults.push(...oracle.judgeMail(sent, facts, now));
    const secret = /#([\w-]{20,})/.exec(sent.text)?.[1];
    if (secret && sent.recipient === cast.guestEmail && sent.kind.startsWith('participation-')) now.link = secret;
  };

  /** Mails, jobs, letters, votes and, after a journey, all that happens by time, until nothing is left to do. */
  async function settle(isJourney: boolean): Promise<void> {
    setGate(true);
    if (isJourney) await rounds();
    const deadline = performance.now() + 20_000;
    let same = 0;
    for (let pending = ''; ; ) {
      if (performance.now() > deadline) throw new Error(`The rounds do not come to an end: ${pending}`);
      await roundsEnd();
      const { rows } = await copies.query<{ claimed: boolean; due: boolean; work: boolean; letters: boolean }>(
        `select exists (select from mail where state = 'waiting' and next_attempt_at = started_at + interval '180 seconds') as claimed,
          exists (select from mail where state = 'waiting' and next_attempt_at <= $1::timestamptz + interval '50 milliseconds') as due,
          exists (select from jobs where state = 'running') as work,
          exists (select from circulars where state = 'sending' and not exists (select from circular_recipients
            join mail using (id) where circular_id = circulars.id and mail.state = 'waiting')) as letters`,
        [clock.now()],
      );
      const { claimed, due, work, letters: isSending } = rows[0]!;
      if (due) await rounds(/mail.worker/);
      if (work) await rounds(/jobs/);
      if (isSending) await rounds(/sender/);
      if (!claimed && !due && !work && !isSending) return;
      const now = JSON.stringify(rows[0]);
      // A step of a job is tried again after a pause.
      if (pending === now) await sleep(5);
      // What is left of it waits for a moment that has not come.
      same = pending === now ? same + 1 : 0;
      if (same > 5 && !claimed && !due && !work) return;
      pending = now;
    }
  }

  async function save(): Promise<State> {
    setGate(false);
    await roundsEnd();
    await copies.rest();
    return {
      copy: await copies.save(),
      memory: structuredClone(moment.memory),
      key: oracle.keyOf(moment.facts, moment.memory, start),
    };
  }

  async function putBack(state: State): Promise<void> {
    setGate(false);
    await roundsEnd();
    await copies.rest();
    await copies.putBack(state.copy);
    moment.memory = structuredClone(state.memory);
    clock.set(new Date(moment.memory.at));
    await copies.rest();
    moment.facts = await readFacts();
    setGate(true);
  }

  /** What is wrong after an act, beside what each mail said. */
  async function judge(): Promise<string[]> {
    const { facts, memory: now } = moment;
    const faults = oracle.judge(facts, now);
    if (now.erased.length > 0) {
      const columns = (await copies.columnsWith(now.erased)).filter(
        (at) => now.isSwept || !at.startsWith('member_count'),
      );
      faults.push(...columns.map((at) => `${at} names somebody who is erased`));
      if ((await copies.filesWith(now.erased)).length > 0) faults.push('a file names somebody who is erased');
    }
    for (const address of now.endedCalendars) {
      const { statusCode } = await site.app.inject(new URL(address).pathname);
      if (statusCode !== 404) faults.push('an ended address of a calendar answers');
    }
    return faults;
  }

  /** Does one act. @returns null for one that is refused, or else what is wrong after it */
  async function act(name: string): Promise<string[] | null> {
    moment.faults.length = 0;
    failures.length = 0;
    moment.memory.at += 1_000;
    clock.set(new Date(moment.memory.at));
    // The answer about a list waits for its job.
    setGate(/\blist$/.test(name));
    const isJourney = / pass(es)?$/.test(name);
    const { isSwept } = moment.memory;
    moment.memory.isSwept = false;
    const statuses = await acts[name]!(moment);
    const broken = statuses.filter((status) => status >= 500).map((status) => `${status} at '${name}'`);
    if (broken.length + moment.faults.length === 0 && !statuses.some((status) => status < 400)) {
      Object.assign(moment.memory, { at: moment.memory.at - 1_000, isSwept });
      return null;
    }
    await settle(isJourney);
    moment.memory.isSwept = isJourney;
    setGate(false);
    moment.facts = await readFacts();
    const faults = [...broken, ...moment.faults, ...(await judge()), ...failures.map((each) => `failed: ${each}`)];
    return faults;
  }

  async function freeze(): Promise<void> {
    setGate(true);
    const body = {
      title: 'Election',
      questions: [
        { kind: 'office', title: 'President', seats: 1, options: [{ name: 'Asha Rao' }, { name: 'Bimal Sen' }] },
      ],
      opensAt: new Date(start + 20 * dayMs).toISOString(),
      closesAt: new Date(start + 22 * dayMs).toISOString(),
    };
    const { vote } = await site.ok(createVote, { body }, { token: tokens.office });
    const params = { id: vote.id };
    const asked = await site.ok(proposeVote, { params, body: { what: 'freeze' } }, { token: tokens.office });
    const agreed = { proposal: asked.vote.proposal!.id, version: asked.vote.version };
    await site.ok(agreeToVote, { params, body: agreed }, { token: tokens.colleague });
    await settle(false);
  }

  const token = await memberToken(site, bystander.id);
  await site.ok(participate, { params: { id: meeting!.id }, body: {} }, { token });
  memory.wishes.push('M');
  await settle(true);
  moment.facts = await readFacts();
  /** Acts that must be done, from a state. @param note what is wrong after one */
  async function play(
    from: State,
    names: readonly string[],
    note: (faults: readonly string[], history: string[]) => void,
  ): Promise<State> {
    await putBack(from);
    for (const [index, name] of names.entries()) {
      if (name === 'the roll is frozen') await freeze();
      else {
        const faults = await act(name);
        note(faults ?? ['it was refused'], names.slice(0, index + 1));
      }
    }
    moment.facts = await readFacts();
    return save();
  }

  return {
    play,
    key: () => oracle.keyOf(moment.facts, moment.memory, start),
    names: Object.keys(acts).filter((name) => name !== 'half a day passes'),
    act,
    save,
    putBack,
    freeze,
    moment,
    close: copies.close,
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;
