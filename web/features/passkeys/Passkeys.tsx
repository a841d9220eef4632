import { Suspense, useEffect, useState } from 'react';
import { listPasskeys, type Passkey, removePasskey } from '#shared/contracts/passkeys.ts';
import { passkeyLimits } from '#shared/passkeys.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { canUsePasskeys } from '#web/lib/login/passkeys.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

const RenameDialog = lazyPart(() => import('./RenamePasskeyDialog.tsx'), 'RenamePasskeyDialog');

interface Props {
  className?: string | undefined;
  heading?: string | undefined;
}

/** The person's passkeys, which are added, renamed and removed. Without a browser that knows them nothing is shown, unless there are some. */
export function Passkeys({ className = 'max-w-640 mt-4', heading = 'text-22 mb-1' }: Props) {
  const passkeys = useLoad(listPasskeys, {});
  const [canAdd, setCanAdd] = useState(false);
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const { attempt } = useAttempt();
  useEffect(() => setCanAdd(canUsePasskeys()), []);
  if (!canAdd && !passkeys.data?.data.length) return null;

  return (
    <section className={className} aria-labelledby="passkeys">
      <h2 id="passkeys" className={heading}>
        {t('Passkeys')}
      </h2>
      <p className="text-muted measure">
        <T>With a passkey you log in by fingerprint, face or the code of your device, in place of the password.</T>
      </p>
      <Loaded of={passkeys}>
        {({ data }) => (
          <>
            {data.length === 0 && <p>{t('You have no passkey yet.')}</p>}
            <ul className="m-0 mb-2">
              {data.map((passkey) => (
                <li key={passkey.id} className="flex flex-wrap items-center gap-1-2 justify-between border-b py-2">
                  <div className="break-anywhere">
                    <strong>{passkey.name}</strong>
                    <p className="text-muted text-14 m-0">
                      {passkey.lastUsedAt
                        ? t(`Added ${formatDay(passkey.addedAt)}, last used ${formatDay(passkey.lastUsedAt)}`)
                        : t(`Added ${formatDay(passkey.addedAt)}, not used yet`)}
                      {passkey.synced && t(', copied between your devices')}
                      {!passkey.usable && t('. It was made for an earlier address of this site and cannot be used.')}
                    </p>
                  </div>
                  <div className="flex flex-wrap gap-1">
                    <Button
                      small
                      look="outlined"
                      aria-label={t(`Rename: ${passkey.name}`)}
                      onClick={() => setRenamed(passkey)}
                    >
                      {t('Rename')}
                    </Button>
                    <Button
                      small
                      look="outlined"
                      aria-label={t(`Remove: ${passkey.name}`)}
                      onClick={() => setRemoved(passkey)}
                    >
                      {t('Remove')}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
            {canAdd &&
              (data.length < passkeyLimits.each ? (
                <AddPasskey onEnd={passkeys.reload} />
              ) : (
                <p className="text-muted">{t('These are as many as there can be. Remove one to add another.')}</p>
              ))}
          </>
        )}
      </Loaded>
      <Suspense>
        {renamed && (
          <RenameDialog
            passkey={renamed}
            onClose={() => {
              setRenamed(undefined);
              passkeys.reload();
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={removed !== undefined}
        title={t('Remove this passkey?')}
        confirmLabel={t('Remove')}
        danger
        onConfirm={async () => {
          if (removed) await attempt(() => api(removePasskey, { params: { id: removed.id } }));
          passkeys.reload();
        }}
        onClose={() => setRemoved(undefined)}
      >
        <p>
          <T>
            ‘{removed?.name}’ then no longer logs in, and devices that have logged in with it are logged out. Please
            also delete it on the device that has it.
          </T>
        </p>
      </ConfirmDialog>
    </section>
  );
}

/** Makes a passkey of this device. @param onEnd called also when it failed: the list may be another */
export function AddPasskey({ onEnd }: { onEnd: () => void }) {
  const { busy, attempt } = useAttempt();
  const add = async () => {
    await attempt(async () => {
      const { addOwnPasskey } = await import('#web/features/auth/passkey-ceremonies.ts');
      return addOwnPasskey();
    });
    onEnd();
  };
  return (
    <Button look="outlined" disabled={busy} onClick={() => void add()}>
      {busy ? t('Adding…') : t('Add a passkey')}
    </Button>
  );
}
