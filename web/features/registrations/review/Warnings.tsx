import { Fragment } from 'react';
import { Note } from '#web/ui/page/Note.tsx';
import type { Review } from './RecordHistory.tsx';

interface Props {
  warnings: Review['warnings'];
  onOpen: (id: string) => void;
}

/** Links to other records with the same screenshot, reference, number or name. */
export function Warnings({ warnings, onOpen }: Props) {
  if (warnings.length === 0) return null;
  return (
    <Note tone="warning">
      <ul className="grid gap-4px">
        {warnings.map(({ kind, message, others }) => (
          <li key={`${kind} ${message}`}>
            <WithLinks message={message} others={others} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Note>
  );
}

type Others = Review['warnings'][number]['others'];

/** The message with its references as links. */
function WithLinks({ message, others, onOpen }: { message: string; others: Others; onOpen: (id: string) => void }) {
  return message.split(/(AIP-[\w-]+)/).map((part) => {
    const other = others.find(({ reference }) => reference === part);
    if (!other) return <Fragment key={part}>{part}</Fragment>;
    return (
      <button key={part} type="button" className="link-button" onClick={() => onOpen(other.id)}>
        {part}
        <span className="sr-only"> ({other.status})</span>
      </button>
    );
  });
}
