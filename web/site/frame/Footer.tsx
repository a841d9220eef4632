import { copyrightYear } from '#shared/legal.ts';
import { paths } from '#shared/paths.ts';
import { useAssociation } from '#web/lib/association.ts';
import { t } from '#web/lib/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Logo } from '#web/ui/page/Logo.tsx';
import styles from './Footer.module.css';
import { footerLinks } from './navigation.ts';

export function Footer() {
  const { name, address, phone, officeEmail, socialLinks, officeBearers } = useAssociation();
  return (
    <footer className="dark no-print">
      <div className={`wrap ${styles.columns}`}>
        <div>
          <p className={styles.name}>
            <Logo size={40} />
            <span>{name}</span>
          </p>
          {address && <address>{address}</address>}
          <p className="wraps gap-half-2 flush">
            {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
            {officeEmail && <a href={`mailto:${officeEmail}`}>{officeEmail}</a>}
          </p>
        </div>
        <nav aria-label="Footer">
          <h2 className={styles.heading}>The association</h2>
          <ul className={styles.links}>
            {footerLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{t(label)}</Link>
              </li>
            ))}
            {officeBearers && (
              <li>
                <Link to={paths.officeBearers}>Office bearers</Link>
              </li>
            )}
          </ul>
        </nav>
        <div>
          <h2 className={styles.heading}>Follow us</h2>
          <ul className={`flush ${styles.links}`}>
            {socialLinks.map(({ label, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {label}
                  <span className="unseen"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
            {socialLinks.length === 0 && (
              <li>
                <a href={paths.newsFeed}>News feed</a>
              </li>
            )}
          </ul>
        </div>
      </div>
      <div className={`small ${styles.bottom}`}>
        <div className="wrap">
          © {copyrightYear} {name}. All rights reserved.
        </div>
      </div>
    </footer>
  );
}
