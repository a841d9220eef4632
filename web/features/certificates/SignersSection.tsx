import { z } from 'zod';
import {
  type CertificateSigners,
  getSigners,
  signerSignature,
  signersSchema,
  updateSigners,
} from '#shared/contracts/certificates.ts';
import { limits } from '#shared/limits.ts';
import { StoredSignature } from '#web/features/receipts/StoredSignature.tsx';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { optionalFile } from '#web/lib/forms/validate.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { useRecordForm } from '#web/ui/forms/useRecordForm.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';

const schema = signersSchema.safeExtend({
  removeFirst: z.boolean(),
  removeSecond: z.boolean(),
  firstSignature: optionalFile,
  secondSignature: optionalFile,
});

/** Sets who signs certificates of participation. @param onSaved called when the settings have a new version */
export function SignersSection({ onSaved }: { onSaved: () => void }) {
  const signers = useLoad(getSigners, {});
  return (
    <>
      <p className="text-muted measure m-0 mb-3">
        Who signs them: two at most. While nobody is entered, they name the president and the secretary among the office
        bearers of the conference’s last day. A change applies to certificates issued from then on.
      </p>
      <Loaded of={signers}>
        {({ data }) => (
          <SignersForm
            key={data.version}
            signers={data}
            onSaved={() => {
              signers.reload();
              onSaved();
            }}
          />
        )}
      </Loaded>
    </>
  );
}

const places = [
  { place: 'first', label: 'First signer', file: 'firstSignature', remove: 'removeFirst' },
  { place: 'second', label: 'Second signer', file: 'secondSignature', remove: 'removeSecond' },
] as const;

function SignersForm({ signers, onSaved }: { signers: CertificateSigners; onSaved: () => void }) {
  const { first, second, version } = signers;
  const current = {
    firstName: first.name,
    firstOffice: first.office,
    removeFirst: false,
    firstSignature: null,
    secondName: second.name,
    secondOffice: second.office,
    removeSecond: false,
    secondSignature: null,
  };
  const record = useRecordForm({
    schema,
    current,
    version,
    save: ({ firstSignature, secondSignature, ...typed }) =>
      api(updateSigners, {
        body: { ...typed, version },
        files: { firstSignature: firstSignature ?? undefined, secondSignature: secondSignature ?? undefined },
      }),
    once: { firstSignature: null, secondSignature: null },
    onSaved,
  });
  const { control } = record.form;
  const pictures = useWatch(control, ['firstSignature', 'secondSignature']);
  return (
    <RecordForm label="Certificates of participation" record={record} className="max-w-640">
      {places.map(({ place, label, file, remove }, index) => (
        <FormStack key={place}>
          <legend className="font-semibold">{label}</legend>
          <Field control={control} name={`${place}Name`} label="Name" maxLength={limits.nameLength} />
          <Field
            control={control}
            name={`${place}Office`}
            label="Office"
            maxLength={limits.lineLength}
            placeholder={place === 'first' ? 'President' : 'General Secretary'}
          />
          <FilePickerField
            control={control}
            name={file}
            label={`Signature of the ${label.toLowerCase()}`}
            accept="image"
            hint="A photo or a scan on white paper, cut to the signature"
            current={
              signers[place].signature && <StoredSignature load={signerSignature} input={{ params: { place } }} />
            }
          />
          {signers[place].signature && !pictures[index] && (
            <CheckField control={control} name={remove} label="Remove this signature from future certificates" />
          )}
        </FormStack>
      ))}
    </RecordForm>
  );
}
