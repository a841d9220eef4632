import { useRef, useState } from 'react';
import { useActionData } from 'react-router';
import { createContact } from '#shared/contracts/contact.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { usePlainForm } from '#web/lib/usePlainForm.ts';
import { paths } from '#web/paths.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import styles from './ContactForm.module.css';

const fields = [
  { name: 'fullname', label: 'Full Name', autoComplete: 'name', maxLength: 120 },
  { name: 'email', label: 'Email', autoComplete: 'email', inputMode: 'email', maxLength: 254 },
  { name: 'mobile_no', label: 'Mobile Number', autoComplete: 'tel', inputMode: 'tel', maxLength: 40 },
] as const;

const empty = { fullname: '', email: '', mobile_no: '', message: '', website: '' };

/** Writes to the office. Without a script the form is posted to its own page, and the browser checks that it is filled. */
export function ContactForm() {
  const hydrated = useInBrowser();
  // Posted without a script and not taken: the server shows the form as it was.
  const refused = useActionData() as RefusedForm | undefined;
  const [outcome, setOutcome] = useState<'sent' | 'refused' | undefined>(refused && 'refused');
  const shownAt = useRef(0);
  shownAt.current ||= hydrated ? Date.now() : 0;
  const form = usePlainForm({
    initial: { ...empty, ...refused?.values },
    initialErrors: refused?.fields,
    validate: async (values) => (await import('./validate-contact.ts')).validateContact(values),
    send: async (values) => {
      const { message } = await api(createContact, {
        body: { ...values, shownAt: shownAt.current, sentAt: Date.now() },
      });
      toast.success(message);
      form.reset(empty);
      setOutcome('sent');
    },
  });
  const edit = (name: keyof typeof empty, value: string) => {
    setOutcome(undefined);
    form.set(name, value);
  };

  return (
    <form className={styles.form} method="post" action={paths.contact} noValidate={hydrated} onSubmit={form.onSubmit}>
      <fieldset className={styles.fields} disabled={form.busy}>
        <legend className="unseen">Your message</legend>
        {outcome === 'refused' && (
          <p className={styles.refused} role="alert">
            Your message was not sent. {refused?.message}
          </p>
        )}
        {fields.map(({ name, label, ...attributes }) => (
          <div key={name} className={styles.field}>
            <label htmlFor={`contact-${name}`}>{label}</label>
            <input
              id={`contact-${name}`}
              name={name}
              required
              value={form.values[name]}
              onChange={(event) => edit(name, event.target.value)}
              aria-invalid={form.errors[name] ? true : undefined}
              aria-describedby={form.errors[name] ? `contact-${name}-error` : undefined}
              {...attributes}
            />
            <FieldMessage id={`contact-${name}-error`} text={form.errors[name]} />
          </div>
        ))}
        <div className={styles.field}>
          <label htmlFor="contact-message">Message</label>
          <textarea
            id="contact-message"
            name="message"
            rows={5}
            required
            maxLength={5000}
            value={form.values.message}
            onChange={(event) => edit('message', event.target.value)}
            aria-invalid={form.errors.message ? true : undefined}
            aria-describedby={form.errors.message ? 'contact-message-error' : undefined}
          />
          <FieldMessage id="contact-message-error" text={form.errors.message} />
        </div>
        {/* People never see this field; programs that fill in everything do. */}
        <div className={styles.trap} aria-hidden="true">
          <label htmlFor="contact-website">Please leave this field empty</label>
          <input
            id="contact-website"
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={form.values.website}
            onChange={(event) => edit('website', event.target.value)}
          />
        </div>
        <button type="submit" className="button">
          {form.busy ? 'Sending…' : 'Send message'}
        </button>
        <p className={styles.sent} role="status">
          {outcome === 'sent' ? 'Thank you. Your message is with the office.' : ''}
        </p>
      </fieldset>
    </form>
  );
}

function FieldMessage({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p id={id} className={styles.error}>
      {text}
    </p>
  ) : null;
}
