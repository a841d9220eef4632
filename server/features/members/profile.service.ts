import { Readable } from 'node:stream';
import { type Core, serviceOf } from '#server/core.ts';
import { holdLogin } from '#server/features/auth/auth.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import type { Whose } from '#server/platform/database/reach.ts';
import { storedFile } from '#server/platform/file-answers.ts';
import { type ActingAdministrator, type ActingMember, mustBeConfirmed } from '#server/platform/http/access.ts';
import { checkBody } from '#server/platform/http/validation.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { findBounced } from '#server/platform/mail/bounces.queries.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { findChangedWords } from '#server/platform/mail/templates.queries.ts';
import { mailOffice } from '#server/platform/mail/to-office.ts';
import { withUploadedFiles } from '#server/platform/storage/uploads.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import {
  type FilesAlone,
  incompleteEditSchema,
  type MemberEdit,
  type OwnRecord,
  officeEditSchema,
} from '#shared/contracts/members.ts';
import type { FileAnswer } from '#shared/endpoint.ts';
import { AppError, notFound, orNotFound, recordChanged } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { messages } from '#shared/messages.ts';
import { type EmailChanged, followEmail, tellOfWish } from './changed-email.ts';
import {
  findHolder,
  findMember,
  isEmailConflict,
  lockMember,
  type MemberRow,
  mustNotBeMerged,
  updateMember,
  updateWithoutVersion,
} from './members.queries.ts';
import { findOwnTraces } from './my-data.queries.ts';
import { archiveOf } from './my-data.ts';
import { pictureAddresses } from './picture-addresses.ts';
import {
  changedFields,
  changedTheRecord,
  detailsOf,
  emailTaken,
  incompleteNames,
  ownRecordOf,
  personColumns,
} from './records.ts';
import { type PersonFiles, storePersonFiles } from './stored-files.ts';

/** The author of a change: the member, or an administrator. */
export type Editor = 'member' | Pick<ActingAdministrator, 'email' | 'confirmed' | 'reach'>;

const whoseOf = (editor: Editor): Whose => (editor === 'member' ? 'unrestricted' : editor.reach);

// Each one reads all of a member's files.
const archives: Throttle = { name: 'own-data', count: 20, seconds: 3_600 };

const isWhole = (edit: MemberEdit | FilesAlone): edit is MemberEdit => 'name' in edit;

/** The office's change of a record; where something is missing it changes what was sent and empties nothing. @throws VALIDATION */
function officeEditOf(row: MemberRow, input: object): MemberEdit {
  if (incompleteNames(row).length === 0) return checkBody(officeEditSchema, input);
  const sent = Object.entries(checkBody(incompleteEditSchema, input)).filter(
    ([, value]) => value !== undefined && String(value) !== '',
  );
  return { ...detailsOf(row), ...Object.fromEntries(sent) } as MemberEdit;
}

/** The columns after a change, but for the e-mail and files. */
const columnsOf = (row: MemberRow, edit: MemberEdit) => ({
  ...personColumns(edit, detailsOf(row)),
  language: edit.language ?? row.language,
});

/** The e-mail after a change: only the office can set another one. @throws CONFIRMATION_NEEDED */
function newEmail(row: MemberRow, edit: MemberEdit | FilesAlone, editor: Editor): string {
  const { email = row.email } = isWhole(edit) ? edit : {};
  if (editor === 'member' || email === row.email) return row.email;
  mustBeConfirmed(editor);
  return email;
}

