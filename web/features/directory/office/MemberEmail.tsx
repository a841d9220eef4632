import { clearBounce } from '#shared/contracts/directory.ts';
import type { OfficeBounced } from '#shared/contracts/members.ts';
import { bouncedText } from '#web/features/members/email/bounced-text.ts';
import { api } from '#web/lib/calls/api.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';

interface Props {
  memberId: string;
  email: string;
  bounced: OfficeBounced;
  onCleared: () => void;
}

/** Shows in the record that mails to its address bounced, and lets the office clear that. */
export function MemberEmail({ memberId, email, bounced, onCleared }: Props) {
  return (
    <section className="mt-4" aria-labelledby="member-email">
      <h3 id="member-email" className="text-16 m-0 mb-1">
        E-mail address
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        <strong className="break-anywhere text-warn">
          Mails to {email} {bouncedText(bounced)}.
        </strong>
        <ClearBounce memberId={memberId} email={email} label="The address works again" onCleared={onCleared} />
      </div>
      <p className="text-muted m-0 mt-1">
        {bounced.reason} {bounced.stopped && 'Circulars are no longer sent to it.'}
      </p>
    </section>
  );
}

/** The button that marks the address as working again, with its question. */
export function ClearBounce({ memberId, email, label, onCleared }: Omit<Props, 'bounced'> & { label: string }) {
  return (
    <AskedButton
      small
      label={label}
      aria-label={`${label}: ${email}`}
      title="Does this address work again?"
      confirmLabel="It works again"
      act={() => api(clearBounce, { params: { id: memberId } })}
      onEnd={(succeeded) => succeeded && onCleared()}
    >
      Circulars are sent to {email} again. Should its mails still not arrive, it comes back into this list.
    </AskedButton>
  );
}
