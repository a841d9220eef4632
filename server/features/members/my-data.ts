import { extname } from 'node:path';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Files } from '#server/storage/files.ts';
import type { MemberRow } from './members.queries.ts';
import type { findHistory, findMails } from './review.queries.ts';

type History = Awaited<ReturnType<typeof findHistory>>;
type Mails = Awaited<ReturnType<typeof findMails>>;

/** What is held on a member, in words a person reads. A password is not among it: only its hash is stored. */
function readable(row: MemberRow, history: History, mails: Mails) {
  return {
    about: 'Everything the association holds on you. The files beside this one are the ones you sent.',
    madeAt: new Date().toISOString(),
    membership: {
      reference: row.reference,
      memberNumber: row.memberNumber,
      tier: row.tier,
      status: row.status,
      registeredAt: row.createdAt,
      approvedAt: row.approvedAt,
      decidedAt: row.decidedAt,
    },
    person: {
      name: row.name,
      gender: row.gender,
      email: row.email,
      mobile: row.mobile,
      dateOfBirth: row.dateOfBirth,
      idNumber: row.idNumber,
      state: row.state,
      district: row.district,
      subDistrict: row.subDistrict,
    },
    profession: {
      designation: row.designation,
      organization: row.organization,
      organizationOther: row.organizationOther,
      associationOffice: row.associationOffice,
      associationOfficeOther: row.associationOfficeOther,
      court: row.court,
      yearsOfExperience: row.yearsOfExperience,
      yearsOfRecruitment: row.yearsOfRecruitment,
      interest: row.interest,
      interestOther: row.interestOther,
      contribution: row.contribution,
      contributionOther: row.contributionOther,
      specialisations: row.specialisations,
      specialisationOther: row.specialisationOther,
      international: row.international,
    },
    payment: { status: row.paymentStatus, transactionReference: row.utr, screenshotSentAt: row.paymentSentAt },
    visibility: { hideEmail: row.hideEmail, hideMobile: row.hideMobile, hideEntry: row.hideEntry },
    consent: { toVersion: row.termsVersion, at: row.consentAt, givenTo: row.consentTo },
    erasureRequestedAt: row.erasureRequestedAt,
    // The office's own notes and names are its own.
    history: history.map(({ at, action, from, to }) => ({ at, action, from, to })),
    mails: mails.map(({ kind, to, state, createdAt, sentAt }) => ({ kind, to, state, createdAt, sentAt })),
  };
}

/** The archive, written while the files are read: none of them is ever whole in memory. */
export async function* archiveOf(
  row: MemberRow,
  history: History,
  mails: Mails,
  keys: Record<string, string | null>,
  open: Files['open'],
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  function* taken() {
    if (failure) throw failure;
    const chunks = ready;
    ready = [];
    yield* chunks;
  }
  const data = new ZipDeflate('data.json');
  zip.add(data);
  data.push(strToU8(`${JSON.stringify(readable(row, history, mails), null, 2)}\n`), true);
  for (const [name, key] of Object.entries(keys)) {
    const file = key === null ? null : await open(key);
    if (!file) continue;
    // Pictures and scans do not get any smaller.
    const entry = new ZipPassThrough(`${name}${extname(file.name).replace(/[^\w.]/g, '')}`);
    zip.add(entry);
    for await (const chunk of file.body) {
      entry.push(chunk as Uint8Array);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* taken();
}
