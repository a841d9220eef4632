import { useState } from 'react';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { t } from '#web/lib/languages/text.ts';

interface CancelPartProps {
  /** Whether the person is on the waiting list. */
  waits: boolean;
  cancel: () => Promise<void>;
}

/** Asks for confirmation inline, so that a public page needs no dialog. */
export function CancelPart({ waits, cancel }: CancelPartProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { busy, attempt } = useAttempt();
  if (!isOpen) {
    return (
      <button type="button" className="button-quiet justify-self-start" onClick={() => setIsOpen(true)}>
        {waits ? t('Leave the waiting list') : t('I cannot come')}
      </button>
    );
  }
  const confirm = () =>
    attempt(async () => {
      await cancel();
      return { message: t(waits ? 'You have left the waiting list' : 'You no longer take part') };
    });
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are not form fields
    <div role="group" aria-label={t('Cancel your participation')} className="grid gap-2 tight">
      <p>
        {waits
          ? t('You lose your position on the waiting list. Leave it?')
          : t('Your place goes to somebody else. Cancel your participation?')}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* biome-ignore lint/a11y/noAutofocus: the focused button was replaced, and the focus would be lost */}
        <button type="button" className="button-quiet" autoFocus disabled={busy} onClick={() => setIsOpen(false)}>
          {waits ? t('No, I wait') : t('No, I come')}
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => void confirm()}>
          {busy ? t('Cancelling…') : waits ? t('Yes, leave') : t('Yes, cancel')}
        </button>
      </div>
    </div>
  );
}
