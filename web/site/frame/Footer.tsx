import { copyrightYear } from '#shared/legal.ts';
import { paths } from '#shared/paths.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Logo } from '#web/ui/page/Logo.tsx';
import styles from './Footer.module.css';
import { footerLinks } from './navigation.ts';

export function Footer() {
  const { name, nameLang, address, phone, officeEmail, socialLinks, officeBearers } = useAssociation();
  return (
    <footer className="dark no-print">
      <div className={`container ${styles.columns}`}>
        <div>
          <p className={styles.name}>
            <Logo size={40} />
            <span lang={nameLang}>{name}</span>
          </p>
          {address && <address>{address}</address>}
          <p className="flex flex-wrap gap-4px-2 m-0">
            {phone && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
            {officeEmail && <a href={`mailto:${officeEmail}`}>{officeEmail}</a>}
          </p>
        </div>
        <nav aria-label={t('Footer')}>
          <h2 className={styles.heading}>{t('The association')}</h2>
          <ul className={styles.links}>
            {footerLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{t(label)}</Link>
              </li>
            ))}
            {officeBearers && (
              <li>
                <Link to={paths.officeBearers}>{t('Office bearers')}</Link>
              </li>
            )}
          </ul>
        </nav>
        <div>
          <h2 className={styles.heading}>{t('Follow us')}</h2>
          <ul className={`m-0 ${styles.links}`}>
            {socialLinks.map(({ label, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {label}
                  <span className="sr-only"> {t('(opens in a new tab)')}</span>
                </a>
              </li>
            ))}
            {socialLinks.length === 0 && (
              <li>
                <a href={paths.newsFeed}>{t('News feed')}</a>
              </li>
            )}
          </ul>
        </div>
      </div>
      <div className={`text-14 ${styles.bottom}`}>
        <div className="container">
          <T>
            © {copyrightYear} <span lang={nameLang}>{name}</span>. All rights reserved.
          </T>
        </div>
      </div>
    </footer>
  );
}
