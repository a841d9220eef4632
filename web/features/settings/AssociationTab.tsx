import { useFieldArray, useWatch } from 'react-hook-form';
import { associationSchema } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import styles from './Settings.module.css';
import { type SettingsProps, useSettingsForm } from './useSettingsForm.ts';

const noOfficer = { name: '', designation: '', email: '', phone: '' };

/** The association's name and addresses; an empty one is left out on the site. */
export function AssociationTab(props: SettingsProps) {
  const { association } = props.settings;
  const current = { ...association, grievanceOfficer: association.grievanceOfficer ?? noOfficer };
  const record = useSettingsForm('association', props, associationSchema, current);
  const { control } = record.form;
  const links = useFieldArray({ control, name: 'socialLinks' });
  const shown = useWatch({ control });
  return (
    <RecordForm
      label="Association"
      record={record}
      beside={{
        title: 'What visitors will see',
        content: (
          <>
            <p className={`small ${styles.strip} white`}>
              {[shown.phone, shown.officeEmail].filter(Boolean).join(' · ')}
            </p>
            <h2>{shown.name}</h2>
            {shown.address && <p className="pre-line">{shown.address}</p>}
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
          </>
        ),
      }}
    >
      <Field control={control} name="name" label="Name" required maxLength={limits.lineLength} />
      <Field
        control={control}
        name="shortName"
        label="Short name"
        required
        maxLength={60}
        hint="Used on phones and in the window title"
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
      <Field control={control} name="address" label="Address" rows={3} maxLength={500} />
      <fieldset className={`stack framed starts ${styles.links} pad-2`}>
        <legend className="strong">Grievance Officer</legend>
        <p className="muted small flush">
          Shown in the Privacy Policy and on the Contact page. The law asks for a person who answers questions about
          personal data and redresses grievances within one month.
        </p>
        <div className="stack wide two-from-sm">
          <Field control={control} name="grievanceOfficer.name" label="Name" maxLength={limits.nameLength} />
          <Field
            control={control}
            name="grievanceOfficer.designation"
            label="Designation"
            maxLength={limits.nameLength}
          />
          <Field control={control} name="grievanceOfficer.email" label="E-mail" type="email" />
          <Field control={control} name="grievanceOfficer.phone" label="Phone" type="tel" maxLength={40} />
        </div>
      </fieldset>
      <fieldset className={`stack framed starts ${styles.links} pad-2`}>
        <legend className="strong">Follow us</legend>
        {links.fields.map((entry, index) => (
          <div key={entry.id} className={`stack gap-1 wide ${styles.link}`}>
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
        {links.fields.length < limits.socialLinks && (
          <Button small look="outlined" onClick={() => links.append({ label: '', url: '' })}>
            Add a link
          </Button>
        )}
      </fieldset>
    </RecordForm>
  );
}
