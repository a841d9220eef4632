import { useId } from 'react';
import { type PersonSection, person, personSections } from '#shared/person.ts';
import {
  type CorrectableName,
  correctableNames,
  dependentFields,
  localityNames,
  personField,
} from '#shared/person-fields.ts';
import { useField } from '#web/lib/forms/useField.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import { TickBox } from '#web/ui/forms/TickBox.tsx';

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

/** The fields that an applicant can be asked to correct, to be ticked. */
export function FieldTicks({ control, legend }: { control: FormControl<{ fields: string[] }>; legend: string }) {
  const field = useField(control, 'fields');
  const id = useId();
  const isWrong = field.error !== undefined;
  const toggle = (names: CorrectableName[], on: boolean) =>
    field.onChange(
      on ? [...field.value, ...names] : field.value.filter((name) => !names.includes(name as CorrectableName)),
    );
  return (
    <fieldset>
      <legend className="text-14 font-semibold">{legend}</legend>
      {isWrong && (
        <p id={id} className="text-14 text-bad m-0">
          {field.error}
        </p>
      )}
      {sections.map(([section, list]) => (
        <div key={section} className="grid grid-tiles-wide mt-1">
          <span className="text-muted text-14 col-span-full">{personSections[section]}</span>
          {list.map(({ label, names }, index) => {
            const isFirst = section === sections[0]?.[0] && index === 0;
            return (
              <TickBox
                key={label}
                checked={field.value.includes(names[0]!)}
                focus={isFirst ? field.ref : undefined}
                // Where a form goes that could not be sent.
                aria-invalid={(isFirst && isWrong) || undefined}
                aria-describedby={isFirst && isWrong ? id : undefined}
                onChange={({ target }) => toggle(names, target.checked)}
              >
                {label}
              </TickBox>
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}
