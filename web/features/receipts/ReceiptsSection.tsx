import { z } from 'zod';
import {
  getReceiptSettings,
  type ReceiptSettingsRecord,
  receiptSettingsSchema,
  receiptSignature,
  updateReceiptSettings,
} from '#shared/contracts/receipts.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { optionalFile } from '#web/lib/forms/validate.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FilePickerField } from '#web/ui/forms/FilePickerField.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { useRecordForm } from '#web/ui/forms/useRecordForm.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { StoredSignature } from './StoredSignature.tsx';

const schema = receiptSettingsSchema.extend({ removeSignature: z.boolean(), signature: optionalFile });

/** The settings for receipts. @param onSaved called when the settings have a new version */
export function ReceiptsSection({ onSaved }: { onSaved: () => void }) {
  const settings = useLoad(getReceiptSettings, {});
  return (
    <>
      <p className="text-muted measure m-0 mb-3">
        Receipts carry the name and the address of the association, and what is entered here. A change applies to
        receipts issued from then on; earlier ones remain as they were issued.
      </p>
      <Loaded of={settings}>
        {({ data }) => (
          <ReceiptsForm
            key={data.version}
            settings={data}
            onSaved={() => {
              settings.reload();
              onSaved();
            }}
          />
        )}
      </Loaded>
    </>
  );
}

function ReceiptsForm({ settings, onSaved }: { settings: ReceiptSettingsRecord; onSaved: () => void }) {
  const { signature: stored, version, ...values } = settings;
  const current = { ...values, removeSignature: false, signature: null };
  const record = useRecordForm({
    schema,
    current,
    version,
    save: ({ signature, ...typed }) =>
      api(updateReceiptSettings, { body: { ...typed, version }, files: { signature: signature ?? undefined } }),
    once: { signature: null },
    onSaved,
  });
  const { control } = record.form;
  const picture = useWatch(control, 'signature');
  return (
    <RecordForm label="Receipts" record={record} className="max-w-640">
      <Field
        control={control}
        name="prefix"
        label="Prefix of receipt numbers"
        maxLength={12}
        hint="AIAPP makes AIAPP/2026-27/000123. While it is empty, numbers begin with the year"
      />
      <Field control={control} name="registrationNumber" label="Registration number" maxLength={100} />
      <Field control={control} name="pan" label="PAN" maxLength={12} />
      <Field control={control} name="gstin" label="GSTIN" maxLength={20} />
      <Field
        control={control}
        name="treasurer"
        label="Treasurer"
        maxLength={120}
        hint="While name and signature are missing, receipts say: Computer-generated, valid without signature"
      />
      <FilePickerField
        control={control}
        name="signature"
        label="Signature of the treasurer"
        accept="image"
        hint="A photo or a scan on white paper, cut to the signature"
        current={stored && <StoredSignature load={receiptSignature} input={{}} />}
      />
      {stored && !picture && (
        <CheckField control={control} name="removeSignature" label="Remove the signature from future receipts" />
      )}
    </RecordForm>
  );
}
