import { useState } from 'react';
import { clock, indianOffset, indianWallClock } from '#shared/clock.ts';
import { useField, useRemark } from '#web/lib/forms/useField.ts';
import { t } from '#web/lib/languages/text.ts';
import { DateInput, type DateOptions } from './DateInput.tsx';
import type { FieldProps } from './Field.tsx';

interface DateProps<Values extends object> extends FieldProps<Values>, Omit<DateOptions, keyof FieldProps<Values>> {
  disableFuture?: boolean;
  disablePast?: boolean;
}

/** The input's props for a field of a form. */
function useDateProps<Values extends object>(props: DateProps<Values>) {
  const { control, name, disableFuture, disablePast, ...rest } = props;
  const field = useField(control, name);
  // A day that does not exist is no value.
  const inputRef = useRemark(control, name, field.ref);
  return {
    ...rest,
    min: rest.min ?? (disablePast ? clock.today() : undefined),
    max: rest.max ?? (disableFuture ? clock.today() : undefined),
    value: String(field.value ?? ''),
    onChange: (value: string): void => field.onChange(value),
    error: field.error,
    invalid: field.error !== undefined,
    inputRef,
    onBlur: field.onBlur,
  };
}

/** A day. The form's value is `YYYY-MM-DD` or ''. */
export function DateField<Values extends object>(props: DateProps<Values>) {
  return <DateInput {...useDateProps(props)} hint={props.hint ?? t('Day / month / year')} />;
}

/** A day and time in India. The form's value is ISO 8601 with offset, or ''. */
export function DateTimeField<Values extends object>(props: DateProps<Values>) {
  const { value, onChange, ...rest } = useDateProps(props);
  const time = Date.parse(value);
  return (
    <DateInput
      {...rest}
      time
      hint={props.hint ?? t('Day / month / year, India time')}
      value={Number.isNaN(time) ? '' : indianWallClock(new Date(time)).toISOString().slice(0, 16)}
      onChange={(wall) => onChange(wall && `${wall}:00${indianOffset}`)}
    />
  );
}

interface FilterDateProps {
  label: string;
  /** `YYYY-MM-DD`, '' for none. */
  value: string;
  /** Called with complete dates, and with '' when it is emptied. */
  onChange: (value: string) => void;
  min?: string;
  max?: string;
}

/** A day as a filter. An incomplete date does not filter. */
export function FilterDate({ label, value, onChange, min, max }: FilterDateProps) {
  const [state, setState] = useState({ value, shown: value });
  // Changed from outside, as by 'back'.
  const shown = state.value === value ? state.shown : value;
  return (
    <DateInput
      label={label}
      value={shown}
      onChange={(next, isEmpty) => {
        const reported = next !== '' || isEmpty ? next : value;
        setState({ value: reported, shown: next });
        if (reported !== value) onChange(reported);
      }}
      min={min || undefined}
      max={max || undefined}
      clearable
    />
  );
}
