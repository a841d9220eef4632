import { othersOption, specialisations } from '#shared/options.ts';
import { ComboField } from '#web/ui/ComboField.tsx';
import { usePersonForm } from './use-person-form.ts';

const options = [...specialisations, othersOption];

/** The statutes a person works with, found by typing; 'Others' opens a field for what the list does not have. */
export function SpecialisationField() {
  const { control } = usePersonForm();
  return (
    <ComboField
      control={control}
      name="Specialisation"
      label="Specialisation"
      required
      multiple
      options={options}
      placeholder="Select or type, for example NDPS"
      hint="Choose as many as you like. For an Act that is not in the list choose Others."
      emptyText="Not in the list: choose Others and write it in the next field"
    />
  );
}
