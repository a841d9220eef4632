import { clock } from '#shared/clock.ts';
import { changeMemberPassword } from '#shared/contracts/auth.ts';
import { updateConference } from '#shared/contracts/conferences.ts';
import { checkIn } from '#shared/contracts/door.ts';
import { commitImport, undoImport, uploadImport } from '#shared/contracts/imports.ts';
import { deleteLetter, resumeLetter, sendLetter, stopLetter } from '#shared/contracts/letters.ts';
import { retryMail } from '#shared/contracts/mail-log.ts';
import { requestErasure } from '#shared/contracts/members.ts';
import { mergeRecords, unmergeRecords } from '#shared/contracts/merging.ts';
import * as parts from '#shared/contracts/participations.ts';
import {
  decideRegistration,
  deleteRegistration,
  registerMember,
  resendCredentials,
  undoDecision,
} from '#shared/contracts/registrations.ts';
import { agreeToVote, proposeVote } from '#shared/contracts/votes.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import type { TestApp, TestFile } from '#tests/app.ts';
import { csvFile } from '#tests/factories/lists.ts';
import { memberToken, password } from '#tests/logins.ts';
import type { Cast, Facts, Memory, Person } from './oracle.ts';

/** What a history has at hand: the rows as they are, and what people remember. */
export interface Moment {
  facts: Facts;
  memory: Memory;
  /** What is wrong about answers. */
  faults: string[];
}

/** @returns the statuses of its calls, of which the last one refuses, if any does; none where there is nothing to act on */
type Act = (moment: Moment) => Promise<number[]>;

