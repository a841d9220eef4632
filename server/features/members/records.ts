import { searchable, searchableName } from '#server/database/searchable.ts';
import type { Bounced } from '#server/mail/bounces.queries.ts';
import type { DirectoryEntry } from '#shared/contracts/directory.ts';
import type { OfficeBounced, OfficeRecord, OwnRecord } from '#shared/contracts/members.ts';
import { noSubscription, type SubscriptionStatus } from '#shared/contracts/payments.ts';
import { person } from '#shared/person.ts';
import {
  type ColumnOf,
  choiceBefore,
  type DetailName,
  detailNames,
  type EntryName,
  entryNames,
  type FieldValue,
  type FileName,
  type HidableName,
  isFile,
  isShown,
  type RecordName,
  recordNames,
} from '#shared/person-fields.ts';
import type { MemberRow } from './members.queries.ts';

/** What members see of each other, as it comes from the database. */
export type EntryRow = { id: string } & {
  [Name in EntryName as ColumnOf<Name>]: Name extends HidableName ? string | null : MemberRow[ColumnOf<Name>];
};

/** Makes the address of a profile picture; null without one. */
export type PictureAddress = (memberId: string, pictureFile: string | null) => string | null;

/** The column of a field. What is declared without a column in the table is found by the compiler here. */
const columnOf = (name: RecordName): keyof MemberRow => person[name].column;

/** What a person says of themselves, in the names of the wire. */
export type Details = { readonly [Name in DetailName]: FieldValue<Name> };
type DetailColumns = { [Name in DetailName as ColumnOf<Name>]: FieldValue<Name> };

/** What a person says of themselves, from the names of the wire to our own. Texts of choices that were not made are dropped. */
export function personColumns(details: Details) {
  const columns = Object.fromEntries(
    detailNames.map((name) => [columnOf(name), isKept(name, details) ? details[name] : '']),
  ) as DetailColumns;
  const { name, organization, organizationOther, associationOffice, associationOfficeOther, designation } = columns;
  return {
    ...columns,
    nameSearch: searchableName(name),
    // One line each, so that no search text matches from the end of one into the beginning of the next.
    positionSearch: [organization, organizationOther, associationOffice, associationOfficeOther, designation]
      .map(searchable)
      .filter((part) => part !== '')
      .join('\n'),
  };
}

/** A text beside a list says something by itself, with 'Others' in the list or without. */
function isKept(name: DetailName, details: Details): boolean {
  const choice = choiceBefore(name);
  return (choice !== undefined && person[choice].kind === 'list') || isShown(name, details);
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

type AddressOf = (row: MemberRow, pictureAddress: PictureAddress) => string | null;

/** Where a file of a record is fetched. */
const fileAddresses: Record<RecordName & FileName, AddressOf> = {
  document: (row) => (row.documentFile === null ? null : `/api/Directory/document/${row.id}`),
  profile_Pic: (row, pictureAddress) => pictureAddress(row.id, row.pictureFile),
};

type PersonRecord = {
  [Name in RecordName]: Name extends FileName ? string | null : MemberRow[ColumnOf<Name>];
};

/** The part of a record that its owner and the office see alike. */
function memberRecord(row: MemberRow, pictureAddress: PictureAddress) {
  const said = Object.fromEntries(
    recordNames.map((name) => [name, isFile(name) ? fileAddresses[name](row, pictureAddress) : row[columnOf(name)]]),
  ) as PersonRecord;
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    ...said,
    payment_status: row.paymentStatus,
    status: row.status,
    reference: row.reference,
    memberNumber: row.memberNumber,
    consent: { version: row.termsVersion, at: row.consentAt.toISOString(), givenTo: row.consentTo },
    erasureRequestedAt: iso(row.erasureRequestedAt),
    version: row.version,
  };
}

/** A member's own record. */
export function ownRecordOf(row: MemberRow, pictureAddress: PictureAddress, bounced: Bounced | null): OwnRecord {
  const emailBounced = bounced && { times: bounced.times, since: bounced.since.toISOString() };
  return { ...memberRecord(row, pictureAddress), mustChangePassword: row.mustChangePassword, emailBounced };
}

/** What the office is told of an address at which mails did not arrive. */
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
    screenShot: row.screenshotFile === null ? null : `/api/Directory/screenshot/${row.id}`,
    utr: row.utr,
    paymentSentAt: iso(row.paymentSentAt),
    approvedAt: iso(row.approvedAt),
    decidedAt: iso(row.decidedAt),
    rejectionReason: row.rejectionReason,
  };
}

type EntryValues = { [Name in EntryName]: EntryRow[ColumnOf<Name>] };

/** What members see of each other; a hidden e-mail or mobile number is no key at all. */
export function directoryEntryOf(row: EntryRow, pictureAddress: PictureAddress): DirectoryEntry {
  const values = Object.fromEntries(
    entryNames.map((name) => [name, row[person[name].column]]).filter(([, value]) => value !== null),
  ) as { [Name in EntryName]: Exclude<EntryValues[Name], null> };
  return { _id: row.id, ...values, profile_Pic: pictureAddress(row.id, row.pictureFile) };
}

/** How the log names the fields in which `change` differs from the record, never with the values; empty when nothing would change. */
export function changedFields(row: MemberRow, change: Partial<MemberRow>): string[] {
  const differs = (column: keyof MemberRow) =>
    column in change && JSON.stringify(change[column]) !== JSON.stringify(row[column]);
  return recordNames.filter((name) => differs(columnOf(name))).map((name) => person[name].term);
}
