import type { ContactMessage } from '#shared/contracts/contact.ts';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';

export const hasUndelivered = (message: ContactMessage) => message.replies.some(({ mail }) => mail === 'failed');

/** The state of a message, and whether a reply to it could not be delivered. */
export function MessageState({ message }: { message: ContactMessage }) {
  return (
    <span className="flex flex-wrap items-center gap-4px-2">
      {message.state === 'open' ? <StatusDot tone="warn">Open</StatusDot> : <StatusDot tone="good">Answered</StatusDot>}
      {hasUndelivered(message) && <StatusDot tone="bad">Reply not delivered</StatusDot>}
    </span>
  );
}
