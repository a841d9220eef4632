import type { Core } from '#server/core.ts';
import { findMember, lockMember, type MemberRow, updateMember } from '#server/features/members/members.queries.ts';
import { personColumns } from '#server/features/members/records.ts';
import { claimAdmission } from '#server/features/payments/ledger.ts';
import { isAllowed } from '#server/features/payments/payment-states.ts';
import { findAdmission } from '#server/features/payments/payments.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import type { Reach } from '#server/platform/database/reach.ts';
import type { Applicant } from '#server/platform/http/access.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mailOffice } from '#server/platform/mail/to-office.ts';
import { takesOnline } from '#server/platform/rehearsal/state.ts';
import type { StoredFile } from '#server/platform/storage/files.ts';
import { withUploadedFiles } from '#server/platform/storage/uploads.ts';
import { clock } from '#shared/clock.ts';
import { AppError, notFound, orNotFound, recordChanged } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { person } from '#shared/person.ts';
import { type CorrectableName, columnOf, type FileName, isFile } from '#shared/person-fields.ts';
import { comparableUtr } from '#shared/utr.ts';
import { type CorrectionInput, checkAnswer, detailsOf, fieldValue, shownValue } from './answer.ts';
import { applicationStateOf } from './application-state.ts';
import { mailCorrection } from './correction-mail.ts';
import type { CorrectionRow, FieldChange } from './corrections.queries.ts';
import * as queries from './corrections.queries.ts';
import { deadCorrection } from './links.ts';

