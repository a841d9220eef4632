import { type ContactMessage, canBeAnswered } from '#shared/contracts/contact.ts';
import { MailStatus } from '#web/features/activity-log/MailStatus.tsx';
import { mailto } from '#web/lib/browser/mailto.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { Prose } from '#web/ui/page/Prose.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import styles from './ContactsAdmin.module.css';

interface Props {
  message: ContactMessage;
  /** Called when a reply's mail is sent again. */
  onRetried: () => void;
}

/** A visitor's message and the replies. */
export function MessageText({ message, onRetried }: Props) {
  const { email, replies, stateBy, stateAt } = message;
  return (
    <>
      {message.doubtful && (
        <Note tone="warning" className="mb-2">
          This message is doubtful: it may have been sent by a program.
        </Note>
      )}
      <dl className={`grid gap-4px-2 border-b py-2 m-0 mb-2 ${styles.sender}`}>
        <dt>Email</dt>
        <dd>
          {/* The address may be invalid, as the contact form does not check it. */}
          {canBeAnswered(email) ? (
            <a href={replyAddress(message)} className="tap-on-phone">
              {email}
            </a>
          ) : (
            email
          )}
          {!canBeAnswered(email) && <span className="block text-muted">This is no e-mail address to reply to.</span>}
        </dd>
        <dt>Mobile Number</dt>
        <dd>{message.mobile}</dd>
        <dt>Date</dt>
        <dd>{formatDate(message.createdAt)}</dd>
        <dt>Status</dt>
        <dd>
          <MessageState message={message} />
          {stateAt && (
            <span className="block text-muted">
              by {stateBy}, {formatDate(stateAt)}
            </span>
          )}
        </dd>
      </dl>
      <div className={`break-anywhere ${styles.words}`}>
        <Prose text={message.message} />
      </div>
      {replies.length > 0 && (
        <ol className={`grid gap-2 ${styles.replies} m-0 mt-3`} aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id} className={`break-anywhere ${styles.reply}`}>
              <p className="text-muted text-14 m-0 mb-4px">
                <strong>Reply</strong> by {reply.by}, {formatDate(reply.at)}
              </p>
              <Prose text={reply.text} />
              {reply.mail !== '' && reply.mailId && (
                <MailStatus
                  id={reply.mailId}
                  about={`the reply of ${formatDate(reply.at)}`}
                  state={reply.mail}
                  error={reply.error}
                  toFile={reply.toFile}
                  onRetried={onRetried}
                />
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A `mailto:` link, for replying from one's own mail program. */
function replyAddress({ email, name, message }: ContactMessage): string {
  const quoted = message.slice(0, 1_000).replace(/^/gm, '> ');
  const body = `Dear ${name},\n\n\n\n${quoted}`;
  return mailto(email, { subject: 'Your message to us', body });
}

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
