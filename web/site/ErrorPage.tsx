import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './ErrorPage.module.css';
import type { ListLink } from './page-address.ts';

/** In place of a page that does not exist or could not be loaded. */
export function ErrorPage({ error, list: all }: { error: unknown; list?: ListLink }) {
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  const list = missing ? all : undefined;
  return (
    <div className={`flex items-center measure text-center ${styles.box}`}>
      <svg className={`mb-3 ${styles.drawing}`} viewBox="0 0 120 104" aria-hidden="true">
        <path d="M22 6h52l24 24v68H22zM74 6v24h24M36 46h30M36 60h20M36 74h14" />
        <path d="M78 62a14 14 0 1 1-.1 0M88 87l14 14" />
      </svg>
      <h1>{missing ? t('This page is not there') : t('This page could not be shown')}</h1>
      <p>
        {missing
          ? t('It may have been taken down, or the address is not complete.')
          : error instanceof AppError
            ? t(error.said)
            : t('Something went wrong on our side. Please try again in a moment.')}
      </p>
      <p className="flex flex-wrap justify-center gap-2 mt-3">
        {!missing && (
          // biome-ignore lint/a11y/useValidAnchor: the page itself
          <a className="button" href="">
            {t('Try again')}
          </a>
        )}
        {list && (
          <Link className="button" to={list.to}>
            {t(list.label)}
          </Link>
        )}
        <Link className={missing && !list ? 'button' : 'button-quiet'} to={paths.home}>
          {t('Go to the home page')}
        </Link>
      </p>
    </div>
  );
}
