import { paths } from '#shared/paths.ts';
import { useOpenContacts } from '#web/features/contact/useOpenContacts.ts';
import { counted } from '#web/lib/counted.ts';
import { Link } from '#web/ui/Link.tsx';
import styles from './WaitingNotes.module.css';

/** How many messages wait for an answer; nothing while there are none. */
export function OpenContactsNote() {
  const open = useOpenContacts();
  if (open === 0) return null;
  return (
    <li className={styles.note} data-due>
      <Link to={paths.admin.contacts}>{counted(open, 'message waits', 'messages wait')} for an answer</Link>
    </li>
  );
}
