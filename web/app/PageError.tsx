import { useLocation, useRouteError } from 'react-router';
import { ErrorPage } from '#web/site/ErrorPage.tsx';

/** In place of a page of the app whose script failed to load; its link loads the page again. */
export function PageError() {
  return <ErrorPage error={useRouteError()} path={useLocation().pathname} />;
}
