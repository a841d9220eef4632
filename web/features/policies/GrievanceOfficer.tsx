import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import styles from './GrievanceOfficer.module.css';

/** The Grievance Officer; nothing if none is set. */
export function GrievanceOfficer() {
  const { grievanceOfficer: officer } = useAssociation();
  if (!officer?.name) return null;
  const { name, designation, email, phone } = officer;
  return (
    <section className={`container ${styles.officer}`} aria-labelledby="grievance-officer">
      <h2 id="grievance-officer" className="text-22">
        {t('Grievance Officer')}
      </h2>
      <p>
        <strong>{name}</strong>
        {designation && `, ${designation}`}
      </p>
      <p className={`flex flex-wrap ${styles.ways}`}>
        {email && (
          <a className="tap" href={`mailto:${email}`}>
            {email}
          </a>
        )}
        {phone && (
          <a className="tap" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        )}
      </p>
      <p>
        <T>Grievances, and questions about your personal data, are answered within one month.</T>
      </p>
    </section>
  );
}
