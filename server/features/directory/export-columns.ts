import type { MemberRow } from '#server/features/members/members.queries.ts';
import { indianDay } from '#shared/clock.ts';
import type { SubscriptionStatus } from '#shared/contracts/payments.ts';
import { person } from '#shared/person.ts';
import {
  columnOf,
  controllingField,
  isFile,
  otherField,
  personField,
  type RecordName,
  recordNames,
} from '#shared/person-fields.ts';

interface ExportColumn {
  title: string;
  value(row: MemberRow, standing: SubscriptionStatus): string;
}

const dayOf = (date: Date | null) => (date ? indianDay(date) : '');

/** A field of the person. A choice has the text beside it in the same column, a list has it in the next. */
function exportColumn(name: RecordName): ExportColumn {
  const { term, exportTitle = term.charAt(0).toUpperCase() + term.slice(1) } = personField(name);
  const column = columnOf(name);
  const otherText = recordNames.find((other) => other === otherField(name));
  return {
    title: exportTitle,
    value(row) {
      const value = row[column];
      if (Array.isArray(value)) return value.join('; ');
      const other = otherText ? row[columnOf(otherText)] : '';
      return other ? `${value}: ${other}` : String(value);
    },
  };
}

function isColumn(name: RecordName): boolean {
  const choice = controllingField(name);
  const isOtherText = choice !== undefined && otherField(choice) === name && person[choice].kind === 'choice';
  return !isOtherText && !isFile(name) && person[name].kind !== 'flag';
}

/** People's own spreadsheets rely on the order of columns, so it stays: that of the forms, with localities last, and these after another column. */
const later: Partial<Record<RecordName, RecordName>> = {
  dateOfBirth: 'mobile',
  specialisations: 'contribution',
  specialisationOther: 'contribution',
};

function exportedNames(): RecordName[] {
  const names = recordNames.filter(isColumn);
  const isLocality = (name: RecordName) => person[name].section === 'locality';
  return [...names.filter((name) => !isLocality(name)), ...names.filter(isLocality)]
    .filter((name) => !(name in later))
    .flatMap((name) => [name, ...names.filter((other) => later[other] === name)]);
}

/** What an export of the directory holds, column by column. Dates are YYYY-MM-DD, which every spreadsheet sorts. */
export const exportColumns: ExportColumn[] = [
  { title: 'Member number', value: (row) => row.memberNumber ?? '' },
  { title: 'Reference', value: (row) => row.reference },
  ...exportedNames().map(exportColumn),
  { title: 'Payment', value: (row) => row.paymentStatus },
  { title: 'Transaction reference', value: (row) => row.utr },
  { title: 'Registered on', value: (row) => dayOf(row.createdAt) },
  { title: 'Approved on', value: (row) => dayOf(row.approvedAt) },
  { title: 'Subscription', value: (_row, { state }) => (state === 'none' ? '' : state) },
  { title: 'Subscription paid until', value: (_row, { until }) => until ?? '' },
];
