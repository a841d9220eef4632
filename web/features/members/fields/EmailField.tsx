import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { PersonForm } from '#shared/person.ts';
import { setValue, useLeft, useWatch } from '#web/lib/forms/useField.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { fieldTexts, usePersonForm } from './field-texts.ts';
import { likelyHost } from './usual-hosts.ts';

/** The e-mail; a host that is probably misspelt is asked about once, as the login details would go there. */
export function EmailField({ form }: { form: PersonForm }) {
  const control = usePersonForm();
  const typed = useWatch(control, 'email') ?? '';
  const isLeft = useLeft(control, 'email');
  const [keptEmail, setKeptEmail] = useState('');
  const host = isLeft && typed !== keptEmail ? likelyHost(typed) : undefined;
  return (
    <div className="min-w-0">
      <Field
        {...fieldTexts('email', form)}
        name="email"
        control={control}
        type="email"
        inputMode="email"
        maxLength={limits.emailLength}
      />
      <div role="status">
        {host && (
          <p className="flex flex-wrap gap-1 m-0 mt-4px">
            <span className="text-warn">
              <T>Did you mean {host}?</T>
            </span>
            <Button
              look="outlined"
              small
              onClick={() => setValue(control, 'email', `${typed.slice(0, typed.indexOf('@'))}@${host}`)}
            >
              {t('Yes')}
            </Button>
            <Button look="text" small onClick={() => setKeptEmail(typed)}>
              {t('Keep mine')}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}
