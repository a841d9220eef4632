import { paths } from '#shared/paths.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Account } from './Account.tsx';
import styles from './Header.module.css';
import { NavigationLinks } from './NavigationLinks.tsx';
import { PhoneMenu } from './PhoneMenu.tsx';

export function Header() {
  const association = useAssociation();
  return (
    <header className={`${styles.header} no-print`}>
      <ContactStrip />
      <div className={`wrap ${styles.bar}`}>
        <Link to={paths.home} className={styles.brand}>
          <span className={styles.logo}>
            <Logo size={52} />
          </span>
          <span className={styles.name}>{association.name}</span>
          <span className={styles.shortName}>{association.shortName}</span>
          <span className="unseen">, home</span>
        </Link>
        <div className={styles.actions}>
          <Account />
        </div>
        <PhoneMenu />
      </div>
      <nav className={styles.navigation} aria-label="Main">
        <ul className={`wrap ${styles.links}`}>
          <NavigationLinks className={styles.link} />
        </ul>
      </nav>
    </header>
  );
}

function ContactStrip() {
  const { phone, officeEmail } = useAssociation();
  if (!phone && !officeEmail) return null;
  return (
    <div className={styles.strip}>
      <div className={`wrap ${styles.stripLine}`}>
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            <span className="unseen">Telephone </span>
            {phone}
          </a>
        )}
        {officeEmail && <a href={`mailto:${officeEmail}`}>{officeEmail}</a>}
      </div>
    </div>
  );
}
