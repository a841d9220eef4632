import type { z } from 'zod';
import type { Administrator } from '#shared/contracts/administrators.ts';
import type { OfficeRecord, OwnRecord } from '#shared/contracts/members.ts';
import { noSubscription } from '#shared/contracts/payments.ts';
import type { reviewRegistration } from '#shared/contracts/registrations.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { person } from '#shared/person.ts';
import { type PersonName, recordNames } from '#shared/person-fields.ts';

/** The empty value of a field. */
function nothing(name: PersonName) {
  const { kind } = person[name];
  if (kind === 'list') return [];
  if (kind === 'flag') return false;
  return kind === 'file' ? null : '';
}

const empty = {
  ...Object.fromEntries(recordNames.map((name) => [name, nothing(name)])),
  id: '4f9b0c0e-7d53-4a6b-9a55-0d3c0c9d8e11',
  createdAt: '2026-04-02T06:30:00.000Z',
  paymentStatus: '',
  status: 'New',
  reference: 'AIP-2026-000001',
  memberNumber: null,
  incomplete: [],
  consent: { version: currentTermsVersion, at: '2026-04-02T06:30:00.000Z', givenTo: 'website' },
  erasureRequestedAt: null,
  language: 'en',
  version: 1,
};

const complete = {
  ...empty,
  membership: 'Individual member',
  name: 'Kavita Deshmukh',
  gender: 'Female',
  dateOfBirth: '1980-05-17',
  email: 'kavita@example.org',
  mobile: '9812345678',
  state: 'Maharashtra',
  district: 'Pune',
  subDistrict: 'Haveli',
  designation: 'Public Prosecutor',
  organization: 'Dist Head',
  court: 'District Court Pune',
  idNumber: 'MAH 1234',
  yearsOfExperience: '20',
  yearsOfRecruitment: '2005',
  specialisations: ['NDPS Act, 1985'],
  interest: 'Webinars',
  contribution: 'Lectures',
  international: 'Yes',
  status: 'Approved',
  memberNumber: 'AIP-M-000001',
};

const seenByOffice = {
  screenshot: null,
  utr: '',
  paymentSentAt: null,
  approvedAt: null,
  decidedAt: null,
  rejectionReason: '',
  standing: noSubscription,
};

/** A registration without any values. */
export const emptyRecord = { ...empty, ...seenByOffice } as unknown as OfficeRecord;

/** A member as the office sees them. */
export const officeRecord = (values: Partial<OfficeRecord> = {}) =>
  ({ ...complete, ...seenByOffice, ...values }) as unknown as OfficeRecord;

/** A member as they see themselves. */
export const ownRecord = (values: Partial<OwnRecord> = {}) =>
  ({ ...complete, mustChangePassword: false, emailBounced: null, ...values }) as unknown as OwnRecord;

/** A review of a record without history, warnings or mails. */
export const reviewOf = (record: OfficeRecord): z.input<(typeof reviewRegistration)['response']> => ({
  success: true,
  data: { ...record, correction: null, ready: false },
  money: null,
  fee: 500,
  credit: null,
  online: null,
  removalAt: null,
  secondFactor: false,
  emailBounced: null,
  warnings: [],
  decisions: [],
  openedBy: [],
  mails: [],
});

export const administrator = (number: number, values: Partial<Administrator> = {}): Administrator => ({
  id: `4f9b0c0e-7d53-4a6b-9a55-${String(number).padStart(12, '0')}`,
  email: `office${number}@example.org`,
  disabled: false,
  secondFactor: false,
  invited: false,
  lastLoginAt: null,
  createdAt: '2026-01-05T06:30:00.000Z',
  invitedBy: null,
  invitedAt: null,
  powers: ['full'],
  states: [],
  sees: 214,
  version: 1,
  you: false,
  ...values,
});
