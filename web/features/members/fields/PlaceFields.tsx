import { useWatch } from 'react-hook-form';
import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import { messages } from '#shared/messages.ts';
import { type Load, useLoad } from '#web/lib/useLoad.ts';
import { ComboField } from '#web/ui/ComboField.tsx';
import { TryAgain } from '#web/ui/TryAgain.tsx';
import { usePersonForm } from './use-person-form.ts';

/** State, district and sub-district, each offering what belongs to the one before; a sub-district may also be typed. */
export function PlaceFields() {
  const { control, setValue, clearErrors } = usePersonForm();
  const [state, district] = useWatch({ control, name: ['State', 'District'] });
  const states = useLoad(listStates, {});
  const districts = useLoad(listDistricts, state ? { query: { state } } : null);
  const subDistricts = useLoad(listSubDistricts, state && district ? { query: { state, district } } : null);

  function forget(...names: ('District' | 'SubDistrict')[]) {
    for (const name of names) setValue(name, '');
    clearErrors(names);
  }

  return (
    <>
      <div>
        <ComboField
          control={control}
          name="State"
          label="State"
          required
          placeholder="Select or type"
          options={names(states, (place) => place.state_name_english)}
          loading={states.loading}
          onEdited={() => forget('District', 'SubDistrict')}
        />
        <Reload of={states} />
      </div>
      <div>
        <ComboField
          control={control}
          name="District"
          label="District"
          required
          placeholder="Select or type"
          options={names(districts, (place) => place.district_name_english)}
          loading={districts.loading}
          emptyText={state ? messages.empty.dropdown : 'Please select the state first'}
          onEdited={() => forget('SubDistrict')}
        />
        <Reload of={districts} />
      </div>
      <ComboField
        control={control}
        name="SubDistrict"
        label="Sub-District"
        required
        free
        placeholder="Select or type"
        hint="Taluk, tehsil, mandal or block: choose it, or type its name."
        options={names(subDistricts, (place) => place.subdistrict_name_english)}
        loading={subDistricts.loading}
      />
    </>
  );
}

/** Nothing while another list is on its way: the old one belongs to another place. */
function names<T>(load: Load<{ data: T[] }>, nameOf: (place: T) => string): string[] {
  return load.loading || load.failed ? [] : (load.data?.data.map(nameOf) ?? []);
}

function Reload({ of }: { of: Load<unknown> }) {
  return of.failed && !of.loading ? <TryAgain onClick={of.reload} text="The list could not be loaded." /> : null;
}
