import type { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from './Link.tsx';
import { TryAgain } from './TryAgain.tsx';

/** Why a mailed link does not work, and what to do; after another failure one can try again. */
export function DeadLink({ failed, reload }: { failed: AppError; reload: () => void }) {
  if (!failed.code.startsWith('LINK_')) return <TryAgain onClick={reload} text={failed.message} />;
  return (
    <div className="card p-3 grid gap-2 justify-items-start tight" role="status">
      <p>{t(failed.message)}</p>
      <Link className="button-quiet" to={paths.contact}>
        {t('Write to the association')}
      </Link>
    </div>
  );
}

/** The page was opened without its link. */
export function NoLink() {
  return (
    <p className="card p-3 grid gap-2 justify-items-start tight">
      <T>Please open this page with the link in the e-mail that we have sent you. Without it nothing is shown here.</T>
    </p>
  );
}
