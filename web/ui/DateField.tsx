import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { indianOffset, indianWallClock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import type { FieldProps } from './Field.tsx';

interface DateProps<Values extends FieldValues> extends FieldProps<Values> {
  /** `YYYY-MM-DD` */
  min?: string;
  max?: string;
  disableFuture?: boolean;
  disablePast?: boolean;
  /** For days long ago: asks for the year first, starting at this day's year. `YYYY-MM-DD` */
  start?: string;
}

const calendar = {
  // Always six weeks, so that the calendar does not jump from month to month.
  fixedWeekNumber: 6,
  showDaysOutsideCurrentMonth: true,
} as const;

const dayPicker = { ...calendar, format: 'DD/MM/YYYY', views: ['year', 'month', 'day'], monthsPerRow: 3 } as const;

/**
 * The picker keeps incomplete dates to itself; the form's value is a complete one or ''.
 * @param read converts the form's value for the picker @param write the reverse, for complete dates only
 */
function usePickerValue(stored: string, read: (text: string) => Dayjs | null, write: (date: Dayjs) => string) {
  const [shown, setShown] = useState<{ stored: string; date: Dayjs | null }>(() => ({ stored, date: read(stored) }));
  // The form's value was changed from outside.
  const date = shown.stored === stored ? shown.date : read(stored);
  const change = (next: Dayjs | null): string => {
    const text = next?.isValid() ? write(next) : '';
    setShown({ stored: text, date: next });
    return text;
  };
  return { date, change };
}

function readDay(text: string): Dayjs | null {
  const date = text ? dayjs(text) : null;
  return date?.isValid() ? date : null;
}

/** The props of both pickers of a form. @param hint the default hint below the field */
function usePickerProps<Values extends FieldValues>(
  props: DateProps<Values>,
  hint: string,
  read: (text: string) => Dayjs | null,
  write: (date: Dayjs) => string,
) {
  const { control, name, label, required, disabled, disablePast } = props;
  const { field, fieldState } = useController({ control, name });
  const { date, change } = usePickerValue(String(field.value ?? ''), read, write);
  return {
    label,
    value: date,
    onChange: (next: Dayjs | null) => field.onChange(change(next)),
    disabled,
    disablePast,
    minDate: dayjs(props.min ?? limits.firstDate),
    maxDate: dayjs(props.max ?? limits.lastDate),
    slotProps: {
      textField: {
        name,
        fullWidth: true,
        inputRef: field.ref,
        onBlur: field.onBlur,
        error: fieldState.invalid,
        helperText: fieldState.error?.message ?? props.hint ?? hint,
        slotProps: { inputLabel: { required, shrink: true } },
      },
    },
  };
}

/** A day. The form's value is `YYYY-MM-DD` or ''. */
export function DateField<Values extends FieldValues>(props: DateProps<Values>) {
  const picker = usePickerProps(props, 'Day / month / year', readDay, (day) => day.format('YYYY-MM-DD'));
  return (
    <DatePicker
      {...dayPicker}
      {...picker}
      openTo={props.start ? 'year' : 'day'}
      referenceDate={props.start ? dayjs(props.start) : undefined}
      disableFuture={props.disableFuture}
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
  const [date, setDate] = useState(() => readDay(value));
  const reported = useRef(value);
  useEffect(() => {
    // Changed from outside, as by 'back'.
    if (value === reported.current) return;
    reported.current = value;
    setDate(readDay(value));
  }, [value]);
  const change = (next: Dayjs | null) => {
    setDate(next);
    if (next && !next.isValid()) return;
    reported.current = next?.format('YYYY-MM-DD') ?? '';
    onChange(reported.current);
  };
  return (
    <DatePicker
      {...dayPicker}
      label={label}
      value={date}
      onChange={change}
      minDate={dayjs(min || limits.firstDate)}
      maxDate={dayjs(max || limits.lastDate)}
      slotProps={{
        field: { clearable: true },
        textField: { fullWidth: true, slotProps: { inputLabel: { shrink: true } } },
      }}
    />
  );
}

/** India's wall clock, even if the computer is set to another time zone. */
function readInstant(iso: string): Dayjs | null {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return null;
  // The picker works in the computer's time zone, so it gets India's wall clock as if it were local.
  return dayjs(indianWallClock(new Date(time)).toISOString().slice(0, 19));
}

/** A day and time in India. The form's value is ISO 8601 with offset, or ''. */
export function DateTimeField<Values extends FieldValues>(props: DateProps<Values>) {
  const picker = usePickerProps(
    props,
    'Day / month / year, India time',
    readInstant,
    (wall) => `${wall.format('YYYY-MM-DDTHH:mm')}:00${indianOffset}`,
  );
  return <DateTimePicker {...calendar} {...picker} format="DD/MM/YYYY hh:mm a" ampm monthsPerRow={3} />;
}
