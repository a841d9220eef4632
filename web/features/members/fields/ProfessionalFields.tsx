import { useWatch } from 'react-hook-form';
import { keepDigits, keepLetters } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import {
  associationOffices,
  contributions,
  interests,
  internationalChoices,
  organizationPositions,
} from '#shared/options.ts';
import { Field } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Wide } from './FieldGroup.tsx';
import { OtherRoleField } from './OtherRoleFields.tsx';
import { shownOthers } from './person-form.ts';
import { SpecialisationField } from './SpecialisationField.tsx';
import { usePersonForm } from './use-person-form.ts';

const keepYears = (text: string) => keepDigits(text, limits.yearsDigits);

interface Props {
  /** A member's own profile asks for it, a registration does not. */
  organizationRequired?: boolean;
}

/** Where and how the person works, and what he or she would like to do in the association. */
export function ProfessionalFields({ organizationRequired = false }: Props) {
  const { control, clearErrors } = usePersonForm();
  const [Organization, Association, Interest, Contribution, Specialisation] = useWatch({
    control,
    name: ['Organization', 'Association', 'Interest', 'Contribution', 'Specialisation'],
  });
  const shown = shownOthers({ Organization, Association, Interest, Contribution, Specialisation });

  return (
    <>
      <Field
        control={control}
        name="Designation"
        label="Designation"
        hint="Optional, for example Public Prosecutor"
        autoComplete="organization-title"
        maxLength={limits.nameLength}
        keep={keepLetters}
      />
      <SelectField
        control={control}
        name="Organization"
        label="Organization Position"
        required={organizationRequired}
        hint={organizationRequired ? undefined : 'Optional'}
        options={organizationPositions}
        onEdited={() => clearErrors('OrganizationotherRole')}
      />
      {shown.OrganizationotherRole && (
        <OtherRoleField name="OrganizationotherRole" label="Organization Other Role" required />
      )}
      {shown.Association && (
        <SelectField
          control={control}
          name="Association"
          label="Association Office"
          hint="Optional"
          options={associationOffices}
        />
      )}
      {shown.AssociationotherRole && <OtherRoleField name="AssociationotherRole" label="Association Other Role" />}
      <Field
        control={control}
        name="Practice"
        label="Name of the Court"
        required
        hint="For example District and Sessions Court Pune"
        maxLength={limits.lineLength}
        keep={keepLetters}
      />
      <Field
        control={control}
        name="councilMembership"
        label="ID Number"
        required
        hint="The number on the ID card that you upload below"
        maxLength={60}
      />
      <Field
        control={control}
        name="years_Expirence"
        label="Years of Experience"
        required
        inputMode="numeric"
        hint="In figures, for example 12"
        keep={keepYears}
      />
      <Field
        control={control}
        name="years_Recruitment"
        label="Years of Recruitment"
        required
        inputMode="numeric"
        hint="The year, for example 2012"
        keep={keepYears}
      />
      <Wide>
        <SpecialisationField />
      </Wide>
      {shown.SpecialisationotherRole && (
        <Wide>
          <OtherRoleField name="SpecialisationotherRole" label="Other Specialisation" />
        </Wide>
      )}
      <SelectField
        control={control}
        name="Interest"
        label="Area of Interest"
        required
        options={interests}
        onEdited={() => clearErrors('InterestotherRole')}
      />
      {shown.InterestotherRole && <OtherRoleField name="InterestotherRole" label="Other Area of Interest" required />}
      <SelectField
        control={control}
        name="Contribution"
        label="Contribution"
        required
        hint="What you would like to give to the association"
        options={contributions}
        onEdited={() => clearErrors('ContributionotherRole')}
      />
      {shown.ContributionotherRole && (
        <OtherRoleField name="ContributionotherRole" label="Contribution Other Role" required />
      )}
      <SelectField
        control={control}
        name="International"
        label="International"
        required
        hint="Do you wish to take part in exchange with other countries?"
        options={internationalChoices}
      />
    </>
  );
}
