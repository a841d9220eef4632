import { searchable, searchableName } from '#server/platform/database/searchable.ts';
import type { Bounced } from '#server/platform/mail/bounces.queries.ts';
import type { DirectoryEntry } from '#shared/contracts/directory.ts';
import type { OfficeBounced, OfficeRecord, OwnRecord } from '#shared/contracts/members.ts';
import { noSubscription, type SubscriptionStatus } from '#shared/contracts/payments.ts';
import { AppError } from '#shared/errors.ts';
import { person } from '#shared/person.ts';
import {
  type ColumnOf,
  columnOf,
  controllingField,
  type DetailName,
  detailNames,
  type EntryName,
  entryNames,
  type FieldValue,
  type FileName,
  type HidableName,
  isFile,
  isShown,
  missingNames,
  type RecordName,
  recordNames,
  type SwitchName,
  switchNames,
} from '#shared/person-fields.ts';
import type { MemberRow } from './members.queries.ts';

export const emailTaken = () => {
  const message = 'This e-mail already belongs to a registration or a member.';
  return new AppError('EMAIL_TAKEN', message, { fields: { email: message } });
};

/** What the log says of a change of a record. */
export const changedTheRecord = 'changed the record';

/** A row with the fields that members see of each other. */
export type EntryRow = { id: string } & {
  [Name in EntryName as ColumnOf<Name>]: Name extends HidableName ? string | null : MemberRow[ColumnOf<Name>];
};

/** Makes the address of a profile picture; null without one. */
export type PictureAddress = (memberId: string, pictureFile: string | null) => string | null;

/** A person's details. */
export type Details = { readonly [Name in DetailName]: FieldValue<Name> };
type DetailColumns = { [Name in DetailName as ColumnOf<Name>]: FieldValue<Name> };

/** What a form sends of a record: it need not have all fields. */
export type SentDetails = { readonly [Name in DetailName]?: FieldValue<Name> | undefined } & {
  readonly [Name in SwitchName]?: boolean | undefined;
};

const emptyDetails = Object.fromEntries(
  detailNames.map((name): [string, unknown] => [name, person[name].kind === 'list' ? [] : '']),
) as Details;

/**
 * The columns of what a form sends of a person. Texts beside choices that were not made are dropped.
 * @param before the record's details, which stay where the form does not have the field
 */
export function personColumns(sent: SentDetails, before: Details = emptyDetails) {
  const isSent = (name: DetailName | SwitchName) => sent[name] !== undefined;
  const details = {
    ...before,
    ...Object.fromEntries(detailNames.filter(isSent).map((name) => [name, sent[name]])),
  } as Details;
  const columns = Object.fromEntries(
    detailNames.map((name) => [columnOf(name), isKept(name, details) ? details[name] : '']),
  ) as DetailColumns;
  const switches: { [Name in SwitchName]?: boolean } = Object.fromEntries(
    switchNames.filter(isSent).map((name) => [name, sent[name]]),
  );
  const { name, organization, organizationOther, associationOffice, associationOfficeOther, designation } = columns;
  return {
    ...columns,
    ...switches,
    dateOfBirth: columns.dateOfBirth || null,
    nameSearch: searchableName(name),
    // One line each, so that no search text matches across two of them.
    positionSearch: [organization, organizationOther, associationOffice, associationOfficeOther, designation]
      .map(searchable)
      .filter((part) => part !== '')
      .join('\n'),
  };
}

/** A record's details. */
export const detailsOf = (row: MemberRow): Details =>
  Object.fromEntries(detailNames.map((name) => [name, row[columnOf(name)] ?? ''])) as Details;

/** What is missing in a record from a list. */
export function incompleteNames(row: MemberRow): string[] {
  const values = Object.fromEntries(
    recordNames.filter((name) => !isFile(name)).map((name) => [name, row[columnOf(name)] ?? '']),
  );
  return [...(row.tierAssumed ? ['membership'] : []), ...missingNames(values)];
}

/** A text beside a list is kept with or without 'Others' in the list. */
function isKept(name: DetailName, details: Details): boolean {
  const choice = controllingField(name);
  return (choice !== undefined && person[choice].kind === 'list') || isShown(name, details);
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

type AddressOf = (row: MemberRow, pictureAddress: PictureAddress) => string | null;

/** The download addresses of a record's files. */
const fileAddresses: Record<RecordName & FileName, AddressOf> = {
  document: (row) => (row.documentFile === null ? null : `/api/Directory/document/${row.id}`),
  picture: (row, pictureAddress) => pictureAddress(row.id, row.pictureFile),
};

type PersonRecord = {
  [Name in RecordName]: Name extends FileName ? string | null : NonNullable<MemberRow[ColumnOf<Name>]>;
};

/** The fields of a record for both its owner and the office. */
function memberRecord(row: MemberRow, pictureAddress: PictureAddress) {
  const record = Object.fromEntries(
    recordNames.map((name) => [
      name,
      isFile(name) ? fileAddresses[name](row, pictureAddress) : (row[columnOf(name)] ?? ''),
    ]),
  ) as PersonRecord;
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    ...record,
    incomplete: incompleteNames(row),
    paymentStatus: row.paymentStatus,
    status: row.status,
    reference: row.reference,
    memberNumber: row.memberNumber,
    consent: { version: row.termsVersion, at: row.consentAt.toISOString(), givenTo: row.consentTo },
    erasureRequestedAt: iso(row.erasureRequestedAt),
    version: row.version,
    language: row.language,
  };
}

/** A member's own record. */
export function ownRecordOf(row: MemberRow, pictureAddress: PictureAddress, bounced: Bounced | null): OwnRecord {
  const emailBounced = bounced && { times: bounced.times, since: bounced.since.toISOString() };
  return { ...memberRecord(row, pictureAddress), mustChangePassword: row.mustChangePassword, emailBounced };
}

/** Bounces of an address as the office sees them. */
export const officeBouncedOf = (bounced: Bounced | null): OfficeBounced | null =>
  bounced && { ...bounced, since: bounced.since.toISOString(), last: bounced.last.toISOString() };

/** A record as the office sees it. */
export function officeRecordOf(
  row: MemberRow,
  pictureAddress: PictureAddress,
  standing: SubscriptionStatus = noSubscription,
): OfficeRecord {
  return {
    ...memberRecord(row, pictureAddress),
    standing,
    screenshot: row.screenshotFile === null ? null : `/api/Directory/screenshot/${row.id}`,
    utr: row.utr,
    paymentSentAt: iso(row.paymentSentAt),
    approvedAt: iso(row.approvedAt),
    decidedAt: iso(row.decidedAt),
    rejectionReason: row.rejectionReason,
  };
}

type EntryValues = { [Name in EntryName]: EntryRow[ColumnOf<Name>] };

/** The fields that members see of each other; a hidden e-mail or mobile number has no key. */
export function directoryEntryOf(row: EntryRow, pictureAddress: PictureAddress): DirectoryEntry {
  const values = Object.fromEntries(
    entryNames.map((name) => [name, row[columnOf(name)]]).filter(([, value]) => value !== null),
  ) as { [Name in EntryName]: Exclude<EntryValues[Name], null> };
  return { id: row.id, ...values, picture: pictureAddress(row.id, row.pictureFile) };
}

/** The log's names of the fields in which `change` differs from the record, never the values; empty when nothing would change. */
export function changedFields(row: MemberRow, change: Partial<MemberRow>): string[] {
  const differs = (column: keyof MemberRow) =>
    column in change && JSON.stringify(change[column]) !== JSON.stringify(row[column]);
  return recordNames.filter((name) => differs(columnOf(name))).map((name) => person[name].term);
}
