import { extname } from 'node:path';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Sender } from '#server/platform/mail/layout.ts';
import type { Words } from '#server/platform/mail/template.ts';
import { isMailKind, renderMail } from '#server/platform/mail/templates.ts';
import type { Files } from '#server/platform/storage/files.ts';
import { clock } from '#shared/clock.ts';
import type { Language } from '#shared/languages.ts';
import { mailName } from '#shared/mail-names.ts';
import { person } from '#shared/person.ts';
import { columnOf, isFile, type RecordName, recordNames } from '#shared/person-fields.ts';
import type { MemberRow } from './members.queries.ts';
import type { OwnTraces } from './my-data.queries.ts';

const isFlag = (name: RecordName) => person[name].kind === 'flag';
const isProfessional = (name: RecordName) => person[name].section === 'professional' && name !== 'idNumber';
const saidNames = recordNames.filter((name) => !isFlag(name) && !isFile(name) && name !== 'membership');
const professionalNames = saidNames.filter(isProfessional);
const personalNames = saidNames.filter((name) => !isProfessional(name));

const valuesOf = (row: MemberRow, names: readonly RecordName[]) =>
  Object.fromEntries(names.map((name) => [columnOf(name), row[columnOf(name)]]));

const notKept = '(never stored)';
/** Secrets are made when a mail is sent, and cannot be shown again. */
const secrets = { temporaryPassword: notKept, otp: notKept };

/** The office's words of mails, by kind. */
export type MailWords = ReadonlyMap<string, Words>;

/** A mail as it was received, in the current words; without subject and text once its data were deleted. */
function readableMail(
  { kind, recipient, state, createdAt, sentAt, data }: OwnTraces['mails'][number],
  sender: Sender,
  words: MailWords,
  language: Language,
) {
  // The text of a letter is listed with the letters.
  const isShown = isMailKind(kind) && !('circular' in data) && Object.keys(data).length > 0;
  const rendered = isShown
    ? renderMail(kind, recipient, { ...data, ...secrets }, sender, words.get(kind), language)
    : null;
  const { subject = null, text = null } = rendered ?? {};
  return { kind, name: mailName(kind), to: recipient, state, createdAt, sentAt, subject, text };
}

/** The author of an action, without naming an administrator. */
const authorOf = (by: string) => (by === 'member' ? 'you' : by === 'website' ? 'the website' : 'the office');

/** A line of the log; for a decision the reason that was given, without the office's own note. */
function readableLine({ at, kind, by, action, from, to, reason, note, times }: OwnTraces['log'][number]) {
  const details = kind === 'member' ? note : '';
  return { at, by: authorOf(by), action, from, to, reason, details, times };
}

const isLogin = ({ kind }: { kind: string }) => kind === 'login' || kind === 'security';

/** A member's data in readable words. */
function readable(row: MemberRow, traces: OwnTraces, sender: Sender, words: MailWords) {
  return {
    about:
      'What the association holds about you. The files beside this one are those you sent. Passwords and codes are stored only in a form from which they cannot be recovered. Neither the key of your authenticator app nor the internal notes of the office are part of this archive.',
    madeAt: clock.now().toISOString(),
    membership: {
      reference: row.reference,
      memberNumber: row.memberNumber,
      tier: row.membership,
      status: row.status,
      registeredAt: row.createdAt,
      approvedAt: row.approvedAt,
      decidedAt: row.decidedAt,
      reasonOfRejection: row.rejectionReason,
      deletedOn: row.removalAt,
    },
    person: valuesOf(row, personalNames),
    profession: valuesOf(row, professionalNames),
    payment: {
      status: row.paymentStatus,
      transactionReference: row.utr,
      screenshotSentAt: row.paymentSentAt,
      reminders: row.paymentReminders,
    },
    payments: traces.payments,
    deductionsFromSalary: traces.deductionsFromSalary,
    receipts: traces.receipts,
    memberCards: traces.cards,
    visibility: valuesOf(row, recordNames.filter(isFlag)),
    consent: { toVersion: row.termsVersion, readIn: row.termsLanguage, at: row.consentAt, givenTo: row.consentTo },
    password: {
      isSet: row.passwordHash !== null,
      mustBeChanged: row.mustChangePassword,
      temporaryUntil: row.temporaryPasswordUntil,
    },
    erasureRequestedAt: row.erasureRequestedAt,
    files: traces.files.map(({ name, type, bytes, storedAt }) => ({ name, type, bytes, storedAt })),
    history: traces.log.filter((line) => !isLogin(line)).map(readableLine),
    corrections: traces.corrections,
    conferences: traces.conferences.map(({ answers, questions, ...own }) => ({
      ...own,
      answers: questions.flatMap(({ id, text }) => (answers[id] ? [{ question: text, answer: answers[id] }] : [])),
    })),
    // Which ballot is theirs, nobody knows.
    votes: traces.votes,
    circulars: traces.circulars,
    circularsByMail: row.circularsByMail,
    keptDocuments: traces.keptDocuments,
    importedRows: traces.importedRows,
    invitations: traces.invitations,
    paidUntil: row.paidUntil,
    logins: traces.log.filter(isLogin).map(({ at, action, times }) => ({ at, action, times })),
    sessions: traces.sessions,
    devices: traces.devices,
    oneTimeCodes: traces.oneTimeCodes,
    secondFactor: traces.secondFactors[0] ?? null,
    passkeys: traces.passkeys,
    directoryPages: traces.directoryPages,
    mails: traces.mails.map((each) => readableMail(each, sender, words, row.language)),
    mailsThatDidNotArrive: traces.bounces,
    confirmedAddresses: traces.emailWishes,
    messages: traces.messages,
    earlierApplications: traces.earlierApplications,
  };
}

/** The archive, written while the files are read, so that none is completely in memory. */
export async function* archiveOf(
  row: MemberRow,
  traces: OwnTraces,
  sender: Sender,
  words: MailWords,
  keys: Record<string, string | null>,
  open: Files['open'],
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  function* files() {
    if (failure) throw failure;
    const chunks = ready;
    ready = [];
    yield* chunks;
  }
  const data = new ZipDeflate('data.json');
  zip.add(data);
  data.push(strToU8(`${JSON.stringify(readable(row, traces, sender, words), null, 2)}\n`), true);
  for (const [name, key] of Object.entries(keys)) {
    const file = key === null ? null : await open(key);
    if (!file) continue;
    // Pictures and scans are compressed already.
    const entry = new ZipPassThrough(`${name}${extname(file.name).replace(/[^\w.]/g, '')}`);
    zip.add(entry);
    for await (const chunk of file.body) {
      entry.push(chunk as Uint8Array);
      yield* files();
    }
    entry.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* files();
}
