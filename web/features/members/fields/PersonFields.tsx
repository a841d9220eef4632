import { limits } from '#shared/limits.ts';
import type { PersonForm, PersonSection } from '#shared/person.ts';
import {
  controllingField,
  dependentFields,
  type FileName,
  isFile,
  isShown,
  type LocalityName,
  latestAdultBirthday,
  namesIn,
  type PersonName,
  personField,
} from '#shared/person-fields.ts';
import { wordsOfActs } from '#shared/rendered-page.ts';
import { sentence } from '#shared/sentence.ts';
import { keepDigits, keepLetters, keepMobile } from '#shared/typing.ts';
import { editField, useLeft, useWatch } from '#web/lib/forms/useField.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { ComboField } from '#web/ui/forms/ComboField.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { EmailField } from './EmailField.tsx';
import { Wide } from './FieldGroup.tsx';
import { fieldTexts, usePersonForm } from './field-texts.ts';
import { LocalityField } from './LocalityField.tsx';

/** The calendar opens at a likely year of birth. */
const start = '1985-01-01';

/** The date of birth of an adult; a later one can be typed, and shows the rule's message. */
function DateOfBirthField({ form }: { form: PersonForm }) {
  const control = usePersonForm();
  return (
    <DateField
      {...fieldTexts('dateOfBirth', form)}
      control={control}
      name="dateOfBirth"
      min={limits.firstDate}
      max={latestAdultBirthday()}
      start={start}
    />
  );
}

interface Props {
  form: PersonForm;
  section: PersonSection;
}

/** A section's fields in a form; the form places its files itself (`FileField`). */
export function PersonFields({ form, section }: Props) {
  const control = usePersonForm();
  const names = namesIn(form, section).filter((name): name is TextName => !isFile(name));
  const choices = names.filter((name) => dependentFields(name).length > 0);
  const chosen = useWatch(control, choices);
  const values = Object.fromEntries(choices.map((name, index) => [name, chosen[index]]));
  return names
    .filter((name) => isShown(name, values))
    .map((name) => <PersonField key={name} name={name} form={form} />);
}

export type TextName = Exclude<PersonName, FileName>;

const keepYears = (text: string) => keepDigits(text, limits.yearsDigits);
const keepOf = {
  name: (text: string, typed: boolean) => keepLetters(text, 'name', typed),
  title: (text: string, typed: boolean) => keepLetters(text, 'title', typed),
};
/** Said with what a field has left out. */
const state = {
  name: msg("this field takes letters, spaces and . ' ’ -"),
  title: msg("this field takes letters, digits, spaces and . ' ’ - , ( ) & /"),
  years: sentence`this field takes ${limits.yearsDigits} digits`,
  mobile: sentence`this field takes the ${limits.mobileDigits} digits without a prefix`,
};

/** One field in a form. */
export function PersonField({ name, form }: { name: TextName; form: PersonForm }) {
  const control = usePersonForm();
  const field = personField(name);
  const texts = { ...fieldTexts(name, form), name, control };
  switch (field.kind) {
    case 'letters':
      return <Field {...texts} maxLength={field.maxLength} keep={keepOf[field.signs]} kept={state[field.signs]} />;
    case 'years':
      if (name === 'yearsOfRecruitment') return <RecruitmentField form={form} />;
      return <Field {...texts} inputMode="numeric" keep={keepYears} kept={state.years} />;
    case 'mobile':
      return <Field {...texts} inputMode="numeric" keep={keepMobile} kept={state.mobile} prefix="+91" />;
    case 'email':
      return <EmailField form={form} />;
    case 'birthday':
      return <DateOfBirthField form={form} />;
    case 'locality':
      return <LocalityField name={name as LocalityName} form={form} />;
    case 'choice':
      return (
        <SelectField
          {...texts}
          options={field.options}
          onEdited={() => {
            for (const each of dependentFields(name)) editField(control, each);
          }}
        />
      );
    case 'list':
      return (
        <Wide>
          <ComboField
            {...texts}
            multiple
            words={name === 'specialisations' ? wordsOfActs : undefined}
            options={field.options}
            emptyText={field.emptyText}
            unmatchedText={field.emptyText}
          />
        </Wide>
      );
    case 'flag':
      return <CheckField control={control} name={name} label={texts.label} />;
    default: {
      const choice = controllingField(name);
      const text = <Field {...texts} maxLength={field.kind === 'text' ? field.maxLength : undefined} />;
      return choice && personField(choice).kind === 'list' ? <Wide>{text}</Wide> : text;
    }
  }
}

/** Asks about a number of years where the year is meant; it is accepted all the same. */
function RecruitmentField({ form }: { form: PersonForm }) {
  const control = usePersonForm();
  const texts = fieldTexts('yearsOfRecruitment', form);
  const typed = useWatch(control, 'yearsOfRecruitment') ?? '';
  const isLeft = useLeft(control, 'yearsOfRecruitment');
  const isYear = typed === '' || typed.length === limits.yearsDigits;
  const hint = isLeft && !isYear ? t('Is this the year? The year, such as 2012') : texts.hint;
  return (
    <Field
      {...texts}
      name="yearsOfRecruitment"
      control={control}
      inputMode="numeric"
      keep={keepYears}
      kept={state.years}
      hint={hint}
    />
  );
}
