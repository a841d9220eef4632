import { useFormContext } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { Field } from '#web/ui/Field.tsx';

/** The address that everything is sent to. `hint` says what for; `own`: it is that of whoever fills in the form. */
export function EmailField({ hint, own }: { hint: string; own?: boolean }) {
  const { control } = useFormContext<{ email: string }>();
  return (
    <Field
      control={control}
      name="email"
      label="Email"
      required
      type="email"
      inputMode="email"
      autoComplete={own ? 'email' : undefined}
      maxLength={limits.emailLength}
      hint={hint}
    />
  );
}
