import { useId } from 'react';
import { z } from 'zod';
import { correctionFields, correctionNote } from '#shared/contracts/corrections.ts';
import { limits } from '#shared/limits.ts';
import { type PersonSection, person, personSections } from '#shared/person.ts';
import {
  type CorrectableName,
  correctableNames,
  dependentFields,
  localityNames,
  personField,
} from '#shared/person-fields.ts';
import { ReadyTexts } from '#web/features/canned-replies/ReadyTexts.tsx';
import { useField } from '#web/lib/useField.ts';
import type { FormControl } from '#web/lib/useForm.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { TickBox } from '#web/ui/forms/TickBox.tsx';

/** The fields that an applicant is asked to correct, and why. */
export interface CorrectionRequest {
  fields: CorrectableName[];
  note: string;
}
export const emptyRequest: CorrectionRequest = { fields: [], note: '' };
export const requestSchema = z.object({ fields: correctionFields, note: correctionNote }) as z.ZodType<
  unknown,
  CorrectionRequest
>;

interface Tick {
  label: string;
  /** Fields that are requested together: a choice with its 'Others' text; State, district and sub-district. */
  names: CorrectableName[];
}

const withDependents = (name: CorrectableName): CorrectableName[] => [
  name,
  ...dependentFields(name).flatMap((behind) => withDependents(behind as CorrectableName)),
];

const ticks = new Map<PersonSection, Tick[]>();
for (const name of correctableNames) {
  if (personField(name).shownWith || name === 'district' || name === 'subDistrict') continue;
  const tick =
    name === 'state'
      ? { label: 'State, district and sub-district', names: [...localityNames] }
      : { label: person[name].label, names: withDependents(name) };
  const { section } = person[name];
  ticks.set(section, [...(ticks.get(section) ?? []), tick]);
}
// The files come first, as they are requested most.
const sections = [...ticks].sort(([one], [other]) => order(one) - order(other));
function order(section: PersonSection): number {
  return ['payment', 'personal', 'locality', 'professional'].indexOf(section);
}

/** The fields to tick, and the note. */
export function CorrectionFields({ control }: { control: FormControl<CorrectionRequest> }) {
  const field = useField(control, 'fields');
  const note = useField(control, 'note');
  const id = useId();
  const toggle = (names: CorrectableName[], on: boolean) =>
    field.onChange(on ? [...field.value, ...names] : field.value.filter((name) => !names.includes(name)));
  return (
    <>
      <ReadyTexts kind="correction" onPick={(text) => note.onChange(note.value ? `${note.value}\n${text}` : text)} />
      <Field
        control={control}
        name="note"
        label="Note"
        required
        rows={3}
        maxLength={limits.reasonLength}
        hint="Mailed to the applicant, with a link to a page for these fields only"
      />
      <fieldset aria-describedby={field.error !== undefined ? id : undefined}>
        <legend className="text-14 font-semibold">What is to be corrected? *</legend>
        {sections.map(([section, list]) => (
          <div key={section} className="grid grid-tiles-wide mt-1">
            <span className="text-muted text-14 col-span-full">{personSections[section]}</span>
            {list.map(({ label, names }, index) => (
              <TickBox
                key={label}
                checked={field.value.includes(names[0]!)}
                focus={section === sections[0]?.[0] && index === 0 ? field.ref : undefined}
                onChange={({ target }) => toggle(names, target.checked)}
              >
                {label}
              </TickBox>
            ))}
          </div>
        ))}
        {field.error && (
          <p id={id} className="text-14 text-bad m-0">
            {field.error}
          </p>
        )}
      </fieldset>
    </>
  );
}
