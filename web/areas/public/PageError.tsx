import { useEffect } from 'react';
import { useLocation, useRevalidator, useRouteError } from 'react-router';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { failureMeta, fullTitle } from '#web/lib/page.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './PageError.module.css';

/** Replaces a page that does not exist or could not be loaded. */
export function PageError() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  // An error that is not an API response usually means that a script failed to load; only a reload helps.
  const tryAgain = () => (error instanceof AppError ? revalidate() : window.location.reload());
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  const title = fullTitle(failureMeta(missing), useAssociation());
  useEffect(() => {
    document.title = title;
  }, [title]);
  const { pathname } = useLocation();
  const list = missing ? listOf(pathname) : undefined;
  return (
    <div className={`bar measure centred ${styles.box}`}>
      <svg className={`below-3 ${styles.drawing}`} viewBox="0 0 120 104" aria-hidden="true">
        <path d="M22 6h52l24 24v68H22zM74 6v24h24M36 46h30M36 60h20M36 74h14" />
        <path d="M78 62a14 14 0 1 1-.1 0M88 87l14 14" />
      </svg>
      <h1>{missing ? 'This page is not there' : 'This page could not be shown'}</h1>
      <p>
        {missing
          ? 'It may have been taken down, or the address is not complete.'
          : error instanceof AppError
            ? error.message
            : 'Something went wrong on our side. Please try again in a moment.'}
      </p>
      <p className="wraps middle gap-2 above-3">
        {!missing && (
          <button type="button" className="button" disabled={state === 'loading'} onClick={tryAgain}>
            Try again
          </button>
        )}
        {list && (
          <Link className="button" to={list.to}>
            {list.label}
          </Link>
        )}
        <Link className={missing && !list ? 'button' : 'button-quiet'} to={paths.home}>
          Go to the home page
        </Link>
      </p>
    </div>
  );
}

/** The list to offer when an item was not found. */
function listOf(pathname: string): { to: string; label: string } | undefined {
  if (/^\/news/i.test(pathname)) return { to: paths.news, label: 'Go to the latest news' };
  if (/^\/conferences/i.test(pathname)) return { to: paths.conferences, label: 'Go to the conferences' };
  return undefined;
}
