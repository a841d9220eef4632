import type { OfficeRecord } from '#shared/contracts/members.ts';
import { type ChosenName, chosenNames, mergeRecords } from '#shared/contracts/merging.ts';
import { person as fields } from '#shared/person.ts';
import { isFile, isPlaceWithin, localityNames } from '#shared/person-fields.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { setValue, useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { numberOf } from './wording.ts';

function shownValue(record: OfficeRecord, name: ChosenName): string {
  if (name === 'state') return localityNames.flatMap((each) => record[each] || []).join(', ');
  const value: unknown = record[name];
  if (value === null || value === undefined || value === '') return '';
  if (isFile(name)) return 'a file';
  if (Array.isArray(value)) return value.join(', ');
  return fields[name].kind === 'birthday' ? formatDay(String(value)) : String(value);
}

const ranks = ['Rejected', 'New', 'Approved'];

interface MergeProps {
  one: OfficeRecord;
  other: OfficeRecord;
  onClose: () => void;
  /** Called with the record that stays. */
  onMerged: (id: string) => void;
}

interface Values {
  keepId: string;
  /** Whose value stays, where somebody has said so. */
  chosen: Partial<Record<ChosenName, 'keep' | 'drop'>>;
}

/** Makes one record of two: which stays, and from which one each field is that differs. */
export function MergeDialog({ one, other, onClose, onMerged }: MergeProps) {
  const isHigher = ranks.indexOf(other.status) > ranks.indexOf(one.status);
  const form = useForm<Values>(undefined, { keepId: isHigher ? other.id : one.id, chosen: {} });
  const { control, busy } = form;
  const [keepId, chosen] = useWatch(control, ['keepId', 'chosen']);
  const [keep, drop] = keepId === one.id ? [one, other] : [other, one];
  const differing = chosenNames.filter((name) => {
    // A place is chosen as a whole.
    if (name === 'district' || name === 'subDistrict') return false;
    const [keptValue, dropped] = [shownValue(keep, name), shownValue(drop, name)];
    return dropped !== '' && (keptValue !== dropped || isFile(name));
  });
  const isLess = (name: ChosenName) => (name === 'state' ? isPlaceWithin(keep, drop) : shownValue(keep, name) === '');
  const send = form.send(async () => {
    const body = { keep: keep.id, drop: drop.id, fields: chosen, versions: [keep.version, drop.version] };
    toast.success((await api(mergeRecords, { body })).message);
    onMerged(keep.id);
  });
  return (
    <ModalDialog
      open
      wide
      title="Make one record of two"
      onClose={onClose}
      busy={busy}
      onSubmit={send}
      actions={<FormActions busy={busy} submitLabel="Merge" onCancel={onClose} />}
    >
      <FormStack disabled={busy}>
        <p className="m-0 measure">
          Payments, receipts, letters, conferences, votes and the log of the other record follow, and its numbers lead
          to the one that stays. It can be undone for a day.
        </p>
        <RadioGroup
          label="Which record stays"
          value={keepId}
          options={[one, other].map((record) => ({
            value: record.id,
            label: `${record.name}, ${numberOf(record)}, ${record.status}`,
          }))}
          onChange={(id) => {
            setValue(control, 'keepId', id);
            setValue(control, 'chosen', {});
          }}
        />
        {differing.length > 0 && <h3 className="m-0">What differs</h3>}
        {differing.map((name) => {
          const keptValue = shownValue(keep, name);
          return (
            <RadioGroup
              key={name}
              label={name === 'state' ? 'Place' : fields[name].label}
              // What the kept record lacks is the other one's, unless somebody says otherwise.
              value={chosen[name] ?? (isLess(name) ? 'drop' : 'keep')}
              options={[
                { value: 'keep', label: `${keptValue || 'Nothing'} (stays)` },
                { value: 'drop', label: shownValue(drop, name) },
              ]}
              onChange={(from) => setValue(control, 'chosen', { ...chosen, [name]: from })}
            />
          );
        })}
      </FormStack>
    </ModalDialog>
  );
}
