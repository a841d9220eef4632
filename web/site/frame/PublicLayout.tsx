import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Footer } from './Footer.tsx';
import { Header, type HeaderProps } from './Header.tsx';
import styles from './PublicLayout.module.css';

interface Props extends HeaderProps {
  /** A question above the page. */
  line?: ReactNode;
  children: ReactNode;
}

/** The frame of every page that visitors and members see. */
export function PublicLayout({ line, children, ...header }: Props) {
  const here = header.path.toLowerCase() === paths.changePassword.toLowerCase();
  return (
    <div className={styles.page}>
      <a className="skip" href="#content">
        {t('Skip to content')}
      </a>
      <Header {...header} />
      <p className="notice font-semibold text-center m-0 no-print temporary-password-only">
        <T>
          You are using a temporary password.{' '}
          {here ? (
            t('Please choose your own below.')
          ) : (
            <Link to={paths.changePassword}>{t('Choose your own password')}</Link>
          )}
        </T>
      </p>
      {line}
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
    </div>
  );
}
