import { z } from 'zod';
import { associationSchema } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { FieldInBoth, hindiChanges, StillFits } from '#web/features/content/InBoth.tsx';
import { useRows, useWatch } from '#web/lib/forms/useField.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import styles from './Settings.module.css';
import { type SettingsProps, useSettingsForm } from './useSettingsForm.ts';

const schema = associationSchema.extend({ stillFits: z.boolean() });
const noHindi = { name: '', shortName: '', address: '', designation: '' };
const noOfficer = { name: '', designation: '', email: '', phone: '' };

/** The association's name and addresses; an empty one is left out on the site. */
export function AssociationTab(props: SettingsProps) {
  const { older = [], hi = {}, ...association } = props.settings.association;
  const current = {
    ...association,
    grievanceOfficer: association.grievanceOfficer ?? noOfficer,
    hi: { ...noHindi, ...hi },
    stillFits: false,
  };
  const record = useSettingsForm('association', props, schema, current, {
    sent: ({ stillFits, ...typed }) => ({ ...typed, hi: hindiChanges(typed.hi, hi, stillFits) }),
    once: { stillFits: false },
  });
  const isOlder = (name: string) => older.includes(name);
  const { control } = record.form;
  const links = useRows(control, 'socialLinks');
  const shown = useWatch(control);
  const hindi = (name: 'name' | 'address') => shown.hi?.[name] || shown[name] || '';
  return (
    <RecordForm
      label="Association"
      record={record}
      beside={{
        title: 'What visitors will see',
        isBelow: true,
        content: (
          <>
            <p className={`text-14 ${styles.strip} text-white`}>
              {[shown.phone, shown.officeEmail].filter(Boolean).join(' · ')}
            </p>
            <h2>{shown.name}</h2>
            {shown.address && <p className="whitespace-pre-line">{shown.address}</p>}
            {(shown.officeEmail || shown.supportEmail) && <p>{shown.officeEmail || shown.supportEmail}</p>}
            {shown.socialLinks?.some((link) => link?.label) && (
              <p>
                Follow us:{' '}
                {shown.socialLinks
                  .map((link) => link?.label)
                  .filter(Boolean)
                  .join(', ')}
              </p>
            )}
            {(shown.hi?.name || shown.hi?.address) && (
              <section aria-label="On Hindi pages" className="border-t">
                <p className="text-muted text-14 m-0 mt-2 mb-1">On Hindi pages</p>
                <h2 lang={langOf(hindi('name'))}>{hindi('name')}</h2>
                <p className="whitespace-pre-line m-0" lang={langOf(hindi('address'))}>
                  {hindi('address')}
                </p>
              </section>
            )}
          </>
        ),
      }}
    >
      <FieldInBoth
        control={control}
        name="name"
        hindi="hi.name"
        label="Name"
        required
        maxLength={limits.lineLength}
        isOlder={isOlder('name')}
      />
      <FieldInBoth
        control={control}
        name="shortName"
        hindi="hi.shortName"
        label="Short name"
        required
        maxLength={60}
        hint="Used on phones and in the window title"
        isOlder={isOlder('shortName')}
      />
      <Field control={control} name="phone" label="Phone line in the header" type="tel" maxLength={40} />
      <Field
        control={control}
        name="officeEmail"
        label="Office e-mail"
        type="email"
        hint="Receives notices of new registrations and messages"
      />
      <Field
        control={control}
        name="supportEmail"
        label="Support e-mail"
        type="email"
        hint="For help with conferences and the site"
      />
      <FieldInBoth
        control={control}
        name="address"
        hindi="hi.address"
        label="Address"
        rows={3}
        maxLength={500}
        isOlder={isOlder('address')}
      />
      <fieldset className={`grid gap-2 border rounded justify-items-start ${styles.links} p-2`}>
        <legend className="font-semibold">Grievance Officer</legend>
        <p className="text-muted text-14 m-0">
          Shown in the Privacy Policy and on the Contact page. The law asks for a person who answers questions about
          personal data and redresses grievances within one month.
        </p>
        <Field control={control} name="grievanceOfficer.name" label="Name" maxLength={limits.nameLength} />
        <FieldInBoth
          control={control}
          name="grievanceOfficer.designation"
          hindi="hi.designation"
          label="Designation"
          maxLength={limits.nameLength}
          isOlder={isOlder('designation')}
        />
        <div className="grid gap-2 w-full grid-cols-2-from-sm">
          <Field control={control} name="grievanceOfficer.email" label="E-mail" type="email" />
          <Field control={control} name="grievanceOfficer.phone" label="Phone" type="tel" maxLength={40} />
        </div>
      </fieldset>
      <fieldset className={`grid gap-2 border rounded justify-items-start ${styles.links} p-2`}>
        <legend className="font-semibold">Follow us</legend>
        {links.rows.map(({ key }, index) => (
          <div key={key} className={`grid gap-1 w-full ${styles.link}`}>
            <Field control={control} name={`socialLinks.${index}.label`} label="Name" maxLength={40} />
            <Field
              control={control}
              name={`socialLinks.${index}.url`}
              label="Address"
              type="url"
              placeholder="https://"
            />
            <Button small look="text" danger onClick={() => links.remove(index)}>
              Remove
            </Button>
          </div>
        ))}
        {links.rows.length < limits.socialLinks && (
          <Button small look="outlined" onClick={() => links.append({ label: '', url: '' })}>
            Add a link
          </Button>
        )}
      </fieldset>
      <StillFits control={control} name="stillFits" hi={hi} older={older} />
    </RecordForm>
  );
}
