import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { t } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Logo } from '#web/ui/page/Logo.tsx';
import { Account } from './Account.tsx';
import styles from './Header.module.css';
import { LanguageLink, NavigationLinks } from './NavigationLinks.tsx';
import { PhoneMenu } from './PhoneMenu.tsx';

export interface HeaderProps {
  /** Of the page's address. */
  path: string;
  /** The address with its query, if that is known. */
  address?: string | undefined;
  /** The Profile menu, and its entries as a list, for those who are logged in. */
  profile: ReactNode;
  profileLinks: ReactNode;
}

export function Header({ path, address = path, profile, profileLinks }: HeaderProps) {
  const association = useAssociation();
  return (
    <header className={`${styles.header} no-print`}>
      <ContactStrip address={address} />
      <div className={`container ${styles.bar}`}>
        <Link to={paths.home} className={styles.brand}>
          <Logo size={52} />
          <span className="hidden-below-sm" lang={association.nameLang}>
            {association.name}
          </span>
          <span className="hidden-from-sm" lang={association.shortNameLang}>
            {association.shortName}
          </span>
          <span className="sr-only">{t(', home')}</span>
        </Link>
        <div className="flex-none hidden-below-sm">
          <Account path={path}>{profile}</Account>
        </div>
        <PhoneMenu path={path} address={address}>
          {profileLinks}
        </PhoneMenu>
      </div>
      <nav className="border-t hidden-below-md" aria-label={t('Main')}>
        <ul className={`container ${styles.links}`}>
          <NavigationLinks path={path} className={styles.link} />
        </ul>
      </nav>
    </header>
  );
}

function ContactStrip({ address }: { address: string }) {
  const { phone, officeEmail } = useAssociation();
  return (
    <div className="dark text-14 text-white">
      <div className={`container ${styles.strip}`}>
        {phone && (
          <a className="tap" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            <span className="sr-only">{t('Telephone')} </span>
            {phone}
          </a>
        )}
        {officeEmail && (
          <a className="tap" href={`mailto:${officeEmail}`}>
            {officeEmail}
          </a>
        )}
        <LanguageLink address={address} className="tap" />
      </div>
    </div>
  );
}
