import { useState } from 'react';
import { applicationLinkSchema, sendApplicationLink } from '#shared/contracts/corrections.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Button } from '#web/ui/page/Button.tsx';

/** For an applicant who opens the own page without its link: mails a new one. */
export function LinkRequest() {
  const [answer, setAnswer] = useState('');
  const form = useForm(checkedBy(applicationLinkSchema), { email: '' });
  if (answer) return <p role="status">{answer}</p>;
  return (
    <form
      noValidate
      onSubmit={form.send(async (values) => setAnswer((await api(sendApplicationLink, { body: values })).message))}
    >
      <FormStack disabled={form.busy}>
        <p className="m-0">
          <T>
            Please open this page with the link in the e-mail that we have sent you. If you do not find it, we send you
            a new one.
          </T>
        </p>
        <Field control={form.control} name="email" label={t('Email')} type="email" autoComplete="email" />
        <Button type="submit" className="justify-items-start" busy={form.busy}>
          {t('Send me the link')}
        </Button>
      </FormStack>
    </form>
  );
}
