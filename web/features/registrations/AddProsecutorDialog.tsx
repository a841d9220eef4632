import { type RegistrationInput, registerMember } from '#shared/contracts/members.ts';
import { membershipValues } from '#shared/options.ts';
import { EmailField } from '#web/features/members/fields/EmailField.tsx';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { emptyNewPerson, newPersonSchema, toSend } from './office-person.ts';
import styles from './PersonDialog.module.css';
import { PersonDialog } from './PersonDialog.tsx';
import { PersonGroups } from './PersonGroups.tsx';
import { tierLabel } from './wording.ts';

interface Props {
  onClose: () => void;
  onAdded: () => void;
}

/** Registers somebody who came to the office instead of the website; the record is New like any other. */
export function AddProsecutorDialog({ onClose, onAdded }: Props) {
  const form = useSchemaForm(newPersonSchema, emptyNewPerson);
  const { control } = form;
  return (
    <PersonDialog
      title="Add Prosecutor"
      submitLabel="Add Prosecutor"
      form={form}
      current={emptyNewPerson}
      version={undefined}
      save={async (values, options) => {
        const { texts, files } = await toSend(values);
        // The resolver has just seen that every choice is one of its options.
        return api(registerMember, { body: texts as RegistrationInput, files }, options);
      }}
      onClose={onClose}
      reload={onAdded}
    >
      <p className={styles.note}>
        By adding somebody you record that he or she has agreed to the terms in the office. Fields marked * must be
        filled in.
      </p>
      <FieldGroup title="Membership">
        <SelectField
          control={control}
          name="membership"
          label="Membership Type"
          required
          options={membershipValues.map((value) => ({ value, label: tierLabel(value) }))}
        />
      </FieldGroup>
      <PersonGroups email={<EmailField hint="The login details will be sent here" />} />
    </PersonDialog>
  );
}
