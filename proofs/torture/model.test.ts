import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessions } from '#server/features/auth/tables.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { receipts, receiptYears } from '#server/features/receipts/tables.ts';
import { createVoteKeys, modulusBytes, signBlindly } from '#server/features/votes/keys.ts';
import { ballots, voteKeys, voteRoll, votes } from '#server/features/votes/tables.ts';
import { advance } from '#server/features/votes/timing.ts';
import { proposals } from '#server/parts/proposals/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { clock } from '#shared/clock.ts';
import * as auth from '#shared/contracts/auth.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import { cancelConference, updateConference } from '#shared/contracts/conferences.ts';
import { getJob } from '#shared/contracts/job-progress.ts';
import * as parts from '#shared/contracts/participations.ts';
import * as money from '#shared/contracts/payments.ts';
import { decideRegistration, registerMember, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import * as sessionCalls from '#shared/contracts/sessions.ts';
import * as voting from '#shared/contracts/votes.ts';
import type { Failure } from '#shared/errors.ts';
import { registrationStatuses } from '#shared/options.ts';
import { type Answer, startTestApp } from '#tests/app.ts';
import { moneyRows, receiptRows } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import {
  guestFactory,
  guestToken,
  openConferenceFactory,
  participantFactory,
} from '#tests/factories/participations.ts';
import { adminToken, hashOfPassword, memberToken, newAdministrator, password } from '#tests/logins.ts';
import { newPaper } from '#tests/voter.ts';
import { eventually } from '#tests/wait.ts';
import { isLinearizable, type Model, type Step } from './linearizable.ts';
import {
  emailModel,
  loginModel,
  type PlacesCall,
  type PlacesState,
  placesModel,
  type RecordCall,
  type RecordState,
  recordModel,
  type VoteCall,
  type VoteState,
  voteModel,
} from './model.ts';
import { figure, seed, size } from './size.ts';

// Histories of several concurrent callers against the real app. Each must be linearizable: the rules must allow it for some
// sequential order of the calls that agrees with their times.

const site = await startTestApp();
/** Tokens of several administrators. */
const desks = await Promise.all([1, 2, 3].map(() => adminToken(site)));
const picture = await pictureFile();

/** A planned call, without the record that it will be about. */
type Planned =
  | { on: 'applicant' | 'member'; call: RecordCall }
  | { on: 'email'; call: { kind: 'register'; form: string } }
  | { on: 'login'; call: { kind: 'use' | 'logout' } }
  | { on: 'places'; call: PlacesCall }
  | { on: 'vote'; call: VoteCall };

const decision = fc.record({
  kind: fc.constant('decide' as const),
  to: fc.constantFrom('New' as const, 'Approved' as const, 'Approved' as const, 'Rejected' as const),
  expected: fc.boolean(),
  seen: fc.boolean(),
  keep: fc.boolean(),
});
const kinds = [
  'proof',
  'claim',
  'session',
  'receive',
  'receive',
  'refuse',
  'waive',
  'refund',
  'cancelReceipt',
] as const;
const onRecord: fc.Arbitrary<RecordCall> = fc.oneof(
  { weight: 3, arbitrary: decision },
  { weight: 1, arbitrary: fc.constant({ kind: 'approveAsSeen' as const, version: 1 }) },
  { weight: 6, arbitrary: fc.constantFrom(...kinds).map((kind) => ({ kind })) },
);
const someMember = fc.constantFrom('one', 'two', 'three');
const onPlaces: fc.Arbitrary<PlacesCall> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('take' as const), who: someMember }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('leave' as const), who: someMember }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('confirm' as const, 'drop' as const), who: fc.constant('guest') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('add' as const), who: someMember, overbook: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      who: fc.constantFrom('one', 'guest'),
      to: fc.constantFrom('registered' as const, 'waiting' as const, 'cancelled' as const),
      overbook: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('places' as const), places: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'off' as const }) },
);
const someone = fc.constantFrom('secretary', 'officer');
const onVote: fc.Arbitrary<VoteCall> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('paper' as const), device: fc.constantFrom('phone', 'laptop') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cast' as const),
      counter: fc.integer({ min: 1, max: 3 }),
      choice: fc.constantFrom('for', 'against', ''),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('propose' as const),
      // Counted in each history.
      id: fc.constant(''),
      by: someone,
      what: fc.constantFrom('cancel' as const, 'extend' as const),
      days: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('agree' as const, 'agree' as const, 'refuse' as const),
      id: fc.constantFrom('0', '1'),
      by: someone,
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom('close' as const, 'result' as const).map((kind) => ({ kind })) },
);
const plannedVote: fc.Arbitrary<Planned> = onVote.map((call) => ({ on: 'vote', call }));
const planned: fc.Arbitrary<Planned> = fc.oneof(
  { weight: 4, arbitrary: plannedVote },
  { weight: 8, arbitrary: onPlaces.map((call) => ({ on: 'places' as const, call })) },
  { weight: 8, arbitrary: fc.record({ on: fc.constantFrom('applicant' as const, 'member' as const), call: onRecord }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('one', 'other')
      .map((form) => ({ on: 'email' as const, call: { kind: 'register' as const, form } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('use' as const, 'use' as const, 'logout' as const)
      .map((kind) => ({ on: 'login' as const, call: { kind } })),
  },
);
const listsOf = (calls: typeof planned) =>
  fc.array(fc.array(calls, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 4 });
/** Among calls about everything else, those about one vote seldom meet. */
const plans = fc.oneof({ weight: 2, arbitrary: listsOf(planned) }, { weight: 1, arbitrary: listsOf(plannedVote) });

interface Subject {
  id: string;
  paymentId: string;
  token: string;
}

async function newSubject(status: 'New' | 'Approved'): Promise<Subject> {
  const mark = randomUUID().slice(0, 13);
  const row = await memberFactory(site, {
    reference: `AIP-${mark}`,
    memberNumber: status === 'Approved' ? `M-${mark}` : null,
    email: `model-${mark}@example.org`,
    status,
    paymentStatus: 'PAYMENT_INITIATED',
    utr: `UTR${mark}`.toUpperCase(),
    paymentSentAt: new Date(),
    // With a password, an approval sends no credentials.
    passwordHash: 'none',
    version: 1,
  });
  const [payment] = await moneyRows(site, { memberId: row.id });
  return { id: row.id, paymentId: payment!.id, token: status === 'Approved' ? await memberToken(site, row.id) : '' };
}

/** The state in the database. */
async function stateOf({ id, paymentId, token }: Subject): Promise<RecordState> {
  const { database } = site;
  const [row] = await database.select().from(members).where(eq(members.id, id));
  const [payment] = await moneyRows({ database }, { id: paymentId });
  const issued = await receiptRows({ database }, paymentId);
  const lines = await database.select().from(log).where(eq(log.memberId, id));
  return {
    status: row!.status,
    payment: payment!.state,
    claimed: payment!.claimedAt !== null,
    refundDue: payment!.refundDue,
    receipts: { issued: issued.length, cancelled: issued.filter(({ cancelledAt }) => cancelledAt !== null).length },
    isNumbered: row!.memberNumber !== null,
    isLoggedIn: token !== '' && (await site.call(sessionCalls.getSession, {}, { token })).status === 200,
    version: row!.version,
    moves: lines.filter(({ from, to }) => from !== to && isStatus(to)).length,
  };
}

const isStatus = (text: string) => (registrationStatuses as readonly string[]).includes(text);

const resultOf = ({ status, body }: Answer<object>) => (status === 200 ? 'ok' : (body as Failure).code);

async function make({ id, paymentId, token: text }: Subject, call: RecordCall, token: string): Promise<string> {
  switch (call.kind) {
    case 'decide': {
      const { to: status, expected, seen: paymentSeen, keep } = call;
      const body = { id, status, paymentSeen, money: keep ? ('keep' as const) : ('refund' as const), reason: 'x' };
      const sent = expected ? { ...body, expectedStatus: 'New' as const } : body;
      return resultOf(await site.call(decideRegistration, { body: sent }, { token }));
    }
    case 'approveAsSeen': {
      const body = { action: 'approve' as const, items: [{ id, version: call.version }] };
      const { job: value } = await site.ok(decideMany, { body }, { token });
      // On a busy machine it goes on after the answer.
      const job = await eventually(async () => {
        const { job: now } = await site.ok(getJob, { params: { id: value!.id } }, { token });
        return now.state === 'done' && now;
      }, 'the small job is done');
      return job.left[0]?.code ?? 'ok';
    }
    case 'proof':
      return resultOf(
        await site.call(uploadPaymentScreenshot, { params: { id }, body: {}, files: { screenshot: picture } }),
      );
    case 'claim': {
      const claim = { params: { id: paymentId }, body: { utr: 'SBIN1' }, files: {} };
      return resultOf(await site.call(money.claimPayment, claim, text ? { token: text } : {}));
    }
    case 'session':
      return resultOf(await site.call(sessionCalls.getSession, {}, text ? { token: text } : {}));
    case 'receive': {
      const { received, left } = await site.ok(money.receivePayments, { body: { ids: [paymentId] } }, { token });
      return received === 1 ? 'ok' : (left[0]?.code ?? 'nothing');
    }
    case 'refuse':
      return resultOf(await site.call(money.refusePayment, { body: { id: paymentId, reason: 'x' } }, { token }));
    case 'waive':
      return resultOf(await site.call(money.waivePayment, { body: { id: paymentId, note: 'x' } }, { token }));
    case 'refund': {
      const body = { id: paymentId, refundedOn: clock.today(), utr: 'BACK', note: '' };
      return resultOf(await site.call(money.refundPayment, { body }, { token }));
    }
    case 'cancelReceipt':
      return resultOf(await site.call(money.cancelReceipt, { body: { id: paymentId, reason: 'x' } }, { token }));
  }
}

/** A conference with two places, one taken by a member and one held for a guest. */
async function newConference() {
  const conference = await openConferenceFactory(site, { places: 2, meetingType: 'Offline' });
  const people = new Map<string, { token: string; memberNumber: string; memberId: string | null }>();
  for (const who of ['one', 'two', 'three']) {
    const { id, memberNumber } = await memberFactory(site, { status: 'Approved' });
    people.set(who, { token: await memberToken(site, id), memberNumber: memberNumber!, memberId: id });
  }
  const one = await participantFactory(site, { conferenceId: conference.id, memberId: people.get('one')!.memberId });
  const heldUntil = new Date(Date.now() + 3_600_000);
  const held = { conferenceId: conference.id, state: 'unconfirmed', held: true, heldUntil } as const;
  const guest = await guestFactory(site, held);
  people.set('guest', { token: await guestToken(site, guest.id), memberNumber: '', memberId: null });
  return {
    ...conference,
    people,
    moved: new Map([
      ['one', one.id],
      ['guest', guest.id],
    ]),
  };
}
type Conference = Awaited<ReturnType<typeof newConference>>;

async function placesOf({ id, people }: Conference): Promise<PlacesState> {
  const [row] = await site.database.select().from(conferences).where(eq(conferences.id, id));
  const rows = await site.database.select().from(participations).where(eq(participations.conferenceId, id));
  const nameOf = (memberId: string | null) => [...people].find(([, each]) => each.memberId === memberId)![0];
  const inState = (state: string) =>
    rows
      .filter((each) => each.state === state)
      .sort((a, b) => a.line - b.line)
      .map(({ memberId }) => nameOf(memberId));
  return {
    places: row!.places!,
    isOff: row!.cancelledAt !== null,
    registered: inState('registered').sort(),
    waiting: inState('waiting'),
    cancelled: inState('cancelled').sort(),
    held: inState('unconfirmed'),
  };
}

async function takePart(conference: Conference, call: PlacesCall, desk: string): Promise<string> {
  const params = { id: conference.id };
  const person = 'who' in call ? conference.people.get(call.who)! : undefined;
  const result = { token: person?.token ?? '' };
  const office = { token: desk };
  type ParticipationAnswer = Answer<{ participation: { state: string } }>;
  const stateTold = (answer: ParticipationAnswer) =>
    answer.status === 200 ? answer.body.participation.state : resultOf(answer);
  switch (call.kind) {
    case 'take':
      return stateTold(
        (await site.call(parts.participate, { params, body: { answers: {} } }, result)) as ParticipationAnswer,
      );
    case 'leave':
      return stateTold((await site.call(parts.cancelParticipation, { params }, result)) as ParticipationAnswer);
    case 'confirm':
      return resultOf(await site.call(parts.changeGuestParticipation, { body: {} }, result));
    case 'drop':
      return resultOf(await site.call(parts.cancelGuestParticipation, {}, result));
    case 'add': {
      const body = { memberNumber: person!.memberNumber, overbook: call.overbook };
      return stateTold((await site.call(parts.addParticipant, { params, body }, office)) as ParticipationAnswer);
    }
    case 'move': {
      const one = {
        params: { participationId: conference.moved.get(call.who)! },
        body: { state: call.to, overbook: call.overbook },
      };
      return stateTold((await site.call(parts.changeParticipant, one, office)) as ParticipationAnswer);
    }
    case 'places': {
      const { title, meetingType, meetingAddress, startsAt, description } = conference;
      const body = {
        title,
        meetingType,
        meetingAddress,
        startsAt: startsAt.toISOString(),
        description,
        places: String(call.places),
      };
      return resultOf(await site.call(updateConference, { params, body, files: {} } as never, office));
    }
    case 'off':
      return resultOf(await site.call(cancelConference, { params, body: { reason: 'Rain' } }, office));
  }
}

const dayMs = 24 * 3_600_000;
const resolution: voting.VoteQuestion = {
  id: 'q',
  kind: 'resolution',
  title: 'New rules',
  text: '',
  seats: null,
  none: false,
  majority: 'simple',
  options: ['for', 'against', 'abstain'].map((id) => ({ id, name: id, memberNumber: null, statement: '' })),
};

/** What all votes of the histories have: a key, a voter with two devices, a paper that was taken before, and two administrators. */
const election = await (async () => {
  const keys = createVoteKeys(site.config);
  const keyId = randomUUID();
  const key = await keys.make(keyId, null);
  const secret = await keys.open(keyId, key.sealed, null);
  // As votes of before papers had hashes: all have one key, in no file, and one paper.
  const shown = { title: 'Vote', quorumPercent: 0, questions: [resolution as never], paperHash: null };
  const paper = await newPaper({ id: '', publicKey: key.publicKey, ...shown });
  await paper.finish(signBlindly(secret, Buffer.from(paper.blinded, 'base64url'))!.toString('base64url'));
  const passwordHash = await hashOfPassword();
  const { id: memberId, memberNumber } = await memberFactory(site, { status: 'Approved', passwordHash });
  const voter = { memberId, memberNumber: memberNumber!, token: await memberToken(site, memberId) };
  const deskOf = async () => {
    const { id } = await newAdministrator(site, { powers: ['votes'], lastLoginAt: new Date() });
    const token = await adminToken(site, id);
    // For hours: the longest run takes one.
    const confirmedUntil = new Date(Date.now() + dayMs);
    await site.database.update(sessions).set({ confirmedUntil }).where(eq(sessions.administratorId, id));
    return { id, token };
  };
  // Numbers below the modulus, as a device sends them.
  const blinded = () => Buffer.concat([Buffer.alloc(1), randomBytes(modulusBytes - 1)]).toString('base64url');
  return {
    key: { ...key, sealed: secret.toString('base64') },
    paper,
    voter,
    people: new Map([
      ['secretary', await deskOf()],
      ['officer', await deskOf()],
    ]),
    devices: new Map([
      ['phone', blinded()],
      ['laptop', blinded()],
    ]),
  };
})();

/** An open vote with two people on its roll, one of whom has a paper. */
async function newVote() {
  const { key, voter } = election;
  const closesAt = new Date(Date.now() + 3 * dayMs);
  const opensAt = new Date(Date.now() - 3_600_000);
  const [row] = await site.database
    .insert(votes)
    .values({
      title: 'Vote',
      questions: [resolution],
      state: 'open',
      opensAt,
      closesAt,
      withoutNotice: true,
      frozenAt: opensAt,
      publicKey: key.publicKey,
      keyFingerprint: key.fingerprint,
      rollHash: '',
      people: 2,
      by: 'office@example.org',
    })
    .returning();
  const { id } = row!;
  await site.database.insert(voteKeys).values({ voteId: id, sealed: key.sealed });
  const { memberId, memberNumber } = voter;
  const result = { voteId: id, name: '', state: 'Goa' };
  await site.database.insert(voteRoll).values([
    { ...result, memberId, memberNumber },
    { ...result, memberNumber: 'other', paperOn: '2026-11-20' },
  ]);
  /** The real ids of what was proposed. */
  return { id, closesAt, proposed: new Map<string, string>() };
}
type Vote = Awaited<ReturnType<typeof newVote>>;

const voteFirst: VoteState = {
  phase: 'open',
  moved: 0,
  waits: null,
  paper: '',
  box: null,
  counts: '',
};

function countsIn({ questions: [first] }: Pick<voting.VoteResult, 'questions'>): string {
  return [...first!.options.map((option) => `${option.votes} ${option.id}`), `${first!.blank} blank`].join(', ');
}

async function voteStateOf({ id, closesAt, proposed }: Vote): Promise<VoteState> {
  const { database } = site;
  const { voter, people, devices } = election;
  const [row] = await database.select().from(votes).where(eq(votes.id, id));
  const ofVoter = and(eq(voteRoll.voteId, id), eq(voteRoll.memberId, voter.memberId));
  const [entry] = await database.select().from(voteRoll).where(ofVoter);
  const [ballot, ...others] = await database.select().from(ballots).where(eq(ballots.voteId, id));
  expect(others).toEqual([]);
  const [waits] = await database.select().from(proposals).where(eq(proposals.subjectId, id));
  const daysTo = (moment: unknown) => Math.round((new Date(moment as string).getTime() - closesAt.getTime()) / dayMs);
  const nameIn = <Value>(map: ReadonlyMap<string, Value>, isIt: (value: Value) => boolean) =>
    [...map].find(([, value]) => isIt(value))?.[0] ?? 'unknown';
  const hash = (blinded: string) => createHash('sha256').update(blinded, 'base64url').digest('base64url');
  const isOpen = row!.state === 'open';
  const where = isOpen ? nameIn(devices, (blinded) => hash(blinded) === entry!.blinded) : 'taken';
  return {
    phase: row!.state as VoteState['phase'],
    moved: isOpen ? daysTo(row!.closesAt) : 0,
    waits: waits
      ? {
          id: nameIn(proposed, (real) => real === waits.id),
          by: nameIn(people, (desk) => desk.id === waits.administratorId),
          what: waits.what as 'cancel',
          days: waits.what === 'extend' ? daysTo(waits.details.closesAt) : Number(waits.details.reason),
        }
      : null,
    paper: entry!.paperOn === null ? '' : where,
    box: ballot ? { counter: ballot.counter, choice: JSON.parse(ballot.ballot).q[0] ?? '' } : null,
    counts: row!.result ? countsIn(row!.result) : '',
  };
}

async function takeVote({ id, closesAt, proposed }: Vote, call: VoteCall): Promise<string> {
  const params = { id };
  const office = { token: election.people.get('by' in call ? call.by : 'officer')!.token };
  switch (call.kind) {
    case 'paper': {
      const body = { password, blinded: election.devices.get(call.device)! };
      return resultOf(await site.call(voting.takePaper, { params, body }, election.voter));
    }
    case 'cast': {
      const choices = { q: call.choice ? [call.choice] : [] };
      const body = await election.paper.ballot(choices, call.counter, id);
      return resultOf(await site.call(voting.castBallot, { params, body }));
    }
    case 'propose': {
      const { what, days } = call;
      const result = { closesAt: new Date(closesAt.getTime() + days * dayMs).toISOString() };
      const body = { what, ...(what === 'extend' ? result : { reason: String(days) }) };
      const answer = await site.call(voting.proposeVote, { params, body }, office);
      if (answer.status === 200) proposed.set(call.id, (answer.body as { vote: voting.Vote }).vote.proposal!.id);
      return resultOf(answer);
    }
    case 'agree':
    case 'refuse': {
      const endpoint = call.kind === 'agree' ? voting.agreeToVote : voting.refuseVote;
      const body = { proposal: proposed.get(call.id) ?? randomUUID() };
      return resultOf(await site.call(endpoint, { params, body }, office));
    }
    case 'close':
      await site.database.transaction(async (tx) => {
        const over = { closesAt: new Date(Date.now() - 20_000) };
        await tx
          .update(votes)
          .set(over)
          .where(and(eq(votes.id, id), eq(votes.state, 'open')));
        await advance(tx, site.config, id);
      });
      return 'ok';
    case 'result': {
      const answer = await site.call(voting.voteResults, { params }, office);
      return answer.status === 200 ? countsIn((answer.body as { data: voting.VoteResult }).data) : resultOf(answer);
    }
  }
}

const fits = <State, Call>(model: Model<State, Call>, first: State, steps: Step<Call>[], end: State) =>
  isLinearizable(model, first, steps, (state) => JSON.stringify(state) === JSON.stringify(end));

let calls = 0;

/** Runs the callers, each with its list of calls, and throws if no order of the calls explains the results. */
async function play(lists: Planned[][], scheduler: fc.Scheduler): Promise<void> {
  // All calls come from one address, and a thousand histories would exceed its limits.
  await site.database.delete(throttles);
  const subjects = { applicant: await newSubject('New'), member: await newSubject('Approved') };
  const first = { applicant: await stateOf(subjects.applicant), member: await stateOf(subjects.member) };
  const conference = await newConference();
  const placesFirst = await placesOf(conference);
  const vote = await newVote();
  const proposed = lists.flat().filter(({ call }) => call.kind === 'propose');
  const login = await adminToken(site);
  const email = `form-${randomUUID().slice(0, 13)}@example.org`;
  const forms = new Map(['one', 'other'].map((form) => [form, registrationBody({ email, court: form })]));
  const registered = new Set<string>();
  const steps: Record<Planned['on'], Step<never>[]> = {
    applicant: [],
    member: [],
    email: [],
    login: [],
    places: [],
    vote: [],
  };
  let now = 0;

  async function run({ on, call }: Planned, desk: string): Promise<string> {
    if (on === 'login') {
      if (call.kind === 'use') return resultOf(await site.call(sessionCalls.getSession, {}, { token: login }));
      const result = resultOf(await site.call(auth.logout, {}, { token: login }));
      // Concurrent logouts may all succeed, a later one gets NOT_LOGGED_IN. Either way the session has ended.
      return result === 'NOT_LOGGED_IN' ? 'ok' : result;
    }
    if (on === 'places') return takePart(conference, call, desk);
    if (on === 'vote') return takeVote(vote, call);
    if (on !== 'email') return make(subjects[on], call, desk);
    const files = { document: scannedId(email), picture };
    const answer = await site.call(registerMember, { body: forms.get(call.form)!, files });
    if (answer.status === 200) registered.add((answer.body as { directory: { id: string } }).directory.id);
    return resultOf(answer);
  }

  const caller = async (list: Planned[], number: number) => {
    for (const each of list) {
      const id = String(proposed.indexOf(each));
      const plan = each.call.kind === 'propose' ? ({ ...each, call: { ...each.call, id } } as Planned) : each;
      // The scheduler decides which call starts next; the server decides the rest.
      await scheduler.schedule(Promise.resolve(), `${number} ${plan.on} ${plan.call.kind}`);
      const began = now++;
      const result = await run(plan, desks[number % desks.length]!);
      steps[plan.on].push({ call: plan.call as never, began, ended: now++, result });
      calls += 1;
    }
  };
  await scheduler.waitFor(Promise.all(lists.map(caller)));

  for (const on of ['applicant', 'member'] as const) {
    const end = await stateOf(subjects[on]);
    const isFine = fits(recordModel, first[on], steps[on], end);
    expect(isFine, `${on} ${JSON.stringify({ first: first[on], steps: steps[on], end })}`).toBe(true);
  }
  const placesEnd = await placesOf(conference);
  const arePlacesFine = fits(placesModel, placesFirst, steps.places, placesEnd);
  expect(arePlacesFine, JSON.stringify({ steps: steps.places, placesEnd })).toBe(true);
  const voteEnd = await voteStateOf(vote);
  expect(fits(voteModel, voteFirst, steps.vote, voteEnd), JSON.stringify({ steps: steps.vote, voteEnd })).toBe(true);
  const isLive = (await site.call(sessionCalls.getSession, {}, { token: login })).status === 200;
  expect(fits(loginModel, { isLive: true }, steps.login, { isLive }), JSON.stringify(steps.login)).toBe(true);
  const holders = await site.database.select().from(members).where(eq(members.email, email));
  expect(holders.map(({ id }) => id)).toEqual([...registered]);
  const holder = holders[0]?.court ?? null;
  expect(fits(emailModel, { holder: null }, steps.email, { holder }), JSON.stringify(steps.email)).toBe(true);
}

/** Checks the invariants of the ledger. */
async function expectLedgerWhole(): Promise<void> {
  const { database } = site;
  const years = await database.select().from(receiptYears);
  for (const { year, last } of years) {
    const numbers = await database.select({ number: receipts.number }).from(receipts).where(eq(receipts.year, year));
    const sorted = numbers.map(({ number }) => number).sort((a, b) => a - b);
    expect(sorted).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  }
  const [sums] = (
    await database.execute<{ received: string; receipted: string; wrong: string }>(sql`select
      (select coalesce(sum(amount), 0) from payments where state in ('received', 'refunded')) as received,
      (select coalesce(sum((content->>'amount')::int), 0) from receipts where cancelled_at is null) as receipted,
      (select count(*) from payments p where (state in ('received', 'refunded')) <> exists
        (select from receipts r where r.payment_id = p.id and cancelled_at is null)) as wrong`)
  ).rows;
  expect(sums).toEqual({ received: sums?.received, receipted: sums?.received, wrong: '0' });
}

test('concurrent calls have the same effect as calls one after the other', async () => {
  const numRuns = size(30, 1_000);
  figure(`${numRuns} histories, seed ${seed}`);
  const began = performance.now();
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(plans, fc.scheduler(), async (lists, scheduler) => {
      await play(lists, scheduler);
      histories += 1;
      if (histories % 10 === 0) await expectLedgerWhole();
    }),
    { numRuns, seed, endOnFailure: false, interruptAfterTimeLimit: 3_000_000, markInterruptAsFailure: true },
  );
  await expectLedgerWhole();
  const issued = await site.database.$count(receipts);
  const seconds = (performance.now() - began) / 1_000;
  figure(
    `${histories} histories of ${calls} calls agree with the model, ${issued} receipts, in ${seconds.toFixed(0)} s`,
  );
}, 3_600_000);
