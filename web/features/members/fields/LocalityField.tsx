import { listDistricts, listStates, listSubDistricts } from '#shared/contracts/locations.ts';
import { messages } from '#shared/messages.ts';
import type { PersonForm } from '#shared/person.ts';
import type { LocalityName } from '#shared/person-fields.ts';
import { type Load, useLoad } from '#web/lib/calls/useLoad.ts';
import { setValue, useWatch } from '#web/lib/forms/useField.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { ComboField } from '#web/ui/forms/ComboField.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { fieldTexts, usePersonForm } from './field-texts.ts';

interface Props {
  form: PersonForm;
}

/** The options of each locality depend on the one before. */
const fieldOf: Record<LocalityName, (props: Props) => React.ReactNode> = {
  state: StateField,
  district: DistrictField,
  subDistrict: SubDistrictField,
};

export function LocalityField({ name, form }: Props & { name: LocalityName }) {
  const Field = fieldOf[name];
  return <Field form={form} />;
}

function StateField({ form }: Props) {
  const control = usePersonForm();
  const states = useLoad(listStates, {});
  const clearPlaces = useClearPlaces();
  return (
    <div>
      <ComboField
        {...textsOf('state', form)}
        control={control}
        options={names(states, (place) => place.name)}
        loading={states.loading}
        emptyText={hasFailed(states) ? notLoaded : undefined}
        unmatchedText={hasFailed(states) ? notLoaded : undefined}
        onEdited={() => clearPlaces('district', 'subDistrict')}
      />
      <Reload of={states} />
    </div>
  );
}

function DistrictField({ form }: Props) {
  const control = usePersonForm();
  const state = useWatch(control, 'state');
  const districts = useLoad(listDistricts, state ? { query: { state } } : null);
  const clearPlaces = useClearPlaces();
  const whyEmpty = hasFailed(districts) ? notLoaded : state ? undefined : t('Please select the state first');
  return (
    <div>
      <ComboField
        {...textsOf('district', form)}
        control={control}
        options={names(districts, (place) => place.name)}
        loading={districts.loading}
        emptyText={whyEmpty ?? messages.empty.dropdown}
        unmatchedText={whyEmpty}
        onEdited={() => clearPlaces('subDistrict')}
      />
      <Reload of={districts} />
    </div>
  );
}

/** Chosen or typed, as no list is complete. */
function SubDistrictField({ form }: Props) {
  const control = usePersonForm();
  const [state, district] = useWatch(control, ['state', 'district']);
  const subDistricts = useLoad(listSubDistricts, state && district ? { query: { state, district } } : null);
  return (
    <ComboField
      {...textsOf('subDistrict', form)}
      control={control}
      free
      options={names(subDistricts, (place) => place.name)}
      loading={subDistricts.loading}
    />
  );
}

const textsOf = <Name extends LocalityName>(name: Name, form: PersonForm) => ({
  ...fieldTexts(name, form),
  name,
  placeholder: t('Select or type'),
});

/** Clears the places that depend on a changed one. */
function useClearPlaces() {
  const control = usePersonForm();
  return (...later: ('district' | 'subDistrict')[]) => {
    for (const name of later) setValue(control, name, '');
  };
}

/** Empty while another list loads, as the old one belongs to another place. */
function names<T>(load: Load<{ data: T[] }>, nameOf: (place: T) => string): string[] {
  return load.loading || load.failed ? [] : (load.data?.data.map(nameOf) ?? []);
}

/** Also shown in the list, which covers the field's message when it is open. */
const notLoaded = msg('The list could not be loaded.');
const hasFailed = ({ failed, loading }: Load<unknown>) => failed && !loading;

function Reload({ of }: { of: Load<unknown> }) {
  return hasFailed(of) ? <TryAgain onClick={of.reload} text={notLoaded} /> : null;
}
