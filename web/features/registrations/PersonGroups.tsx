import type { ReactNode } from 'react';
import { DocumentField } from '#web/features/members/fields/DocumentField.tsx';
import { FieldGroup } from '#web/features/members/fields/FieldGroup.tsx';
import { PersonalFields } from '#web/features/members/fields/PersonalFields.tsx';
import { PictureField } from '#web/features/members/fields/PictureField.tsx';
import { PlaceFields } from '#web/features/members/fields/PlaceFields.tsx';
import { ProfessionalFields } from '#web/features/members/fields/ProfessionalFields.tsx';

interface Props {
  email: ReactNode;
  currentPicture?: ReactNode;
  currentDocument?: ReactNode;
}

/** All fields of a person; both files are optional for the office. A `FormProvider` stands around them. */
export function PersonGroups({ email, currentPicture, currentDocument }: Props) {
  return (
    <>
      <FieldGroup title="Personal Information">
        <PersonalFields>{email}</PersonalFields>
        <PictureField current={currentPicture} />
      </FieldGroup>
      <FieldGroup title="Place">
        <PlaceFields />
      </FieldGroup>
      <FieldGroup title="Professional Information">
        <ProfessionalFields />
        <DocumentField current={currentDocument} />
      </FieldGroup>
    </>
  );
}
