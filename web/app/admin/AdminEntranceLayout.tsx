import { Outlet } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useAssociation } from '#web/lib/meta/association.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Logo } from '#web/ui/page/Logo.tsx';
import styles from './AdminEntranceLayout.module.css';

/** The frame of the administrators' login: one card on a navy background. */
export function Component() {
  const { name } = useAssociation();
  return (
    <>
      {' '}
      <div className={`flex items-center ${styles.page} justify-center text-white`}>
        <header className={`flex items-center text-22 font-semibold gap-2 font-serif text-center ${styles.brand}`}>
          <Logo size={56} />
          <span>{name}</span>
        </header>
        <main id="content" tabIndex={-1} className={`${styles.card} text-ink`}>
          <Outlet />
        </main>
        <p className={`${styles.back} m-0 mt-3`}>
          <Link className="tap" to={paths.home}>
            Back to the website
          </Link>
        </p>
      </div>
    </>
  );
}
