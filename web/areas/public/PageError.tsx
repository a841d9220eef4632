import { Link, useRevalidator, useRouteError } from 'react-router';
import { AppError } from '#shared/errors.ts';
import { paths } from '#web/paths.ts';
import styles from './PageError.module.css';

/** Stands in a page's place when it is not there or could not be loaded. */
export function PageError() {
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  // What is no answer of the API may be a part of the program that did not arrive; only a fresh start brings it.
  const tryAgain = () => (error instanceof AppError ? revalidate() : window.location.reload());
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <div className={styles.box}>
      <h1>{missing ? 'This page is not there' : 'This page could not be shown'}</h1>
      <p>
        {missing
          ? 'It may have been taken down, or the address is not complete.'
          : error instanceof AppError
            ? error.message
            : 'Something went wrong on our side. Please try again in a moment.'}
      </p>
      <p className={styles.ways}>
        {!missing && (
          <button type="button" className="button" disabled={state === 'loading'} onClick={tryAgain}>
            Try again
          </button>
        )}
        <Link className={missing ? 'button' : 'button-quiet'} to={paths.home}>
          Go to the home page
        </Link>
      </p>
    </div>
  );
}
