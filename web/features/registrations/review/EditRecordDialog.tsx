import { useRef, useState } from 'react';
import { incompleteEditSchema, type OfficeRecord, officeEditSchema, updateMember } from '#shared/contracts/members.ts';
import { reviewRegistration } from '#shared/contracts/registrations.ts';
import { personSections } from '#shared/person.ts';
import { chosenFiles } from '#web/features/members/fields/chosen-files.ts';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { PersonFields } from '#web/features/members/fields/PersonFields.tsx';
import { personFromRecord } from '#web/features/members/fields/person-form.ts';
import { toSend } from '#web/features/members/fields/to-send.ts';
import { MemberPicture } from '#web/features/members/MemberPicture.tsx';
import { api } from '#web/lib/calls/api.ts';
import { showFailure } from '#web/lib/calls/failures.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { PersonGroups } from './PersonGroups.tsx';
import { mailLanguages } from './wording.ts';

const schema = officeEditSchema.safeExtend(chosenFiles('officeEdit'));
/** Of a record in which something is missing the office enters what it has. */
const laxSchema = incompleteEditSchema.safeExtend(chosenFiles('officeEdit')) as unknown as typeof schema;

const valuesOf = (record: OfficeRecord) => ({
  ...personFromRecord('officeEdit', record),
  language: record.language,
});

interface Props {
  record: OfficeRecord;
  onClose: () => void;
  onSaved: () => void;
  /** Called after a change of State that puts the record out of the administrator's reach. */
  onGone: () => void;
}

/** Edits a record and its e-mail address; status, membership and payment are changed elsewhere. */
export function EditRecordDialog({ record, onClose, onSaved, onGone }: Props) {
  // The record when the dialog was opened; the list behind it may have been reloaded meanwhile.
  const [base, setBase] = useState(record);
  const isIncomplete = record.incomplete.length > 0;
  const form = useForm(checkedBy(isIncomplete ? laxSchema : schema), valuesOf(record));

  const { states } = useOffice();
  const isMoved = (state: string | undefined) => state !== undefined && state !== '' && state !== base.state;

  const gone = useRef(false);
  const reload = async () => {
    if (gone.current) return;
    try {
      setBase((await api(reviewRegistration, { params: { id: base.id } })).data);
    } catch (error) {
      showFailure(error);
    }
  };

  return (
    <PersonDialog
      title="Edit details"
      submitLabel="Save"
      form={form}
      current={valuesOf(base)}
      version={base.version}
      ask={({ state }) =>
        isMoved(state)
          ? { title: 'Change the State?', text: `This hands the record to the office of ${state}.` }
          : undefined
      }
      save={async (values, options) => {
        const { texts, files } = await toSend(values);
        const body = { ...texts, version: base.version };
        const answer = await api(updateMember, { params: { id: base.id }, body, files }, options);
        const isTheirs = !isMoved(values.state) || states.length === 0 || states.includes(values.state);
        if (isTheirs) onSaved();
        else {
          gone.current = true;
          onGone();
        }
        return answer;
      }}
      onClose={onClose}
      reload={() => void reload()}
    >
      <PersonGroups
        form="officeEdit"
        currentPicture={base.picture ? <MemberPicture address={base.picture} size={72} /> : undefined}
        currentDocument={base.document ? <span>A scanned ID card is stored.</span> : undefined}
      />
      <FieldGroup title="Language">
        <SelectField control={form.control} name="language" label="Mails in" chosenOnly options={mailLanguages} />
      </FieldGroup>
      {(['visibility', 'card', 'circulars'] as const).map((section) => (
        <FieldGroup key={section} title={personSections[section]}>
          <PersonFields form="officeEdit" section={section} />
        </FieldGroup>
      ))}
    </PersonDialog>
  );
}
