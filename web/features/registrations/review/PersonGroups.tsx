import type { ReactNode } from 'react';
import { personSections } from '#shared/person.ts';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { FileField } from '#web/features/members/fields/FileField.tsx';
import { PersonFields } from '#web/features/members/fields/PersonFields.tsx';

interface Props {
  form: 'addProsecutor' | 'officeEdit';
  currentPicture?: ReactNode;
  currentDocument?: ReactNode;
}

/** All fields of a person; both files are optional for the office. They need a `FormProvider` around them. */
export function PersonGroups({ form, currentPicture, currentDocument }: Props) {
  return (
    <>
      <FieldGroup title={personSections.personal}>
        <PersonFields form={form} section="personal" />
        <FileField form={form} name="picture" current={currentPicture} />
      </FieldGroup>
      <FieldGroup title={personSections.locality}>
        <PersonFields form={form} section="locality" />
      </FieldGroup>
      <FieldGroup title={personSections.professional}>
        <PersonFields form={form} section="professional" />
        <FileField form={form} name="document" current={currentDocument} />
      </FieldGroup>
    </>
  );
}
