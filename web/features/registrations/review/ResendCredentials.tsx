import type { OfficeRecord } from '#shared/contracts/members.ts';
import { resendCredentials } from '#shared/contracts/registrations.ts';
import { api } from '#web/lib/calls/api.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';

interface Props {
  record: OfficeRecord;
  small?: boolean;
  onSent: () => void;
}

/** Mails a member a new temporary password, after a question; nothing for people who have no login, or no address. */
export function ResendCredentials({ record: { id, name, email, status }, small = false, onSent }: Props) {
  if (status !== 'Approved' || email === '') return null;
  return (
    <AskedButton
      small={small}
      label="Resend credentials"
      title="Resend credentials?"
      act={() => api(resendCredentials, { params: { id } })}
      onEnd={(succeeded) => succeeded && onSent()}
    >
      A mail with a new temporary password goes to {email}. The present password of {name} stops working when that mail
      leaves.
    </AskedButton>
  );
}
