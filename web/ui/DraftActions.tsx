import { type ReactNode, useState } from 'react';
import { Button, buttonLook } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Link } from './Link.tsx';

interface Props {
  title: string;
  /** Only a draft is edited and deleted; anything else is opened. */
  isDraft: boolean;
  to: string;
  /** The title of the question before it is deleted, and what is said there. */
  question: string;
  children: ReactNode;
  onDelete: () => Promise<unknown>;
}

/** What is done with a row of a list of drafts and what has become of them. */
export function DraftActions({ title, isDraft, to, question, children, onDelete }: Props) {
  const [asking, setAsking] = useState(false);
  const verb = isDraft ? 'Edit' : 'Open';
  return (
    <>
      <Link to={to} aria-label={`${verb} “${title}”`} className={buttonLook('text')} data-small>
        {verb}
      </Link>
      {isDraft && (
        <Button small look="text" danger aria-label={`Delete “${title}”`} onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          title={question}
          confirmLabel="Delete"
          danger
          onConfirm={async () => void (await onDelete())}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
