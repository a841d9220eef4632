import { registerMember, registrationSchema } from '#shared/contracts/registrations.ts';
import { membershipValues } from '#shared/memberships.ts';
import { person, personSections } from '#shared/person.ts';
import { chosenFiles } from '#web/features/members/fields/chosen-files.ts';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { emptyPerson } from '#web/features/members/fields/person-form.ts';
import { toSend } from '#web/features/members/fields/to-send.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { PersonGroups } from './PersonGroups.tsx';
import { mailLanguages, tierLabel } from './wording.ts';

/** The applicant's rules, with both files optional. */
const schema = registrationSchema.safeExtend(chosenFiles('addProsecutor'));
const empty = { ...emptyPerson('addProsecutor'), language: 'en' as const };

interface Props {
  onClose: () => void;
  onAdded: () => void;
}

/** Registers somebody who applied at the office; the record is New like any other. */
export function AddProsecutorDialog({ onClose, onAdded }: Props) {
  const form = useForm(checkedBy(schema), empty);
  const { control } = form;
  return (
    <PersonDialog
      title="Add Prosecutor"
      submitLabel="Add Prosecutor"
      form={form}
      current={empty}
      version={undefined}
      save={async (values, options) => {
        const { texts, files } = await toSend(values);
        return api(registerMember, { body: texts, files }, options);
      }}
      onClose={onClose}
      reload={onAdded}
    >
      <p className="text-muted m-0">
        By adding a person you record that they have, at the office, accepted the Terms and Conditions and consented to
        the use of personal data under the Privacy Policy. Fields marked * must be filled in.
      </p>
      <FieldGroup title={personSections.membership}>
        <SelectField
          control={control}
          name="membership"
          label={person.membership.label}
          required
          options={membershipValues.map((value) => ({ value, label: tierLabel(value) }))}
        />
      </FieldGroup>
      <PersonGroups form="addProsecutor" />
      <FieldGroup title="Language">
        <SelectField control={control} name="language" label="Mails in" chosenOnly options={mailLanguages} />
      </FieldGroup>
    </PersonDialog>
  );
}
