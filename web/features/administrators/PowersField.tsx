import { useId } from 'react';
import { bindablePowers, type Power, powers, powerTexts } from '#shared/powers.ts';
import { setValue, useField, useWatch } from '#web/lib/forms/useField.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import { useStateNames } from '#web/lib/login/office.ts';
import { ComboField } from '#web/ui/forms/ComboField.tsx';
import { FieldMessage } from '#web/ui/forms/FieldFrame.tsx';

export interface PowersValues {
  powers: Power[];
  states: string[];
}

/** An administrator's powers, each with a description, and States. */
export function PowersFields({ control }: { control: FormControl<PowersValues> }) {
  const states = useStateNames();
  const chosen = useWatch(control, 'powers');
  const canBeBound = chosen.length > 0 && chosen.every((power) => bindablePowers.includes(power));
  return (
    <>
      <PowersField control={control} />
      <ComboField
        control={control}
        name="states"
        label="Only for these States"
        multiple
        disabled={!canBeBound}
        loading={states === undefined}
        options={states ?? []}
        placeholder="All India"
        hint={
          canBeBound
            ? 'Sees and changes people of these States alone; without any, of all India.'
            : 'Only ‘Members’, ‘Letters’ and ‘Cases’ can be bound to States.'
        }
      />
    </>
  );
}

function PowersField({ control }: { control: FormControl<PowersValues> }) {
  const field = useField(control, 'powers');
  const id = useId();
  const toggle = (power: Power, on: boolean) => {
    const others = power === 'full' ? [] : field.value.filter((each) => each !== 'full' && each !== power);
    const next = on ? [...others, power] : others;
    field.onChange(next);
    // Powers that cannot be limited to States apply to all of India.
    if (!next.every((each) => bindablePowers.includes(each))) setValue(control, 'states', []);
  };
  return (
    <fieldset aria-describedby={`${id}-message`}>
      <legend className="font-semibold mb-1">May do</legend>
      {powers.map((power, index) => (
        <label key={power} className="grid grid-cols-auto-1fr items-start py-1">
          <input
            ref={index === 0 ? field.ref : undefined}
            type="checkbox"
            checked={field.value.includes(power)}
            aria-describedby={`${id}-${power}`}
            onBlur={field.onBlur}
            onChange={(event) => toggle(power, event.target.checked)}
          />
          <span>
            {powerTexts[power].name}
            <span id={`${id}-${power}`} className="text-muted text-14 block">
              {powerTexts[power].meaning}
            </span>
          </span>
        </label>
      ))}
      <FieldMessage id={id} error={field.error} hint={undefined} />
    </fieldset>
  );
}
