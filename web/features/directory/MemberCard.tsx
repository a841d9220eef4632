import { useRef, useState } from 'react';
import type { DirectoryEntry } from '#shared/contracts/directory.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { MemberPicture } from '#web/features/members/MemberPicture.tsx';
import { officeHeld, placeParts, rolesOf, specialisationsOf } from '#web/features/members/office-held.ts';
import { orderByRelevance, shortStatute } from '#web/features/members/statutes.ts';
import { mailto } from '#web/lib/browser/mailto.ts';
import { useBelow } from '#web/lib/browser/useBelow.ts';
import { formatMobile } from '#web/lib/languages/format.ts';
import { stateName } from '#web/lib/languages/states.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { MailIcon, PhoneIcon, WhatsAppIcon } from '#web/ui/page/icons.tsx';
import styles from './MemberCard.module.css';

/** More would make the cards of a row too unequal; a button shows the rest. */
const shownSpecialisations = { wide: 4, phone: 2 };

interface Props {
  member: DirectoryEntry;
  /** The specialisation that was searched: shown first and highlighted. */
  wanted?: string;
}

/** A member as other members see them. */
export function MemberCard({ member, wanted = '' }: Props) {
  const office = officeHeld(member);
  const roles = rolesOf(member);
  const specialisations = orderByRelevance(specialisationsOf(member), wanted);
  const onPhone = useBelow('sm');
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // A button would take as much room as a single entry.
  const max = shownSpecialisations[onPhone ? 'phone' : 'wide'];
  const short = !all && specialisations.length > max + 1;
  const showAll = () => {
    setAll(true);
    // The button disappears, so the list takes the keyboard focus.
    list.current?.focus({ preventScroll: true });
  };
  return (
    <article className={`card flex gap-2 p-3 ${styles.card}`} aria-labelledby={`member-${member.id}`}>
      <MemberPicture address={member.picture} size={88} />
      <div className={`min-w-0 grow flex flex-col ${styles.body}`}>
        <div className={styles.head}>
          <p className="text-14 m-0 font-semibold text-saffron">
            {t(membershipLabels[member.membership as keyof typeof membershipLabels] ?? member.membership)}
          </p>
          <h2 id={`member-${member.id}`} className="text-22 m-0 mb-4px">
            {member.name}
          </h2>
          {office && (
            <p className="font-semibold m-0 mb-4px text-saffron">
              {t(office)}
              <span className="sr-only"> {t('of the association')}</span>
            </p>
          )}
        </div>
        <div className={`mt-4px ${styles.facts}`}>
          {roles.length > 0 && <p className="m-0">{roles.map((role) => t(role)).join(' · ')}</p>}
          <p className="m-0">{member.court}</p>
          <p className="text-muted m-0">{placeParts(member).map(stateName).join(', ')}</p>
        </div>
        <ul
          ref={list}
          tabIndex={-1}
          className={`flex flex-wrap gap-1 mt-1 ${styles.chips}`}
          aria-label={t('Specialisations')}
        >
          {(short ? specialisations.slice(0, max) : specialisations).map((name) => (
            <li
              key={name}
              className={`text-14 bg-paper rounded-4px ${styles.chip}`}
              title={t(name)}
              data-wanted={name === wanted || undefined}
            >
              {name === wanted ? (
                <mark className="text-navy font-semibold">{shortStatute(name)}</mark>
              ) : (
                shortStatute(name)
              )}
            </li>
          ))}
          {short && (
            <li className={`text-14 ${styles.more}`}>
              <button type="button" className="link-button font-semibold relative" onClick={showAll}>
                <T>
                  {specialisations.length - max} more
                  <span className="sr-only">
                    {' '}
                    <T>specialisations of {member.name}</T>
                  </span>
                </T>
              </button>
            </li>
          )}
        </ul>
        {(member.mobile || member.email) && (
          <p className={`flex flex-wrap gap-1 m-0 pt-2 ${styles.contact}`}>
            {member.mobile && (
              <a className={buttonLook('outlined')} data-small href={`tel:+91${member.mobile}`}>
                <PhoneIcon />
                {formatMobile(member.mobile)}
              </a>
            )}
            {member.mobile && member.whatsapp && (
              <a
                className={buttonLook('outlined')}
                data-small
                href={`https://wa.me/91${member.mobile}`}
                target="_blank"
                rel="noopener noreferrer"
                referrerPolicy="no-referrer"
              >
                <WhatsAppIcon />
                <span className="sr-only">
                  <T>WhatsApp to {member.name}</T>
                </span>
              </a>
            )}
            {member.email && (
              <a className={buttonLook('outlined')} data-small href={mailto(member.email)}>
                <MailIcon />
                {/* Beside the number there is room for the sign alone. */}
                {onPhone && member.mobile ? (
                  <span className="sr-only">
                    <T>E-mail to {member.name}</T>
                  </span>
                ) : (
                  <span className="truncate">{member.email}</span>
                )}
              </a>
            )}
          </p>
        )}
      </div>
    </article>
  );
}
