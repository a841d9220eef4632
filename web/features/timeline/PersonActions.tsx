import { Suspense, useState } from 'react';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import type { SeenPerson } from '#shared/contracts/timeline.ts';
import { paths } from '#shared/paths.ts';
import { person as fields } from '#shared/person.ts';
import { recordNames } from '#shared/person-fields.ts';
import { ResendCredentials } from '#web/features/registrations/review/ResendCredentials.tsx';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';

const EditRecordDialog = lazyPart(
  () => import('#web/features/registrations/review/EditRecordDialog.tsx'),
  'EditRecordDialog',
);
const AskCorrectionDialog = lazyPart(
  () => import('#web/features/corrections/AskCorrectionDialog.tsx'),
  'AskCorrectionDialog',
);

/** Only who may see registrations gets the whole record. */
export const isWhole = (person: SeenPerson): person is OfficeRecord => person.version !== undefined;

interface Props {
  person: SeenPerson;
  reload: () => void;
}

/** What the reader may do with a person now: done here, or on the page that does it. */
export function PersonActions({ person, reload }: Props) {
  const { may } = useOffice();
  const record = may('members') && isWhole(person) ? person : undefined;
  const { reference } = person;
  if (!record && !(may('money') && reference)) return null;
  return (
    <section aria-labelledby="actions" className="mb-3">
      <h2 id="actions" className="text-22 pb-6px border-b mb-1">
        What may be done now
      </h2>
      {record && record.incomplete.length > 0 && (
        <p className="measure">Missing in the record: {labelsOf(record.incomplete)}.</p>
      )}
      <div className="flex flex-wrap gap-1">
        {record && <RecordActions record={record} reload={reload} />}
        {may('money') && reference && (
          <Link to={paths.admin.paymentsWith(reference)} className={buttonLook('outlined')}>
            Payments and receipts
          </Link>
        )}
      </div>
    </section>
  );
}

function labelsOf(names: readonly string[]): string {
  const missing = recordNames.filter((name) => names.includes(name));
  return missing.map((name) => fields[name].label).join(', ');
}

function RecordActions({ record, reload }: { record: OfficeRecord; reload: () => void }) {
  const [dialog, setDialog] = useState<'edit' | 'correction'>();
  const close = () => setDialog(undefined);
  const { id, status } = record;
  return (
    <>
      <Link to={paths.admin.review(id, status)} className={buttonLook(status === 'New' ? 'filled' : 'outlined')}>
        {status === 'New' ? 'Review: approve or reject' : 'Review'}
      </Link>
      {status === 'New' && (
        <Button look="outlined" onClick={() => setDialog('correction')}>
          Ask for a correction
        </Button>
      )}
      <Button look="outlined" onClick={() => setDialog('edit')}>
        Edit details
      </Button>
      <ResendCredentials record={record} onSent={reload} />
      {status === 'Approved' && (
        <Link to={paths.admin.member(id)} className={buttonLook('outlined')}>
          Logins and scanned ID
        </Link>
      )}
      <Suspense>
        {dialog === 'edit' && <EditRecordDialog record={record} onClose={close} onSaved={reload} onGone={reload} />}
        {dialog === 'correction' && (
          <AskCorrectionDialog
            record={record}
            onClose={close}
            onAsked={() => {
              close();
              reload();
            }}
            reload={reload}
          />
        )}
      </Suspense>
    </>
  );
}
