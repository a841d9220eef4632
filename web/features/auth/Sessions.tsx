import { endOtherSessions, endSession, listSessions } from '#shared/contracts/sessions.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

/** The person's sessions, each with a button to end it, as for a lost phone or somebody else's computer. */
export function Sessions() {
  const sessions = useLoad(listSessions, {});
  const { busy, attempt } = useAttempt();
  const end = async (call: () => Promise<{ message: string }>) => {
    await attempt(call);
    sessions.reload();
  };
  return (
    <section className="mt-4 max-w-640" aria-labelledby="sessions">
      <h2 id="sessions" className="text-18 mb-1">
        {t('Where you are logged in')}
      </h2>
      <Loaded of={sessions}>
        {({ data }) => (
          <>
            <ul className="m-0 mb-2">
              {data.map(({ id, browser, since, lastUsedAt, current }) => {
                const name = browser || t('Unknown browser');
                return (
                  <li key={id} className="flex flex-wrap items-center gap-1-2 justify-between border-b py-2">
                    <div>
                      <strong>{name}</strong>
                      {current && ` ${t('(this device)')}`}
                      <p className="text-muted text-14 m-0">
                        <T>
                          Since {formatDate(since)}, last used {formatDate(lastUsedAt)}
                        </T>
                      </p>
                    </div>
                    {!current && (
                      <Button
                        small
                        look="outlined"
                        disabled={busy}
                        aria-label={t(`Log out: ${name}, since ${formatDate(since)}`)}
                        onClick={() => void end(() => api(endSession, { params: { id } }))}
                      >
                        {t('Log out')}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
            {data.some(({ current }) => !current) && (
              <Button look="outlined" disabled={busy} onClick={() => void end(() => api(endOtherSessions, {}))}>
                {t('Log out all other devices')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
