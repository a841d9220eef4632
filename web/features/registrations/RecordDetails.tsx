import type { ReactNode } from 'react';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import { associationOfficePosition, othersOption } from '#shared/options.ts';
import { specialisationsOf } from '#web/features/members/specialisations-of.ts';
import { formatDate, formatDay, formatMobile } from '#web/lib/format.ts';
import styles from './RecordDetails.module.css';

/** Everything a person has said of himself, for the office. */
export function RecordDetails({ record }: { record: OfficeRecord }) {
  return (
    <>
      <Section title="Personal Information">
        <Line label="Full Name">{record.ProsecutorName}</Line>
        <Line label="Gender">{record.Gender}</Line>
        <Line label="Date of Birth">{formatDay(record.DateofBirth)}</Line>
        <Line label="Email">
          <a href={`mailto:${record.email}`}>{record.email}</a>
        </Line>
        <Line label="Mobile Number">
          <a href={`tel:+91${record.mobile_no}`}>{formatMobile(record.mobile_no)}</a>
        </Line>
        <Line label="State">{record.State}</Line>
        <Line label="District">{record.District}</Line>
        <Line label="Sub-District">{record.SubDistrict}</Line>
      </Section>
      <Section title="Professional Information">
        <Line label="Designation">{record.Designation}</Line>
        <Line label="Organization Position">{withOther(record.Organization, record.OrganizationotherRole)}</Line>
        {record.Organization === associationOfficePosition && (
          <Line label="Association Office">{withOther(record.Association, record.AssociationotherRole)}</Line>
        )}
        <Line label="Name of the Court">{record.Practice}</Line>
        <Line label="ID Number">{record.councilMembership}</Line>
        <Line label="Years of Experience">{record.years_Expirence}</Line>
        <Line label="Years of Recruitment">{record.years_Recruitment}</Line>
        <Line label="Area of Interest">{withOther(record.Interest, record.InterestotherRole)}</Line>
        <Line label="Contribution">{withOther(record.Contribution, record.ContributionotherRole)}</Line>
        <Line label="International">{record.International}</Line>
        <Line label="Specialisation">{specialisationsOf(record).join('; ')}</Line>
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
        <Line label="In the members' directory">{visibilityOf(record)}</Line>
      </Section>
    </>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>{children}</dl>
    </section>
  );
}

/** A line of a section; without a value it says so instead of leaving a hole. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  const empty = children === null || children === undefined || children === '';
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>{empty ? <span className={styles.none}>–</span> : children}</dd>
    </div>
  );
}

function withOther(choice: string, other: string): string {
  return choice === othersOption && other !== '' ? `${choice}: ${other}` : choice;
}

function visibilityOf(record: OfficeRecord): string {
  if (record.hideEntry) return 'Hidden by the member';
  const hidden = [record.hideEmail && 'e-mail', record.hideMobile && 'mobile number'].filter(Boolean);
  return hidden.length > 0 ? `Shown without ${hidden.join(' and ')}` : 'Shown in full';
}
