import { type Core, serviceOf } from '#server/core.ts';
import { hashPassword, temporaryPassword } from '#server/features/auth/password-hashing.ts';
import { createConferencesService } from '#server/features/conferences/conferences.service.ts';
import { insertCorrection, saveAnswer } from '#server/features/corrections/corrections.queries.ts';
import { createDraftService } from '#server/features/letters/drafts.service.ts';
import {
  findTier,
  insertMember,
  type MemberRow,
  type NewMember,
  nextMemberNumber,
  nextReference,
} from '#server/features/members/members.queries.ts';
import { recordNew } from '#server/features/members/membership-facts.ts';
import { type Details, personColumns } from '#server/features/members/records.ts';
import { conferenceNeeds } from '#server/features/participations/conference-parts.ts';
import { askAdmission, claimAdmission, receiveLocked } from '#server/features/payments/ledger.ts';
import { findViews } from '#server/features/payments/payments.queries.ts';
import { createVoteDrafts } from '#server/features/votes/drafts.service.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import * as queries from '#server/platform/rehearsal/rehearsal.queries.ts';
import { clock } from '#shared/clock.ts';
import { letterSchema } from '#shared/contracts/letters.ts';
import { registrationSchema } from '#shared/contracts/registrations.ts';
import { voteSchema } from '#shared/contracts/votes.ts';
import { AppError } from '#shared/errors.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { optionalNames } from '#shared/person-fields.ts';

const dayMs = 86_400_000;
const members = 52;
const applicants = 8;

const firstNames = [
  'Kavita',
  'Arjun',
  'Farida',
  'Balwinder',
  'Lakshmi',
  'Thomas',
  'Ritu',
  'Imran',
  'Sunita',
  'Prakash',
  'Meera',
  'Vikram',
];
const lastNames = ['Deshmukh', 'Nair', 'Sheikh', 'Singh', 'Subramanian', 'Kurian', 'Sharma', 'Khan', 'Patil', 'Rao'];
const localities = [
  ['Maharashtra', 'Pune', 'Haveli'],
  ['Kerala', 'Ernakulam', 'Kochi'],
  ['Gujarat', 'Surat', 'Choryasi'],
  ['Punjab', 'Ludhiana', 'Khanna'],
  ['Tamil Nadu', 'Madurai', 'Melur'],
  ['Rajasthan', 'Jaipur', 'Amber'],
] as const;

/** A person of a fixed series, of the reserved domain for examples. */
function registrationOf(n: number) {
  const [state, district, subDistrict] = localities[n % localities.length]!;
  return registrationSchema.parse({
    ...Object.fromEntries(optionalNames().map((name) => [name, ''])),
    membership: 'Individual member',
    name: `${firstNames[n % firstNames.length]} ${lastNames[n % lastNames.length]}`,
    gender: n % 2 === 0 ? 'Female' : 'Male',
    email: `sample${n}@example.org`,
    mobile: String(9_600_000_000 + n),
    dateOfBirth: `19${70 + (n % 15)}-0${1 + (n % 9)}-15`,
    designation: 'Public Prosecutor',
    organization: 'Dist Head',
    court: `District Court ${district}`,
    idNumber: `SAMPLE ${1_000 + n}`,
    yearsOfExperience: '12',
    yearsOfRecruitment: '2012',
    interest: 'Webinars',
    contribution: 'Lectures',
    specialisations: ['NDPS Act, 1985'],
    international: 'No',
    state,
    district,
    subDistrict,
  });
}

