import { copyrightYear } from '#shared/legal.ts';
import { paths } from '#shared/paths.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import styles from './Footer.module.css';
import { footerLinks } from './navigation.ts';

export function Footer() {
  const { name, address, phone, officeEmail, socialLinks, officeBearers } = useAssociation();
  return (
    <footer className={`${styles.footer} no-print`}>
      <div className={`wrap ${styles.columns} grid`}>
        <div>
          <p className={`${styles.name} bar text-22 strong serif white`}>
            <Logo size={40} />
            <span>{name}</span>
          </p>
          {address && <address className={`${styles.address} below-1 pre-line`}>{address}</address>}
          {phone && (
            <p className="flush">
              <a className="inline touch" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                {phone}
              </a>
            </p>
          )}
          {officeEmail && (
            <p className="flush">
              <a className="inline touch" href={`mailto:${officeEmail}`}>
                {officeEmail}
              </a>
            </p>
          )}
        </div>
        <nav aria-label="Footer">
          <h2 className={`${styles.heading} text-18 white`}>The association</h2>
          <ul className={styles.links}>
            {footerLinks.map(({ to, label }) => (
              <li key={to}>
                <Link className="tap plain underlines" to={to}>
                  {label}
                </Link>
              </li>
            ))}
            {officeBearers && (
              <li>
                <Link className="tap plain underlines" to={paths.officeBearers}>
                  Office bearers
                </Link>
              </li>
            )}
          </ul>
        </nav>
        <div>
          <h2 className={`${styles.heading} text-18 white`}>Follow us</h2>
          <ul className="flush">
            {socialLinks.map(({ label, url }) => (
              <li key={url}>
                <a className="tap plain underlines" href={url} target="_blank" rel="noopener noreferrer">
                  {label}
                  <span className="unseen"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
            {socialLinks.length === 0 && (
              <li>
                <a className="tap plain underlines" href={paths.newsFeed}>
                  News feed
                </a>
              </li>
            )}
          </ul>
        </div>
      </div>
      <div className={`${styles.bottom} small`}>
        <p className="wrap">
          © {copyrightYear} {name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
