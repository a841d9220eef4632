import { useState } from 'react';
import {
  type OfficeEditInput,
  type OfficeRecord,
  reviewRegistration,
  updateMember,
} from '#shared/contracts/members.ts';
import { MemberPicture } from '#web/features/directory/MemberPicture.tsx';
import { EmailField } from '#web/features/members/fields/EmailField.tsx';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { api } from '#web/lib/api.ts';
import { showFailure } from '#web/lib/show-failure.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { editedPersonOf, editedPersonSchema, toSend } from './office-person.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { PersonGroups } from './PersonGroups.tsx';

interface Props {
  record: OfficeRecord;
  onClose: () => void;
  onSaved: () => void;
}

/** The office's correction of a record, its e-mail included; status, membership and payment are decided elsewhere. */
export function EditRecordDialog({ record, onClose, onSaved }: Props) {
  // What was read when the dialog opened; the list behind it may have been loaded again meanwhile.
  const [base, setBase] = useState(record);
  const form = useSchemaForm(editedPersonSchema, editedPersonOf(record));
  const { control } = form;

  const reload = async () => {
    try {
      setBase((await api(reviewRegistration, { params: { id: base._id } })).data);
    } catch (error) {
      showFailure(error);
    }
  };

  return (
    <PersonDialog
      title="Edit details"
      submitLabel="Save"
      form={form}
      current={editedPersonOf(base)}
      version={base.version}
      save={async (values, options) => {
        const { texts, files } = await toSend(values);
        const body = { ...texts, version: base.version } as OfficeEditInput;
        const answer = await api(updateMember, { params: { id: base._id }, body, files }, options);
        onSaved();
        return answer;
      }}
      onClose={onClose}
      reload={() => void reload()}
    >
      <PersonGroups
        currentPicture={base.profile_Pic ? <MemberPicture address={base.profile_Pic} size={72} /> : undefined}
        currentDocument={base.document ? <span>A scanned ID card is stored.</span> : undefined}
        email={<EmailField hint="The person logs in with it" />}
      />
      <FieldGroup title="In the members' directory">
        <CheckField control={control} name="hideEmail" label="Do not show the e-mail address" />
        <CheckField control={control} name="hideMobile" label="Do not show the mobile number" />
        <CheckField control={control} name="hideEntry" label="Do not show this member at all" />
      </FieldGroup>
    </PersonDialog>
  );
}
