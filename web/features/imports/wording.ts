import type { ImportRecord, ImportRow, ImportState, RowKind } from '#shared/contracts/imports.ts';
import { importFieldLabel, isImportField } from '#shared/import-fields.ts';
import { type MembershipValue, membershipLabels, membershipValues } from '#shared/memberships.ts';
import { formatNumber } from '#shared/money.ts';
import { counted } from '#web/lib/languages/format.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

export const stateLabels: Record<ImportState, string> = {
  reading: 'Being read',
  needsMapping: 'Columns to be named',
  ready: 'Read, not imported',
  importing: 'Being imported',
  done: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  discarded: 'Discarded',
  failed: 'Broken off',
};

export const stateTones: Record<ImportState, Tone> = {
  reading: 'warn',
  needsMapping: 'warn',
  ready: 'warn',
  importing: 'warn',
  done: 'good',
  undoing: 'warn',
  undone: 'neutral',
  discarded: 'neutral',
  failed: 'bad',
};

export const isBusy = (state: ImportState) => state === 'reading' || state === 'importing' || state === 'undoing';

export const kindLabels: Record<RowKind, string> = {
  care: 'Need care',
  create: 'New members',
  complete: 'To be completed',
  skip: 'Skipped',
};

export const fieldLabel = (field: string) => (isImportField(field) ? importFieldLabel(field) : field);

/** A value as it is written in a list. */
export const valueText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join('; ') : isTier(value) ? membershipLabels[value] : (value ?? '');

const isTier = (value: string | undefined): value is MembershipValue =>
  (membershipValues as readonly (string | undefined)[]).includes(value);

/** What an import will do: 'This will create 1,842 members, skip 31; 12 rows need care.' */
export function forecast({ create, complete, skip, care }: ImportRecord['summary']): string {
  const parts = [`create ${counted(create, 'member')}`];
  if (complete > 0) parts.push(`complete ${counted(complete, 'record')}`);
  if (skip > 0) parts.push(`skip ${formatNumber(skip)}`);
  const left = care > 0 ? `, ${counted(care, 'row needs', 'rows need')} care` : '';
  return `This will ${parts.join(', ')}${left}.`;
}

/** What an import has done. */
export function outcome({ created, completed, skipped, left }: ImportRecord['result']): string {
  const parts = [`${counted(created, 'member')} created`];
  if (completed > 0) parts.push(`${counted(completed, 'record')} completed`);
  if (skipped > 0) parts.push(`${formatNumber(skipped)} skipped`);
  if (left > 0) parts.push(`${counted(left, 'row')} left for care`);
  return `${parts.join(', ')}.`;
}

export const duplicateLabels: Record<NonNullable<ImportRow['duplicate']>['by'], string> = {
  email: 'The same e-mail',
  mobile: 'The same mobile number',
  person: 'The same name and date of birth',
};

/** The name in a row, or its number. */
export const nameOf = ({ values, row }: Pick<ImportRow, 'values' | 'row'>) => valueText(values.name) || `Row ${row}`;
