import type { ReactNode } from 'react';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';

interface Props {
  title: string;
  /** Only a draft is edited and deleted; anything else is opened. */
  isDraft: boolean;
  to: string;
  /** The title of the question before it is deleted, and what is said there. */
  question: string;
  children: ReactNode;
  remove: () => Promise<{ message: string }>;
  reload: () => void;
}

/** What is done with a row of a list of drafts and what has become of them. */
export function DraftActions({ title, isDraft, to, question, children, remove, reload }: Props) {
  const verb = isDraft ? 'Edit' : 'Open';
  return (
    <>
      <Link to={to} aria-label={`${verb} “${title}”`} className={buttonLook('text')} data-small>
        {verb}
      </Link>
      {isDraft && (
        <AskedButton
          small
          look="text"
          danger
          label="Delete"
          aria-label={`Delete “${title}”`}
          title={question}
          act={remove}
          onEnd={reload}
        >
          {children}
        </AskedButton>
      )}
    </>
  );
}
