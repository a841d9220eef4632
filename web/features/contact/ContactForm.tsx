import { useRef, useState } from 'react';
import { clock } from '#shared/clock.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { fromThisPage, href, t } from '#web/lib/languages/text.ts';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { asPlainMobile } from '#web/ui/forms/typed-text.ts';
import styles from './ContactForm.module.css';

const empty = { name: '', email: '', mobile: '', message: '', website: '' };

/**
 * The contact form. Without a script it is posted to its own page, and the browser checks the required fields.
 * @param refused the input of a form that was posted so
 */
export function ContactForm({ refused }: { refused?: RefusedForm | undefined }) {
  const [outcome, setOutcome] = useState<'sent' | 'refused' | undefined>(refused && 'refused');
  const doubted = useRef(new Set<string>());
  /** The address in the message that was sent. */
  const [answerTo, setAnswerTo] = useState('');
  // Somebody can type before the script is there.
  const shownAt = useRef(performance.timeOrigin);
  const form = useForm(
    async (values) => {
      const { validateContact, mistakenEmail } = await import('./validate-contact.ts');
      const fields = await validateContact(values);
      const doubt = mistakenEmail(values.email);
      // Asked about once: what looks odd may be right.
      if (fields.email || !doubt || doubted.current.has(values.email)) return fields;
      doubted.current.add(values.email);
      return { ...fields, email: doubt };
    },
    { ...empty, ...refused?.values },
    { errors: refused?.fields },
  );
  const send = form.send(async (values) => {
    const { message } = await api(createContact, {
      body: fromThisPage({ ...values, shownAt: Math.floor(shownAt.current), sentAt: clock.ms() }),
    });
    toast.success(message);
    const fields = form.control.element?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
    for (const field of fields ?? []) field.value = '';
    setAnswerTo(values.email);
    setOutcome('sent');
  });

  return (
    <form
      method="post"
      action={href(paths.contact)}
      {...form.native}
      onSubmit={send}
      onInput={(event) => {
        if (outcome === 'refused') setOutcome(undefined);
        form.native.onInput(event);
      }}
    >
      <fieldset className={`grid gap-2 ${styles.fields}`} disabled={form.busy}>
        <legend className="sr-only">{t('Your message')}</legend>
        {outcome === 'refused' && (
          <p className={`m-0 font-semibold text-bad ${styles.refused}`} role="alert">
            <T>Your message was not sent. {refused?.message}</T>
          </p>
        )}
        <TextField
          label={t('Full Name')}
          {...form.text('name')}
          required
          autoComplete="name"
          maxLength={limits.nameLength}
        />
        <TextField
          label={t('Email')}
          {...form.text('email')}
          required
          autoComplete="email"
          inputMode="email"
          maxLength={limits.emailLength}
        />
        <TextField
          label={t('Mobile Number')}
          {...form.text('mobile')}
          required
          autoComplete="tel"
          inputMode="tel"
          {...asPlainMobile}
          maxLength={limits.contactMobileLength}
        />
        <TextArea label={t('Message')} {...form.text('message')} required rows={5} maxLength={limits.textLength} />
        {/* A honeypot: people do not see this field, but bots fill it in. */}
        <div className={styles.trap} aria-hidden="true">
          <label htmlFor="contact-website">{t('Please leave this field empty')}</label>
          <input id="contact-website" name={form.text('website').name} tabIndex={-1} autoComplete="off" />
        </div>
        <button type="submit" className="button">
          {form.busy ? t('Sending…') : t('Send message')}
        </button>
        <p className={`m-0 font-semibold ${styles.sent}`} role="status">
          {outcome === 'sent' && (
            <>
              <span aria-hidden="true">✓ </span>
              <T>
                Thank you. Your message is with the office.{' '}
                <span>
                  <T>The answer will come to {answerTo}.</T>
                </span>
              </T>
            </>
          )}
        </p>
      </fieldset>
    </form>
  );
}
