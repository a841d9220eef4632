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
    <header className={`${styles.header} relative surface no-print`}>
      <ContactStrip />
      <div className={`wrap ${styles.bar} gap-2`}>
        <Link to={paths.home} className={`${styles.brand} bar shrinks touch ink plain`}>
          <span className={`${styles.logo} keeps navy`}>
            <Logo size={52} />
          </span>
          <span className={`hidden-below-sm ${styles.name}`}>{association.name}</span>
          <span className={`hidden-from-sm ${styles.name} ${styles.shortName}`}>{association.shortName}</span>
          <span className="unseen">, home</span>
        </Link>
        <div className="keeps hidden-below-sm">
          <Account />
        </div>
        <PhoneMenu />
      </div>
      <nav className="line-above line-below hidden-below-md" aria-label="Main">
        <ul className={`wrap ${styles.links} wraps`}>
          <NavigationLinks className={`bar middle ink plain nowrap ${styles.link}`} />
        </ul>
      </nav>
    </header>
  );
}

function ContactStrip() {
  const { phone, officeEmail } = useAssociation();
  if (!phone && !officeEmail) return null;
  return (
    <div className={`${styles.strip} small white`}>
      <div className={`wrap ${styles.stripLine} wraps to-end`}>
        {phone && (
          <a className="inline touch plain underlines" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            <span className="unseen">Telephone </span>
            {phone}
          </a>
        )}
        {officeEmail && (
          <a className="inline touch plain underlines" href={`mailto:${officeEmail}`}>
            {officeEmail}
          </a>
        )}
      </div>
    </div>
  );
}