/** The fields that an applicant should correct, and why. */
export interface Wish {
  fields: CorrectableName[];
  /** For the applicant. */
  note: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

const namesOf = (correction: CorrectionRow) => correction.fields as CorrectableName[];

/** After a change of e-mail: links sent to the old one end, and who was asked for a correction is mailed a new one. */
export async function followEmailChange(tx: Transaction, row: MemberRow): Promise<void> {
  await queries.replaceLinks(tx, row.id);
  const correction = (await queries.findCurrent(tx, [row.id])).get(row.id);
  if (correction && !deadCorrection(correction)) await mailCorrection(tx, row, correction, 'correction-asked');
}

/** Corrections that the office asks applicants for, and what an applicant sees of their own application. */
export function createCorrectionService(core: Core) {
  const { database, files, config } = core;

  /**
   * Asks for a correction of a locked record; it replaces an earlier one.
   * @throws WRONG_STATE unless New
   */
  async function askLocked(
    tx: Transaction,
    row: MemberRow,
    { fields, note }: Wish,
    by: string,
  ): Promise<CorrectionRow> {
    if (row.status !== 'New') throw new AppError('WRONG_STATE', 'Only a new registration can be corrected.');
    await queries.replaceCurrent(tx, row.id);
    const askedAt = clock.now();
    const expiresAt = new Date(askedAt.getTime() + limits.correctionDays * dayMs);
    const correction = await queries.insertCorrection(tx, { memberId: row.id, fields, note, by, askedAt, expiresAt });
    await updateMember(tx, row.id, { correctionState: 'asked', correctionAnsweredAt: null });
    await writeLog(tx, {
      kind: 'decision',
      by,
      subject: row.reference,
      action: 'asked for a correction',
      note: `${fields.map((name) => person[name].term).join(', ')}\n${note}`,
      memberId: row.id,
    });
    await mailCorrection(tx, row, correction, 'correction-asked');
    return correction;
  }

  /** @throws NOT_FOUND, WRONG_STATE unless New, RECORD_CHANGED */
  async function ask(
    id: string,
    wish: Wish,
    version: number | undefined,
    by: string,
    reach: Reach,
  ): Promise<CorrectionRow> {
    return database.transaction(async (tx) => {
      const row = orNotFound(await lockMember(tx, id, reach), 'This record');
      if (row.status === 'New' && version !== undefined && version !== row.version) throw recordChanged();
      const correction = await askLocked(tx, row, wish, by);
      await notify(tx, 'members');
      return correction;
    });
  }

  /** What the page of an application shows. @throws NOT_FOUND */
  async function state({ memberId }: Applicant) {
    const row = orNotFound(await findMember(database, memberId, 'unrestricted'), 'This application');
    const current = (await queries.findCurrent(database, [memberId])).get(memberId);
    const admission = await findAdmission(database, memberId);
    return {
      reference: row.reference,
      name: row.name,
      membership: row.membership,
      fee: admission.amount,
      ...applicationStateOf(row, current, isAllowed('claim', admission.state)),
    };
  }

  /** The record and the correction of an opened link. @throws as {@link deadCorrection}, NOT_FOUND */
  function mustBeOpen(row: MemberRow | undefined, correction: CorrectionRow | undefined) {
    if (!row || !correction) throw notFound('This application');
    const reason = deadCorrection(correction);
    if (reason) throw reason;
    return { row, correction };
  }

  /** The requested fields, with the current values. */
  async function toCorrect({ memberId, correctionId }: Applicant) {
    const { row, correction } = mustBeOpen(
      await findMember(database, memberId, 'unrestricted'),
      await queries.findCorrection(database, correctionId ?? ''),
    );
    const fields = namesOf(correction);
    const names = await fileNames(row, fields.filter(isFile));
    const { id: paymentId, amount, state } = await findAdmission(database, row.id);
    const isDue = state === 'due' || state === 'refused';
    return {
      reference: row.reference,
      name: row.name,
      note: correction.note,
      fields,
      values: Object.fromEntries(
        fields.map((name) => [name, isFile(name) ? (names.get(name) ?? null) : fieldValue(row, name)]),
      ),
      ...(takesOnline(core) && isDue ? { online: { paymentId, amount } } : {}),
      askedAt: correction.askedAt.toISOString(),
      expiresAt: correction.expiresAt.toISOString(),
      version: row.version,
    };
  }

  async function fileNames(row: MemberRow, names: FileName[]) {
    const keys = new Map(names.flatMap((name) => (row[columnOf(name)] ? [[name, row[columnOf(name)]!]] : [])));
    const fileNames = await queries.findFileNames(database, [...keys.values()]);
    return new Map([...keys].flatMap(([name, key]) => (fileNames.has(key) ? [[name, fileNames.get(key)!]] : [])));
  }

  function store(name: FileName, upload: UploadedFile): Promise<StoredFile> {
    if (name === 'document') return files.store(upload, name);
    return files.storePicture(upload, name === 'screenshot' ? 'screenshot' : 'profile', name);
  }

  /**
   * Takes an applicant's correction: the requested fields, by the rules of the form. Possible once; the
   * record then comes first in the queue.
   * @returns whether anything differs from before
   * @throws VALIDATION, RECORD_CHANGED, UNSUPPORTED_FILE, or why the link is no longer valid
   */
  async function answer(
    { memberId, correctionId }: Applicant,
    input: CorrectionInput,
    uploads: Partial<Record<FileName, UploadedFile>>,
    version: number | undefined,
  ): Promise<boolean> {
    const checkUnchanged = (row: MemberRow | undefined, correction: CorrectionRow | undefined) => {
      const open = mustBeOpen(row, correction);
      if (version !== undefined && version !== open.row.version) throw recordChanged();
      return open;
    };
    const current = checkUnchanged(
      await findMember(database, memberId, 'unrestricted'),
      await queries.findCorrection(database, correctionId ?? ''),
    );
    const names = namesOf(current.correction);
    // Before any picture is decoded.
    checkAnswer(current.row, names, input, uploads);
    const stored = new Map<FileName, StoredFile>();
    for (const name of names.filter(isFile)) {
      const upload = uploads[name];
      if (upload) stored.set(name, await store(name, upload));
    }
    const save = async (tx: Transaction) => {
      const { row, correction } = checkUnchanged(
        await lockMember(tx, memberId, 'unrestricted'),
        await queries.findCorrection(tx, current.correction.id),
      );
      const { details, utr } = checkAnswer(row, names, input, uploads);
      const oldNames = await fileNames(row, [...stored.keys()]);
      // The proof of a payment is ignored once that was received.
      const isClaimable = isAllowed('claim', (await findAdmission(tx, row.id)).state);
      const answeredAt = clock.now();
      const changed = {
        ...personColumns({ ...detailsOf(row), ...details }),
        documentFile: stored.get('document')?.key ?? row.documentFile,
        pictureFile: stored.get('picture')?.key ?? row.pictureFile,
      };
      const newUtr = isClaimable ? comparableUtr(utr ?? '') : '';
      const after: MemberRow = { ...row, ...changed, utr: newUtr || row.utr };
      const changes: FieldChange[] = [];
      for (const [name, file] of stored) {
        if (name === 'screenshot' && !isClaimable) continue;
        changes.push({ field: name, from: oldNames.get(name)?.name ?? '', to: file.name });
      }
      for (const name of [...Object.keys(details), ...(utr === undefined ? [] : ['utr'])] as CorrectableName[]) {
        if (isFile(name)) continue;
        const [from, to] = [shownValue(row, name), shownValue(after, name)];
        if (from !== to) changes.push({ field: name, from, to });
      }
      await files.attach(tx, ...stored.values());
      const proof = { utr: utr ?? '', proofFile: stored.get('screenshot')?.key };
      const replaced = [...stored.keys()].filter((name) => name !== 'screenshot').map((name) => row[columnOf(name)]);
      await files.release(tx, ...replaced, await claimAdmission(tx, config, row, proof));
      await updateMember(tx, row.id, {
        ...changed,
        correctionState: 'answered',
        // Puts the record first in the queue, unless nothing has changed.
        correctionAnsweredAt: changes.length > 0 ? answeredAt : null,
      });
      await queries.saveAnswer(tx, correction.id, answeredAt, changes);
      await writeLog(tx, {
        kind: 'member',
        by: 'website',
        subject: row.reference,
        action: 'sent the correction',
        note: changes.map(({ field }) => person[field as CorrectableName].term).join(', ') || 'nothing changed',
        memberId: row.id,
      });
      const link = `${config.publicUrl}${paths.admin.registrations}`;
      const data = { reference: row.reference, link };
      await mailOffice(tx, { power: 'members', state: after.state }, { kind: 'correction-office', data });
      await notify(tx, 'members');
      return changes.length > 0;
    };
    return withUploadedFiles(core, [...stored.values()], () => database.transaction(save));
  }

  /** Mails the link to the newest record with this e-mail; in one transaction, so that there is one commit with or without a mail. */
  async function sendLink(email: string): Promise<void> {
    await database.transaction(async (tx) => {
      const applicant = await queries.findNewest(tx, email);
      if (!applicant) return;
      const { id: memberId, name } = applicant;
      await enqueueMail(tx, { kind: 'application-link', to: email, data: { name }, memberId });
    });
  }

  return { ask, askLocked, state, toCorrect, answer, sendLink };
}
