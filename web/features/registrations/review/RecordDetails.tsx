import { memo, type ReactNode } from 'react';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { othersOption } from '#shared/options.ts';
import { type PersonSection, person, personSections } from '#shared/person.ts';
import {
  controllingField,
  isFile,
  isShown,
  otherField,
  personField,
  type RecordName,
  recordNames,
} from '#shared/person-fields.ts';
import { specialisationsOf } from '#web/features/members/office-held.ts';
import { formatDate, formatDay, formatMobile } from '#web/lib/languages/format.ts';
import { CopyButton } from '#web/ui/page/CopyButton.tsx';
import { mailLanguages } from './wording.ts';

/** All data that a person has entered, for the office. */
export const RecordDetails = memo(function RecordDetails({ record }: { record: OfficeRecord }) {
  return (
    <>
      <Section title={personSections.personal}>
        <Lines record={record} names={personalNames} />
      </Section>
      <Section title={personSections.professional}>
        <Lines record={record} names={professionalNames} />
      </Section>
      <Section title="Record">
        <Line label="Reference">{record.reference}</Line>
        <Line label="Member Number">{record.memberNumber}</Line>
        <Line label="Registered">{formatDate(record.createdAt)}</Line>
        <Line label="Approved">{record.approvedAt && formatDate(record.approvedAt)}</Line>
        <Line label="Terms accepted">
          {`${formatDate(record.consent.at)}, version ${record.consent.version}, ${
            record.consent.givenTo === 'office' ? 'given to the office' : 'on the website'
          }`}
        </Line>
        <Line label="Mails in">{mailLanguages.find(({ value }) => value === record.language)?.label}</Line>
        <Line label={personSections.visibility}>{visibilityOf(record)}</Line>
      </Section>
    </>
  );
});

/** Fields that often repeat another one, as many a sub-district has the name of its district. */
const repeated: Partial<Record<RecordName, RecordName>> = { subDistrict: 'district', organization: 'designation' };

function isRepeated(name: RecordName, record: OfficeRecord): boolean {
  const before = repeated[name];
  const value = String(record[name]);
  return before !== undefined && value !== '' && value.toLowerCase() === String(record[before]).toLowerCase();
}

/** The label of a line, with that of a repeated field that is left out. */
function labelOf(name: RecordName, record: OfficeRecord): string {
  const second = recordNames.find((other) => repeated[other] === name);
  const { label } = person[name];
  return second && isRepeated(second, record) ? `${label}, ${person[second].label}` : label;
}

const isText = (name: RecordName) => !isFile(name) && !isOtherText(name);
const namesOf = (...sections: PersonSection[]) =>
  recordNames.filter((name) => sections.includes(person[name].section) && isText(name));
const isList = (name: RecordName) => person[name].kind === 'list';

const personalNames = namesOf('personal', 'locality');
const professional = namesOf('professional');
/** Lists come last because they are long. */
const professionalNames = [...professional.filter((name) => !isList(name)), ...professional.filter(isList)];

/** Whether the field is the text of a choice's 'Others', which is shown with the choice. */
function isOtherText(name: RecordName): boolean {
  const choice = controllingField(name);
  return choice !== undefined && otherField(choice) === name;
}

function Lines({ record, names }: { record: OfficeRecord; names: readonly RecordName[] }) {
  return names
    .filter((name) => isShown(name, record) && !isRepeated(name, record))
    .map((name) => (
      <Line key={name} label={labelOf(name, record)}>
        {shown(record, name)}
      </Line>
    ));
}

function shown(record: OfficeRecord, name: RecordName): ReactNode {
  const { kind } = person[name];
  if (kind === 'list') return specialisationsOf(record).join('; ');
  const value = String(record[name] ?? '');
  // An empty value has neither a link nor a copy button.
  if (value === '') return '';
  if (kind === 'birthday') return formatDay(value);
  if (kind === 'email')
    return <Copied label={person[name].label} value={value} href={`mailto:${value}`} shown={value} />;
  if (kind === 'mobile') {
    return <Copied label={person[name].label} value={value} href={`tel:+91${value}`} shown={formatMobile(value)} />;
  }
  const otherText = recordNames.find((other) => other === otherField(name));
  return otherText && value === othersOption && record[otherText] ? `${value}: ${record[otherText]}` : value;
}

function Copied({ label, value, href, shown: text }: { label: string; value: string; href: string; shown: string }) {
  return (
    // The button stays beside a long e-mail.
    <span className="flex items-center">
      <a href={href} className="tap-on-phone min-w-0 break-anywhere">
        {text}
      </a>
      <span className="flex-none">
        <CopyButton label={label} value={value} />
      </span>
    </span>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-3">
      <h3 className="text-18 mb-1 pb-6px border-b">{title}</h3>
      <dl className="m-0">{children}</dl>
    </section>
  );
}

/** A line of a section; a missing value gets a placeholder. */
function Line({ label, children }: { label: string; children: ReactNode }) {
  const empty = children === null || children === undefined || children === '';
  return (
    <div className="grid gap-2 grid-facts mt-1">
      <dt className="text-14">{label}</dt>
      <dd>{empty ? <span className="text-muted">–</span> : children}</dd>
    </div>
  );
}

function visibilityOf(record: OfficeRecord): string {
  if (record.hideEntry) return 'Hidden by the member';
  const hidden = recordNames.filter((name) =>
    recordNames.some((flag) => flag === personField(name).hiddenBy && record[flag]),
  );
  if (hidden.length === 0) return 'Shown in full';
  return `Shown without ${hidden.map((name) => person[name].term).join(' and ')}`;
}
