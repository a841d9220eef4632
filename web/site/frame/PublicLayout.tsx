import type { ReactNode } from 'react';
import { paths } from '#shared/paths.ts';
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
        Skip to content
      </a>
      <Header {...header} />
      <p className="notice font-semibold text-center m-0 no-print temporary-password-only">
        You are using a temporary password.{' '}
        {here ? 'Please choose your own below.' : <Link to={paths.changePassword}>Choose your own password</Link>}
      </p>
      {line}
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
    </div>
  );
}
