import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import {
  anotherPerson,
  type ChosenName,
  chosenNames,
  likePeople,
  mergeRecords,
  unmergeRecords,
} from '#shared/contracts/merging.ts';
import type { Likeness } from '#shared/likenesses.ts';
import { paths } from '#shared/paths.ts';
import { person as fields } from '#shared/person.ts';
import { isFile, isPlaceWithin, localityNames } from '#shared/person-fields.ts';
import { api } from '#web/lib/api.ts';
import { formatDate, formatDay } from '#web/lib/format.ts';
import { useOffice } from '#web/lib/office.ts';
import { toast } from '#web/lib/toast.ts';
import { setValue, useWatch } from '#web/lib/useField.ts';
import { useForm } from '#web/lib/useForm.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { AskedButton } from '#web/ui/dialogs/AskedButton.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { FormActions, FormStack } from '#web/ui/forms/FormStack.tsx';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { useKeptFocus } from '#web/ui/page/useKeptFocus.ts';

const likenessText: Record<Likeness, string> = {
  email: 'the same e-mail',
  mobile: 'the same mobile number',
  person: 'the same name and date of birth',
  emailAlike: 'the same e-mail apart from dots and the host',
  nameAndState: 'the same name in one State',
};

const numberOf = ({ memberNumber, reference }: OfficeRecord) => memberNumber ?? reference;

interface Props {
  id: string;
  /** Two records have become one, or two again. */
  onChanged: () => void;
}

/** Who is probably the same person as this one, and the merge that can still be undone. */
export function SamePeople(props: Props) {
  const { may } = useOffice();
  return may('members') ? <Listed {...props} /> : null;
}

function Listed({ id, onChanged }: Props) {
  const { may } = useOffice();
  const load = useLoad(likePeople, { params: { id } });
  const [merging, setMerging] = useState<OfficeRecord | null>(null);
  // The pressed button goes with its entry.
  const focus = useKeptFocus<HTMLDivElement>();
  return (
    <div {...focus}>
      <Loaded of={load}>
        {({ data, alike, merged }) => (
          <>
            {merged && (
              <Note tone="info" className="mb-3">
                <p className="m-0">
                  {merged.reference} was made one with this record by {merged.by} on {formatDate(merged.at)}.
                </p>
                {may('full') && (
                  <div className="mt-1">
                    <AskedButton
                      small
                      label="Undo the merge"
                      title="Make two records of it again?"
                      act={async () => {
                        const answer = await api(unmergeRecords, { body: { keep: data.id } });
                        load.reload();
                        onChanged();
                        return answer;
                      }}
                    >
                      This is possible until {formatDate(merged.until)}, while nothing has been changed since.
                    </AskedButton>
                  </div>
                )}
              </Note>
            )}
            {alike.length > 0 && (
              <section aria-labelledby="same-person" className="mb-3">
                <h2 id="same-person" className="text-22 pb-6px border-b mb-1">
                  Probably the same person
                </h2>
                <ul className="no-underline divide-y">
                  {alike.map(({ person, by }) => (
                    <li key={person.id} className="py-1 break-anywhere">
                      <p className="m-0">
                        <Link to={paths.admin.person(person.id)}>{person.name}</Link>, {numberOf(person)},{' '}
                        {person.status}
                      </p>
                      <p className="text-muted text-14 m-0 mb-1">
                        Has {by.map((each) => likenessText[each]).join(', ')}.
                      </p>
                      <div className="flex flex-wrap items-center gap-2">
                        {may('full') && (
                          <Button small look="outlined" onClick={() => setMerging(person)}>
                            Same person: merge
                          </Button>
                        )}
                        <AskedButton
                          small
                          look="text"
                          label="Another person"
                          title="Are these two people?"
                          confirmLabel="Two people"
                          act={async () => {
                            const answer = await api(anotherPerson, { body: { one: data.id, other: person.id } });
                            load.reload();
                            return answer;
                          }}
                        >
                          {data.name}, {numberOf(data)}, and {person.name}, {numberOf(person)}, are not named together
                          any more.
                        </AskedButton>
                      </div>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            {merging && (
              <MergeDialog
                one={data}
                other={merging}
                onClose={() => setMerging(null)}
                onMerged={(id) => {
                  setMerging(null);
                  // Otherwise the page goes to the other record.
                  if (id === data.id) load.reload();
                  onChanged();
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

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

/** Makes one record of two: which stays, and from which one each field is that differs. */
interface Values {
  keepId: string;
  /** Whose value stays, where somebody has said so. */
  chosen: Partial<Record<ChosenName, 'keep' | 'drop'>>;
}

function MergeDialog({ one, other, onClose, onMerged }: MergeProps) {
  const navigate = useNavigate();
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
    await navigate(paths.admin.person(keep.id));
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
