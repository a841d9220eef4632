import { type ComponentProps, useId, useState } from 'react';
import type { Question } from '#shared/contracts/participations.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { keepLetters } from '#shared/typing.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { described, FieldFrame } from '#web/ui/forms/FieldFrame.tsx';
import styles from '#web/ui/forms/TextField.module.css';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { asPlainMobile, typedAs } from '#web/ui/forms/typed-text.ts';

const asName = typedAs((text, typed) => keepLetters(text, 'name', typed));

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'id' | 'value'> {
  label: string;
  labelLang: string | undefined;
  name: string;
  error?: string;
  options: readonly { value: string; label: string }[];
}

/** A native select on a public page. */
function NativeSelect({ label, labelLang, error, options, ...rest }: NativeSelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} labelLang={labelLang} error={error} hint={undefined}>
      <select {...rest} {...described(id, error, undefined)} className={`field ${styles.input}`}>
        <option value="">{t('Select')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

type Answers = Record<string, string>;
interface Guest {
  name: string;
  email: string;
  mobile: string;
}

interface AnswersFormProps {
  questions: readonly Question[];
  given?: Answers;
  /** Also asks for name, e-mail and mobile number. */
  guest?: boolean;
  /** Where a browser without scripts posts the form. */
  action?: string;
  /** The input of a form that was posted so and refused. */
  refused?: RefusedForm;
  /** Null: it cannot be sent any more, and only keeps what was typed. */
  submitLabel: string | null;
  send: (answers: Answers, guest: Guest) => Promise<void>;
}

const nameOf = (question: Question) => `answers.${question.id}`;

/** The questions of a conference and the submit button; only the server validates answers. */
export function AnswersForm(props: AnswersFormProps) {
  const { questions, given, guest = false, action, refused, submitLabel, send } = props;
  const [touched, setTouched] = useState(false);
  const form = useForm<Record<string, string>>(
    async (values): Promise<FieldErrors> => (guest ? (await import('./validate-guest.ts')).validateGuest(values) : {}),
    {
      ...(guest && { name: '', email: '', mobile: '' }),
      ...Object.fromEntries(questions.map((each) => [nameOf(each), given?.[each.id] ?? ''])),
      ...refused?.values,
    },
    { errors: refused?.fields },
  );
  const submit = form.send((values) => {
    const answers = questions.map((each) => [each.id, values[nameOf(each)] ?? ''] as const);
    const { name = '', email = '', mobile = '' } = values;
    return send(Object.fromEntries(answers.filter(([, answer]) => answer !== '')), { name, email, mobile });
  });
  return (
    <form
      method="post"
      action={action}
      {...form.native}
      onSubmit={submitLabel === null ? (event) => event.preventDefault() : submit}
      onInput={(event) => {
        setTouched(true);
        form.native.onInput(event);
      }}
    >
      <fieldset className="grid gap-2" disabled={form.busy}>
        {refused && !touched && (
          <p className="m-0 font-semibold text-bad" role="alert">
            <T>This was not sent. {refused.message}</T>
          </p>
        )}
        {guest && (
          <>
            <TextField
              label={t('Name')}
              {...form.text('name')}
              {...asName}
              required
              autoComplete="name"
              maxLength={limits.nameLength}
            />
            <TextField
              label={t('E-mail')}
              {...form.text('email')}
              required
              autoComplete="email"
              inputMode="email"
              maxLength={limits.emailLength}
            />
            <TextField
              label={t('Mobile number (optional)')}
              {...form.text('mobile')}
              {...asPlainMobile}
              autoComplete="tel"
              inputMode="tel"
              maxLength={limits.contactMobileLength}
            />
          </>
        )}
        {questions.map((question) => {
          const label = question.required ? question.text : t(`${question.text} (optional)`);
          const labelLang = langOf(question.text);
          const field = { label, labelLang, required: question.required, ...form.text(nameOf(question)) };
          if (question.kind === 'text') {
            return <TextField key={question.id} {...field} maxLength={limits.answerLength} />;
          }
          const options =
            question.kind === 'yesNo'
              ? [
                  { value: 'yes', label: t('Yes') },
                  { value: 'no', label: t('No') },
                ]
              : question.options.map((option) => ({ value: option, label: option }));
          return <NativeSelect key={question.id} {...field} options={options} />;
        })}
        {form.failure && (
          <p className="m-0 font-semibold text-bad" role="alert">
            {form.failure}
          </p>
        )}
        {submitLabel !== null && (
          <button type="submit" className="button justify-self-start">
            {form.busy ? t('Sending…') : submitLabel}
          </button>
        )}
      </fieldset>
    </form>
  );
}