/** Sample people with their payments. @returns the e-mail of a member who can log in */
async function makePeople(tx: Transaction, core: Core, by: string, passwordHash: string): Promise<string> {
  const now = clock.now();
  const fee = (await findTier(tx, 'Individual member'))?.fee ?? 0;
  const made: MemberRow[] = [];
  const paid: string[] = [];
  for (let n = 1; n <= members + applicants; n++) {
    const body = registrationOf(n);
    const isMember = n <= members;
    const createdAt = new Date(now.getTime() - (isMember ? 30 : 2) * dayMs);
    const row = await insertMember(tx, {
      ...personColumns(body as unknown as Details),
      reference: await nextReference(tx),
      membership: body.membership,
      email: body.email,
      termsVersion: currentTermsVersion,
      consentAt: createdAt,
      consentTo: 'website',
      createdAt,
      ...(isMember && {
        status: 'Approved' as const,
        memberNumber: await nextMemberNumber(tx),
        approvedAt: now,
        decidedAt: now,
        passwordHash: n === 1 ? passwordHash : null,
      }),
    } satisfies NewMember);
    const payment = await askAdmission(tx, row, fee);
    if (isMember) paid.push(payment.id);
    made.push(row);
  }
  await recordNew(tx, made);
  await receiveLocked(tx, await findViews(tx, paid), clock.today(), by);
  const [first, second] = made.slice(members);
  await claimAdmission(tx, core.config, first!, { utr: '612345678901' });
  const correction = await insertCorrection(tx, {
    memberId: second!.id,
    fields: ['court'],
    note: 'Please enter the court in full.',
    by,
    askedAt: new Date(now.getTime() - dayMs),
    expiresAt: new Date(now.getTime() + 13 * dayMs),
  });
  await saveAnswer(tx, correction.id, now, [{ field: 'court', from: 'District Court', to: second!.court }]);
  await notify(tx, 'members');
  return made[0]!.email;
}

const conferenceTitle = 'Sample conference of the rehearsal';

async function makeConference(core: Core, by: string): Promise<string> {
  const startsAt = new Date(clock.ms() + 21 * dayMs);
  const text = {
    title: conferenceTitle,
    meetingLink: '',
    meetingAddress: 'Sample Hall, New Delhi',
    startsAt,
    meetingType: 'Offline' as const,
    meetingId: '',
    meetingPassword: '',
    description: 'Made by the rehearsal, and deleted at its end.',
    joinMembersOnly: false,
    parts: { participation: 'members' as const, places: 40 },
  };
  await serviceOf(core, createConferencesService, conferenceNeeds).create(text, undefined, by);
  return queries.findNewestConference(core.database);
}

/**
 * Makes 60 sample people, among them an application, a payment to check and a correction, a letter, a vote and a conference.
 * @throws WRONG_STATE without a rehearsal, or a second time
 */
export async function fillRehearsal(core: Core, who: ActingAdministrator) {
  const { database } = core;
  const password = temporaryPassword();
  const passwordHash = await hashPassword(password);
  const email = await database.transaction(async (tx) => {
    const row = await queries.lockRehearsal(tx);
    if (!row || row.endedAt || row.endingAt) throw queries.notOn();
    if (row.filledAt) throw new AppError('WRONG_STATE', 'There are sample people already.');
    await queries.updateRehearsal(tx, { filledAt: clock.now() });
    await writeLog(tx, { kind: 'administrator', by: who.email, action: 'filled the rehearsal with sample people' });
    return makePeople(tx, core, who.email, passwordHash);
  });
  const conferenceId = await makeConference(core, who.email);
  await database.transaction((tx) => queries.updateRehearsal(tx, { conferenceId }));
  const letter = letterSchema.parse({
    kind: 'circular',
    title: 'A sample letter',
    text: 'Dear members, this letter is part of a rehearsal.',
  });
  await serviceOf(core, createDraftService).create(letter, undefined, who);
  const vote = voteSchema.parse({
    title: 'A sample vote',
    questions: [{ kind: 'resolution', title: 'Shall the annual report be adopted?' }],
    opensAt: new Date(clock.ms() + 30 * dayMs).toISOString(),
    closesAt: new Date(clock.ms() + 37 * dayMs).toISOString(),
  });
  await serviceOf(core, createVoteDrafts).create(vote, who);
  return { email, password };
}