export interface Bodies {
  office: string;
  colleague: string;
  conferenceId: string;
  letterId: string;
  conference: object;
  /** Of the guest and of an applicant, and the changed record of a member. */
  guest: { name: string; email: string; mobile: string };
  registrations: { guest: object; applicant: object };
  files: Record<string, TestFile>;
  list: Parameters<typeof csvFile>[0];
  /** By which the two records and the guest would be recognized. */
  words: Record<'first' | 'second' | 'guest', string[]>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function createActs(site: TestApp, cast: Cast, bodies: Bodies): Record<string, Act> {
  const office = { token: bodies.office };
  const colleague = { token: bodies.colleague };
  const conference = { params: { id: bodies.conferenceId } };
  const [first, second] = cast.records;
  const { words } = bodies;

  /** Makes calls until one refuses. */
  async function inOrder(...calls: (() => Promise<number>)[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const call of calls) {
      statuses.push(await call());
      if (statuses.at(-1)! >= 400) break;
    }
    return statuses;
  }
  const by = async (as: { token?: string }, endpoint: AnyEndpoint, input: object) =>
    (await site.call(endpoint, input, as)).status;
  const ofOffice = (endpoint: AnyEndpoint, input: object) => inOrder(() => by(office, endpoint, input));
  const row = ({ facts }: Moment, id: string) => facts.members.find((each) => each.id === id);
  /** A call by a member, who logs in for it. */
  const ofMember =
    (id: string, endpoint: AnyEndpoint, input: object): Act =>
    async (moment) => {
      if (row(moment, id)?.status !== 'Approved') return [];
      const token = await memberToken(site, id);
      return inOrder(() => by({ token }, endpoint, input));
    };
  const wishing =
    (person: Person, act: Act, wishes: boolean): Act =>
    async (moment) => {
      const statuses = await act(moment);
      const { memory } = moment;
      if (statuses.at(-1) === 200) {
        memory.wishes = memory.wishes.filter((each) => each !== person);
        if (wishes) memory.wishes.push(person);
      }
      return statuses;
    };
  async function merge(moment: Moment, keep: string, drop: string): Promise<number[]> {
    const [one, other] = [row(moment, keep), row(moment, drop)] as ({ version?: number } | undefined)[];
    if (!one || !other) return [];
    return ofOffice(mergeRecords, { body: { keep, drop, versions: [one.version, other.version] } });
  }
  /** The next person has the number, and who had asked as that member has not. */
  function afterUndo(memory: Memory, person: Person, hasAskedBesides: boolean): void {
    memory.numbers = {};
    if (!hasAskedBesides) memory.wishes = memory.wishes.filter((each) => each !== person);
  }
  const guestRecord = ({ facts }: Moment) => facts.members.find(({ email }) => email === cast.guestEmail);
  const approve = (id: string) => () => by(office, decideRegistration, { body: { id, status: 'Approved' } });

  const codeOf =
    (name: string): Act =>
    async ({ memory }) => {
      const code = memory.codes[name];
      return code ? ofDoor(code) : [];
    };
  async function ofDoor(code: string): Promise<number[]> {
    const answer = await site.call(checkIn, { ...conference, body: { items: [{ code }] } }, office);
    const { checkedIn } = answer.body as { checkedIn?: number };
    return [answer.status === 200 && checkedIn === 0 ? 409 : answer.status];
  }
  /** The letter that the office would act on: that of the vote, while there is one. */
  const letterOf = ({ facts }: Moment) =>
    facts.letters.find(({ filter, state }) => filter.vote && state !== 'sent') ??
    facts.letters.find(({ id }) => id === bodies.letterId);
  const onLetter =
    (endpoint: AnyEndpoint, body: object): Act =>
    async (moment) => {
      const letter = letterOf(moment) as { id: string; version?: number } | undefined;
      return letter
        ? ofOffice(endpoint, { params: { id: letter.id }, body: { version: letter.version, ...body } })
        : [];
    };
  const step =
    (body: (moment: Moment) => object | null): Act =>
    async (moment) => {
      const vote = moment.facts.votes[0];
      const what = body(moment);
      if (!vote || !what) return [];
      const params = { id: vote.id };
      const proposed = await site.call(proposeVote, { params, body: what }, office);
      if (proposed.status !== 200) return [proposed.status];
      const { vote: after } = proposed.body as { vote: { version: number; proposal: { id: string } } };
      const agreed = { proposal: after.proposal.id, version: after.version };
      return [200, await by(colleague, agreeToVote, { params, body: agreed })];
    };
  const move =
    (change: (row: Facts['conferences'][number]) => { starts: number; ends: number } | null): Act =>
    async ({ facts }) => {
      const before = facts.conferences[0]!;
      const to = change(before);
      if (!to) return [];
      const body = {
        ...bodies.conference,
        startsAt: new Date(to.starts).toISOString(),
        endsAt: new Date(to.ends).toISOString(),
      };
      return ofOffice(updateConference, { ...conference, body });
    };
  const travel =
    (milliseconds: number): Act =>
    async ({ memory }) => {
      memory.at += milliseconds;
      clock.set(new Date(memory.at));
      return [200];
    };
  const mailServer =
    (to: Memory['mailServer']): Act =>
    async ({ memory }) => {
      if (memory.mailServer === to) return [];
      memory.mailServer = to;
      return [200];
    };
  const erase = (id: string) =>
    [
      async () => by({ token: await memberToken(site, id) }, requestErasure, { body: {} }),
      () => by(office, decideRegistration, { body: { id, status: 'Rejected', reason: 'As asked', money: 'keep' } }),
      () => by(office, deleteRegistration, { params: { id } }),
    ] as const;
  const list =
    (state: string) =>
    async (moment: Moment, endpoint: AnyEndpoint, body: object): Promise<number[]> => {
      const one = moment.facts.imports.find((each) => each.state === state);
      return one ? ofOffice(endpoint, { params: { id: one.id }, body }) : [];
    };

  const retry =
    (kind: string): Act =>
    async ({ facts }) => {
      const failed = facts.mails.findLast((mail) => mail.state === 'failed' && mail.kind === kind);
      return failed ? ofOffice(retryMail, { params: { id: failed.id } }) : [];
    };

  const acts: Record<string, Act> = {
    'somebody applies': async ({ facts }) =>
      facts.members.some(({ email }) => email === (bodies.registrations.applicant as { email: string }).email)
        ? []
        : inOrder(() => by({}, registerMember, { body: bodies.registrations.applicant, files: bodies.files })),
    'the guest becomes a member': async (moment) => {
      if (guestRecord(moment) || moment.memory.erased.includes(cast.guestEmail)) return [];
      const answer = await site.call(registerMember, { body: bodies.registrations.guest, files: bodies.files });
      if (answer.status !== 200) return [answer.status];
      const { directory } = answer.body as { directory: { id: string } };
      return [200, ...(await inOrder(approve(directory.id)))];
    },
    'approve the second record': async (moment) =>
      row(moment, second)?.status === 'New' ? inOrder(approve(second)) : [],
    'undo the approval of the second record': async ({ facts, memory }) => {
      const statuses = await ofOffice(undoDecision, { params: { id: second }, body: {} });
      if (statuses[0] === 200)
        afterUndo(
          memory,
          'P',
          facts.participations.some(({ member_id, state }) => member_id === first && state !== 'cancelled'),
        );
      return statuses;
    },
    'undo the approval of the guest': async (moment) => {
      const record = guestRecord(moment);
      const statuses = record ? await ofOffice(undoDecision, { params: { id: record.id }, body: {} }) : [];
      const { facts, memory } = moment;
      if (statuses[0] === 200)
        afterUndo(
          memory,
          'G',
          facts.participations.some(({ code }) => code === memory.codes.guest),
        );
      return statuses;
    },
    'read the list': async ({ facts }) =>
      facts.imports.length < 2 ? ofOffice(uploadImport, { body: {}, files: { file: csvFile(bodies.list) } }) : [],
    'commit a list': (moment) => list('ready')(moment, commitImport, { credentials: 'later' }),
    'undo a list': (moment) => list('done')(moment, undoImport, {}),
    'merge the second record into the first': (moment) => merge(moment, first, second),
    'merge the first record into the second': (moment) => merge(moment, second, first),
    'unmerge the records': async (moment) => {
      const keep = cast.records.find((id) => row(moment, id));
      return keep && moment.facts.merged.length > 0 ? ofOffice(unmergeRecords, { body: { keep } }) : [];
    },
    'erase the first record': async (moment) => {
      if (row(moment, first)?.status !== 'Approved') return [];
      const statuses = await inOrder(...erase(first));
      const { facts, memory } = moment;
      // Who is refused has left.
      if (statuses.length > 2) memory.wishes = memory.wishes.filter((each) => each !== 'P');
      if (statuses.at(-1) !== 200) return statuses;
      const isBoth = facts.merged.some(({ dropped_id }) => dropped_id === second);
      memory.erased.push(...words.first, ...(isBoth ? words.second : []));
      return statuses;
    },
    'erase the guest': async (moment) => {
      const { facts, memory } = moment;
      const record = guestRecord(moment);
      const seat = facts.participations.find(({ guest, email }) => guest && email === cast.guestEmail);
      const statuses =
        record?.status === 'Approved'
          ? await inOrder(...erase(record.id))
          : seat && !record
            ? await ofOffice(parts.eraseParticipant, { params: { participationId: seat.id } })
            : [];
      if (statuses.at(-1) === 200 || statuses.length > 2) memory.wishes = memory.wishes.filter((each) => each !== 'G');
      if (statuses.at(-1) === 200) memory.erased.push(...words.guest);
      return statuses;
    },
    'the first record takes part': wishing('P', ofMember(first, parts.participate, { ...conference, body: {} }), true),
    'the second record takes part': wishing(
      'P',
      ofMember(second, parts.participate, { ...conference, body: {} }),
      true,
    ),
    'the guest asks': async ({ memory }) =>
      memory.erased.includes(cast.guestEmail)
        ? []
        : inOrder(() => by({}, parts.participateAsGuest, { ...conference, body: { ...bodies.guest, language: 'hi' } })),
    'the guest confirms': wishing(
      'G',
      async ({ memory }) =>
        memory.link === ''
          ? []
          : inOrder(() => by({ token: memory.link }, parts.changeGuestParticipation, { body: {} })),
      true,
    ),
    'the guest takes part as a member': wishing(
      'G',
      async (moment) => {
        const record = guestRecord(moment);
        return record ? ofMember(record.id, parts.participate, { ...conference, body: {} })(moment) : [];
      },
      true,
    ),
    'the first record leaves': wishing('P', ofMember(first, parts.cancelParticipation, conference), false),
    'the second record leaves': wishing('P', ofMember(second, parts.cancelParticipation, conference), false),
    'the guest leaves': wishing(
      'G',
      async (moment) => {
        const record = guestRecord(moment);
        if (record?.status === 'Approved') return ofMember(record.id, parts.cancelParticipation, conference)(moment);
        const { link } = moment.memory;
        return link === '' ? [] : inOrder(() => by({ token: link }, parts.cancelGuestParticipation, {}));
      },
      false,
    ),
    'a colleague leaves': wishing('M', ofMember(cast.bystander, parts.cancelParticipation, conference), false),
    'the office adds the second record’s number': async (moment) => {
      const number = Object.entries(moment.memory.codes).find(([name]) => name === 'number')?.[1];
      if (!number) return [];
      const statuses = await ofOffice(parts.addParticipant, { ...conference, body: { memberNumber: number } });
      if (statuses[0] === 400) moment.faults.push('a number that leads to somebody is unknown');
      if (statuses[0] === 200) moment.memory.wishes = [...moment.memory.wishes.filter((each) => each !== 'P'), 'P'];
      return statuses;
    },
    'check in the first record’s code': codeOf('first'),
    'check in the second record’s code': codeOf('second'),
    'check in the guest’s code': codeOf('guest'),
    'move the conference by a week': move(({ starts_at, ends_at }) =>
      Date.parse(starts_at) > clock.ms() + 5 * dayMs
        ? null
        : { starts: Date.parse(starts_at) + 7 * dayMs, ends: Date.parse(ends_at) + 7 * dayMs },
    ),
    'add a day at its end': move(({ starts_at, ends_at }) =>
      Date.parse(ends_at) - Date.parse(starts_at) > 3 * dayMs
        ? null
        : { starts: Date.parse(starts_at), ends: Date.parse(ends_at) + dayMs },
    ),
    'send the letter': onLetter(sendLetter, { tooLate: true }),
    'send the letter in three days': async (moment) =>
      onLetter(sendLetter, { tooLate: true, at: new Date(moment.memory.at + 3 * dayMs).toISOString() })(moment),
    'stop the letter': onLetter(stopLetter, {}),
    'resume the letter': onLetter(resumeLetter, {}),
    'resume the letter, too late': onLetter(resumeLetter, { tooLate: true }),
    'delete the letter': onLetter(deleteLetter, {}),
    'unfreeze the vote': step(({ facts }) => (facts.votes[0]?.state === 'roll' ? { what: 'unfreeze' } : null)),
    'add the second record’s number to the roll': step(({ facts, memory }) =>
      facts.votes[0]?.state === 'roll' && memory.codes.number ? { what: 'roll', add: [memory.codes.number] } : null,
    ),
    'try failed credentials again': retry('credentials'),
    'try a failed notice again': retry('notice'),
    'resend credentials to the first record': async (moment) =>
      row(moment, first)?.status === 'Approved' ? ofOffice(resendCredentials, { params: { id: first } }) : [],
    'the first record chooses a password': async (moment) => {
      const statuses = await ofMember(first, changeMemberPassword, {
        body: { currentPassword: password, newPassword: password, confirmPassword: password },
      })(moment);
      if (statuses[0] === 200) moment.memory.passwords[first] = clock.ms();
      return statuses;
    },
    'the first record replaces its calendar': async (moment) => {
      if (row(moment, first)?.status !== 'Approved') return [];
      const token = await memberToken(site, first);
      const { memory } = moment;
      const mine = await site.call(parts.myConferences, {}, { token });
      const before = mine.status === 200 ? (mine.body as { calendar: string }).calendar : '';
      const status = await by({ token }, parts.replaceCalendar, {});
      const isMerged = moment.facts.merged.length > 0;
      if (status === 200) memory.endedCalendars.push(before, ...(isMerged ? memory.calendars : []));
      return [status];
    },
    'the second record looks at its calendar': async (moment) => {
      if (row(moment, second)?.status !== 'Approved' || moment.memory.calendars.length > 0) return [];
      const mine = await site.call(parts.myConferences, {}, { token: await memberToken(site, second) });
      if (mine.status === 200) moment.memory.calendars.push((mine.body as { calendar: string }).calendar);
      return [mine.status];
    },
    'the mail server is away': mailServer('away'),
    'the mail server refuses': mailServer('refuses'),
    'the mail server is back': mailServer('up'),
    'an hour passes': travel(hourMs),
    'half a day passes': travel(12 * hourMs),
    'a day passes': travel(dayMs),
    'four days pass': travel(4 * dayMs),
  };
  return acts;
}
