import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import type { DirectoryEntry } from '#shared/contracts/members.ts';
import { membershipLabels, othersOption } from '#shared/options.ts';
import { specialisationsOf } from '#web/features/members/specialisations-of.ts';
import { formatMobile } from '#web/lib/format.ts';
import styles from './MemberCard.module.css';
import { MemberPicture } from './MemberPicture.tsx';

/** More would make the cards of one row too unequal; the rest waits behind a button. */
const shownSpecialisations = 4;

/** A colleague as other members see him. */
export function MemberCard({ member }: { member: DirectoryEntry }) {
  const organization = member.Organization === othersOption ? member.OrganizationotherRole : member.Organization;
  const roles = [...new Set([member.Designation, organization])].filter((role) => role !== '');
  // Many a sub-district has the name of its district.
  const place = [...new Set([member.SubDistrict, member.District, member.State])].filter((name) => name !== '');
  const specialisations = specialisationsOf(member);
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // A button for a single one would take as much room as that one.
  const short = !all && specialisations.length > shownSpecialisations + 1;
  const showAll = () => {
    setAll(true);
    // The button goes; who came by keyboard goes on from here.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <article className={styles.card} aria-labelledby={`member-${member._id}`}>
      <MemberPicture address={member.profile_Pic} size={88} />
      <div className={styles.body}>
        <div>
          <p className={styles.tier}>
            {membershipLabels[member.membership as keyof typeof membershipLabels] ?? member.membership}
          </p>
          <h2 id={`member-${member._id}`} className={styles.name}>
            {member.ProsecutorName}
          </h2>
          {roles.length > 0 && <p className={styles.line}>{roles.join(' · ')}</p>}
          <p className={styles.line}>{member.Practice}</p>
          <p className={styles.place}>{place.join(', ')}</p>
        </div>
        <ul ref={list} tabIndex={-1} className={styles.chips} aria-label="Specialisations">
          {(short ? specialisations.slice(0, shownSpecialisations) : specialisations).map((name) => (
            <li key={name} title={name}>
              {shortStatute(name)}
            </li>
          ))}
          {short && (
            <li className={styles.more}>
              <button type="button" onClick={showAll}>
                {specialisations.length - shownSpecialisations} more
                <span className="unseen"> specialisations of {member.ProsecutorName}</span>
              </button>
            </li>
          )}
        </ul>
        {(member.mobile_no || member.email) && (
          <p className={styles.contact}>
            {member.mobile_no && (
              <Button variant="outlined" size="small" href={`tel:+91${member.mobile_no}`} startIcon={<Call />}>
                {formatMobile(member.mobile_no)}
              </Button>
            )}
            {member.email && (
              <Button variant="outlined" size="small" href={`mailto:${member.email}`} startIcon={<Mail />}>
                <span className={styles.address}>{member.email}</span>
              </Button>
            )}
          </p>
        )}
      </div>
    </article>
  );
}

/** `Bharatiya Nyaya Sanhita (BNS), 2023` as prosecutors say it: `BNS, 2023`. */
function shortStatute(name: string): string {
  const [, letters, act = '', year] = /\(([A-Z]{2,})\)( Act)?,? (\d{4})$/.exec(name) ?? [];
  return letters ? `${letters}${act}, ${year}` : name;
}
