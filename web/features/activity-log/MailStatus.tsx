import { retryMail } from '#shared/contracts/mail-log.ts';
import { mailStates } from '#shared/options.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { StatusDot, type Tone } from '#web/ui/tables/StatusDot.tsx';

type MailState = (typeof mailStates)[number];

const states: Record<MailState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  dropped: { label: 'No longer needed', tone: 'neutral' },
};

export const mailChoices = mailStates.map((value) => ({ value, label: states[value].label }));

/** The status of a mail that nobody received. */
const toFileOnly = { label: 'Written to a file, not sent', tone: 'warn' } as const;

interface Props {
  id: string;
  /** Names the mail, to tell several buttons apart. */
  about: string;
  state: MailState;
  /** Why the last attempt failed. */
  error: string;
  /** It was written to a file, because no mail server is configured. */
  toFile: boolean;
  onRetried: () => void;
}

/** The status of a mail; a failed one can be sent again. */
export function MailStatus({ id, about, state, error, toFile, onRetried }: Props) {
  const { busy, attempt } = useAttempt();
  const retry = async () => {
    if (await attempt(() => api(retryMail, { params: { id } }))) onRetried();
  };
  const { label, tone } = state === 'sent' && toFile ? toFileOnly : states[state];
  return (
    <span className="flex flex-wrap items-center gap-4px-2">
      <StatusDot tone={tone}>{label}</StatusDot>
      {error !== '' && state !== 'sent' && <span className="text-muted text-14 break-anywhere">{error}</span>}
      {state === 'failed' && (
        <Button small look="outlined" busy={busy} aria-label={`Try again: ${about}`} onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </span>
  );
}
