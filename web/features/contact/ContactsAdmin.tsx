import Button from '@mui/material/Button';
import { useState } from 'react';
import { type ContactMessage, listContacts } from '#shared/contracts/contact.ts';
import { cut, formatDate } from '#web/lib/format.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { DayAndTime } from '#web/ui/DayAndTime.tsx';
import { ModalDialog } from '#web/ui/ModalDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Prose } from '#web/ui/Prose.tsx';
import { SearchedTable } from '#web/ui/SearchedTable.tsx';
import styles from './ContactsAdmin.module.css';

const columns: Column<ContactMessage>[] = [
  {
    key: 'name',
    header: 'Full Name',
    primary: true,
    width: '17%',
    sortBy: (row) => row.fullname,
    cell: (row) => row.fullname,
  },
  { key: 'email', header: 'Email', width: '24%', sortBy: (row) => row.email, cell: (row) => row.email },
  { key: 'mobile', header: 'Mobile Number', cell: (row) => row.mobile_no },
  { key: 'message', header: 'Message', cell: (row) => cut(row.message, 100) },
  {
    key: 'date',
    header: 'Date',
    sortBy: (row) => row.createdAt,
    cell: (row) => <DayAndTime at={row.createdAt} />,
  },
];

/** What visitors have written to the office; read only. */
export function ContactsAdmin() {
  const list = useLoad(listContacts, {});
  const [open, setOpen] = useState<ContactMessage | null>(null);
  return (
    <>
      <PageHeader title="Contacts" text="Messages sent with the contact form, newest first." />
      <SearchedTable
        caption="Messages"
        searchLabel="Search messages"
        columns={columns}
        list={list}
        rows={list.data?.contactsdata}
        textsOf={(row) => [row.fullname, row.email, row.mobile_no, row.message]}
        actions={(row) => (
          <Button
            variant="text"
            size="small"
            aria-label={`Open the message of ${row.fullname}`}
            onClick={() => setOpen(row)}
          >
            Open
          </Button>
        )}
      />
      {open && (
        <ModalDialog
          open
          title={`Message from ${open.fullname}`}
          onClose={() => setOpen(null)}
          actions={
            <>
              <Button variant="outlined" onClick={() => setOpen(null)}>
                Close
              </Button>
              <Button href={replyAddress(open)}>Reply by e-mail</Button>
            </>
          }
        >
          <dl className={styles.sender}>
            <dt>Email</dt>
            <dd>{open.email}</dd>
            <dt>Mobile Number</dt>
            <dd>{open.mobile_no}</dd>
            <dt>Date</dt>
            <dd>{formatDate(open.createdAt)}</dd>
          </dl>
          <Prose text={open.message} />
        </ModalDialog>
      )}
    </>
  );
}

/** The e-mail was not checked when it was sent, so nothing in it may add to the address of the reply. */
function replyAddress({ email, fullname, message }: ContactMessage): string {
  const quoted = message.slice(0, 1_000).replace(/^/gm, '> ');
  const body = `Dear ${fullname},\n\n\n\n${quoted}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your message to us')}&body=${encodeURIComponent(body)}`;
}
