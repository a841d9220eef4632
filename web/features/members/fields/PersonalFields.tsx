import InputAdornment from '@mui/material/InputAdornment';
import type { ReactNode } from 'react';
import { keepDigits, keepLetters } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { genders } from '#shared/options.ts';
import { Field } from '#web/ui/Field.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { DateOfBirthField } from './DateOfBirthField.tsx';
import { usePersonForm } from './use-person-form.ts';

/** Who the person is. `children`: what stands between the date of birth and the mobile number, such as the e-mail. */
export function PersonalFields({ children }: { children?: ReactNode }) {
  const { control } = usePersonForm();
  return (
    <>
      <Field
        control={control}
        name="ProsecutorName"
        label="Full Name"
        required
        autoComplete="name"
        maxLength={limits.nameLength}
        keep={keepLetters}
      />
      <SelectField control={control} name="Gender" label="Gender" required options={genders} />
      <DateOfBirthField />
      {children}
      <Field
        control={control}
        name="mobile_no"
        label="Mobile Number"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        keep={(text) => keepDigits(text, limits.mobileDigits)}
        slotProps={{ input: { startAdornment: <InputAdornment position="start">+91</InputAdornment> } }}
      />
    </>
  );
}