/** Reading and changing a record and its files, by its owner and by the office. */
export function createProfileService(core: Core, emailChanged: EmailChanged) {
  const { database, files, config } = core;
  const addresses = serviceOf(core, pictureAddresses);

  async function mustFind(id: string, whose: Whose): Promise<MemberRow> {
    return orNotFound(await findMember(database, id, whose), 'This record');
  }

  /** @throws NOT_FOUND */
  async function ownRecord(id: string): Promise<OwnRecord> {
    return ownRecordOf(await mustFind(id, 'unrestricted'), addresses.address, await findBounced(database, id));
  }

  /**
   * Changes a person's details, visibility and files, or files alone; an administrator may also change the e-mail.
   * Status, membership, payment and password cannot be changed here. The log names the changed fields, not their values.
   * @throws NOT_FOUND, RECORD_CHANGED, EMAIL_TAKEN, UNSUPPORTED_FILE; CONFIRMATION_NEEDED for another e-mail
   */
  async function update(
    id: string,
    input: MemberEdit | FilesAlone,
    uploads: PersonFiles,
    editor: Editor,
  ): Promise<void> {
    // No other field came with them.
    const isAlone = Object.values(uploads).length > 0 && Object.keys(input).every((name) => name === 'version');
    await mustNotBeMerged(database, id, whoseOf(editor));
    const before = await mustFind(id, whoseOf(editor));
    const editOf = (row: MemberRow) =>
      editor === 'member' || isAlone ? (input as MemberEdit | FilesAlone) : officeEditOf(row, input);
    // Refused before the files are stored, and again below.
    const early = editOf(before);
    checkVersion(before, early);
    newEmail(before, early, editor);
    const { picture, document, stored } = await storePersonFiles(files, uploads);
    const change = async (tx: Transaction) => {
      const row = orNotFound(await lockMember(tx, id, whoseOf(editor)), 'This record');
      const edit = editOf(row);
      checkVersion(row, edit);
      const email = newEmail(row, edit, editor);
      if (email !== row.email && row.status !== 'Rejected' && (await findHolder(tx, email, id))) throw emailTaken();
      const values = {
        ...(isWhole(edit) ? columnsOf(row, edit) : {}),
        email,
        documentFile: document?.key ?? row.documentFile,
        pictureFile: picture?.key ?? row.pictureFile,
      };
      const changed = changedFields(row, values);
      if (values.language && values.language !== row.language) changed.push('language');
      if (changed.length === 0) return;
      await files.attach(tx, ...stored);
      await updateMember(tx, id, values);
      await files.release(tx, picture ? row.pictureFile : null, document ? row.documentFile : null);
      if (email !== row.email) await followEmail(tx, row, email, { takeBack: core.takeBack, emailChanged });
      await writeLog(tx, {
        kind: 'member',
        by: editor === 'member' ? 'member' : editor.email,
        subject: row.reference,
        action: changedTheRecord,
        note: changed.join(', '),
        memberId: id,
      });
      await notify(tx, 'members');
    };
    try {
      await withUploadedFiles(core, stored, () => database.transaction(change));
    } catch (error) {
      if (isEmailConflict(error)) throw emailTaken();
      throw error;
    }
  }

  /** A file of a record, for download only. @throws NOT_FOUND */
  async function download(id: string, kind: 'documentFile' | 'screenshotFile', whose: Whose): Promise<FileAnswer> {
    const key = (await mustFind(id, whose))[kind];
    const file = key === null ? null : await files.open(key);
    if (!file) throw new AppError('NOT_FOUND', messages.empty.document);
    return storedFile(file, file.name || (kind === 'documentFile' ? 'id-card' : 'payment-screenshot'));
  }

  /** A profile picture by its signed address. @throws NOT_FOUND for any invalid address */
  async function picture(id: string, file: string, expires: number, signature: string): Promise<FileAnswer> {
    const left = addresses.secondsLeft({ id, file, expires }, signature);
    const stored = left === null ? null : await files.open(file);
    if (left === null || !stored) throw notFound('This picture');
    return {
      body: stored.body,
      type: stored.type,
      length: stored.bytes,
      cacheControl: `private, max-age=${left}, immutable`,
    };
  }

  /** All data that the association has of a member, as one archive: a readable `data.json` and the files. @throws TOO_MANY */
  async function ownData(id: string): Promise<FileAnswer> {
    const row = await mustFind(id, 'unrestricted');
    await countTry(database, archives, id);
    const action = 'downloaded the own data';
    await writeLog(database, { kind: 'export', by: 'member', subject: row.reference, action, memberId: id });
    const traces = await findOwnTraces(database, row);
    const sender = { ...(await findSender(database)), site: config.publicUrl };
    const keys = {
      'scanned-id': row.documentFile,
      'profile-picture': row.pictureFile,
      'payment-screenshot': row.screenshotFile,
      ...traces.proofs,
    };
    // Withheld files are left out.
    const open = (key: string) =>
      files.open(key).catch((error) => {
        if (error instanceof AppError && error.code === 'WRONG_STATE') return null;
        throw error;
      });
    const body = archiveOf(row, traces, sender, await findChangedWords(database, row.language), keys, open);
    return {
      body: Readable.from(body, { objectMode: false }),
      type: 'application/zip',
      attachment: `my-data-${row.reference}.zip`,
      cacheControl: 'no-store',
    };
  }

  /** Records a request for erasure, and tells the office once; or withdraws it. @throws NOT_FOUND */
  async function requestErasure(caller: ActingMember, withdraw: boolean): Promise<void> {
    const id = caller.memberId;
    await database.transaction(async (tx) => {
      const row = orNotFound(await lockMember(tx, id, 'unrestricted'), 'This record');
      await holdLogin(tx, caller);
      if (withdraw === (row.erasureRequestedAt === null)) return;
      await updateWithoutVersion(tx, id, { erasureRequestedAt: withdraw ? null : clock.now() });
      await writeLog(tx, {
        kind: 'member',
        by: 'member',
        subject: row.reference,
        action: withdraw ? 'withdrew the request for erasure' : 'asked for erasure',
        memberId: id,
      });
      await notify(tx, 'members');
      if (withdraw) return;
      await tellOfWish(tx, row, 'erasure');
      const data = { reference: row.reference, link: `${config.publicUrl}/admin/Directory?erasure=asked` };
      await mailOffice(tx, { power: 'members', state: row.state }, { kind: 'erasure-office', data });
    });
  }

  /** Chooses the language of a member's mails. Neither the record's version nor an open form is touched. */
  async function setLanguage(id: string, language: Language): Promise<void> {
    await database.transaction(async (tx) => {
      orNotFound(await lockMember(tx, id, 'unrestricted'), 'This record');
      await updateWithoutVersion(tx, id, { language });
      await notify(tx, 'members');
    });
  }

  return { ownRecord, setLanguage, update, download, picture, ownData, requestErasure };
}

function checkVersion(row: MemberRow, edit: MemberEdit | FilesAlone): void {
  if (edit.version !== undefined && edit.version !== row.version) throw recordChanged();
}
