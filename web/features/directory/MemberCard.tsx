import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import Button from '@mui/material/Button';
import type { DirectoryEntry } from '#shared/contracts/members.ts';
import { membershipLabels, othersOption } from '#shared/options.ts';
import { formatMobile } from '#web/lib/format.ts';
import styles from './MemberCard.module.css';
import { MemberPicture } from './MemberPicture.tsx';

/** More would make the cards of one row too unequal; the rest is counted. */
const shownSpecialisations = 4;

/** A colleague as other members see him. */
export function MemberCard({ member }: { member: DirectoryEntry }) {
  const organization = member.Organization === othersOption ? member.OrganizationotherRole : member.Organization;
  const roles = [...new Set([member.Designation, organization])].filter((role) => role !== '');
  const rest = member.Specialisation.length - shownSpecialisations;
  return (
    <article className={styles.card} aria-labelledby={`member-${member._id}`}>
      <MemberPicture address={member.profile_Pic} size={88} />
      <div className={styles.body}>
        <p className={styles.tier}>
          {membershipLabels[member.membership as keyof typeof membershipLabels] ?? member.membership}
        </p>
        <h2 id={`member-${member._id}`} className={styles.name}>
          {member.ProsecutorName}
        </h2>
        {roles.length > 0 && <p className={styles.line}>{roles.join(' · ')}</p>}
        <p className={styles.line}>{member.Practice}</p>
        <p className={styles.place}>{[member.SubDistrict, member.District, member.State].filter(Boolean).join(', ')}</p>
        <ul className={styles.chips} aria-label="Specialisations">
          {member.Specialisation.slice(0, shownSpecialisations).map((name) => (
            <li key={name} title={name}>
              {shortStatute(name)}
            </li>
          ))}
          {rest > 0 && <li title={member.Specialisation.slice(shownSpecialisations).join(', ')}>+{rest} more</li>}
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
  const [, letters, year] = /\(([A-Z]{2,})\),? (\d{4})$/.exec(name) ?? [];
  return letters ? `${letters}, ${year}` : name;
}
