import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import { Calendar } from './Calendar.tsx';
import styles from './DayField.module.css';
import { dayOf, formatLong, type Parts, partsOf } from './day-parts.ts';
import type { FieldProps } from './Field.tsx';
import { FieldMessage } from './FieldFrame.tsx';

interface DayProps<Values extends FieldValues> extends FieldProps<Values> {
  /** `YYYY-MM-DD` */
  min?: string;
  max?: string;
  /** For days long ago: the calendar asks for the year first, starting at this day's year. `YYYY-MM-DD` */
  start?: string;
}

interface Section {
  name: keyof Parts;
  label: string;
  form: string;
  least: number;
  most: number;
}

const sections: Section[] = [
  { name: 'day', label: 'Day', form: 'DD', least: 1, most: 31 },
  { name: 'month', label: 'Month', form: 'MM', least: 1, most: 12 },
  { name: 'year', label: 'Year', form: 'YYYY', least: 1900, most: 2099 },
];

/** After a pause this long, the next digit replaces what was typed. */
const bufferMs = 5_000;

/** A day, typed as day, month and year, or picked in a calendar. The form's value is `YYYY-MM-DD` or ''. */
export function DayField<Values extends FieldValues>(props: DayProps<Values>) {
  const { control, name, label, required, disabled, hint = 'Day / month / year' } = props;
  const { field, fieldState } = useController({ control, name });
  const id = useId();
  const error = fieldState.error?.message;
  const stored = String(field.value ?? '');
  // An incomplete day stays here; the form's value is a complete one or ''.
  const [shown, setShown] = useState(() => ({ stored, parts: partsOf(stored) }));
  // The form's value was changed from outside.
  const parts = shown.stored === stored ? shown.parts : partsOf(stored);
  const [open, setOpen] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const typedAt = useRef(0);

  const take = (next: Parts) => {
    const day = dayOf(next);
    setShown({ stored: day, parts: next });
    field.onChange(day);
  };
  const input = (index: number) => group.current?.querySelectorAll('input')[index];
  const goTo = (index: number) => {
    input(index)?.focus();
    input(index)?.select();
  };

  const type = (index: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const section = sections[index]!;
    const before = parts[section.name];
    let digits = event.target.value.replace(/\D/g, '');
    const late = event.timeStamp - typedAt.current > bufferMs && before !== '' && digits.startsWith(before);
    if (late) digits = digits.slice(before.length);
    typedAt.current = event.timeStamp;
    digits = digits.slice(0, section.form.length);
    take({ ...parts, [section.name]: digits });
    // No further digit fits: go to the next part.
    const full = digits.length === section.form.length || Number(`${digits}0`) > section.most;
    if (digits !== '' && full && index < 2) goTo(index + 1);
  };

  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const section = sections[index]!;
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (step !== 0) {
      const { least, most } = section;
      const range = most - least + 1;
      const now = Number(value || (section.name === 'year' ? props.start?.slice(0, 4) : least - step));
      const next = ((((now + step - least) % range) + range) % range) + least;
      take({ ...parts, [section.name]: String(next).padStart(2, '0') });
    } else if (/^[-/. ]$/.test(event.key)) {
      if (value !== '' && index < 2) goTo(index + 1);
    } else if (event.key === 'Backspace' && value === '' && index > 0) goTo(index - 1);
    else if (event.key === 'ArrowLeft' && selectionStart === 0 && index > 0) goTo(index - 1);
    else if (event.key === 'ArrowRight' && selectionEnd === value.length && index < 2) goTo(index + 1);
    else if ((event.ctrlKey || event.metaKey) && event.key === 'Delete') take({ day: '', month: '', year: '' });
    else return;
    event.preventDefault();
  };

  /** Accepts a pasted date with the year first or last. */
  const onPaste = (event: ClipboardEvent) => {
    const numbers = event.clipboardData.getData('text').match(/\d+/g) ?? [];
    if (numbers.length !== 3) return;
    event.preventDefault();
    const [day = '', month = '', year = ''] = numbers[0]!.length === 4 ? [...numbers].reverse() : numbers;
    take({ day: day.padStart(2, '0'), month: month.padStart(2, '0'), year });
  };

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  return (
    <div className="shrinks">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: works like a label */}
      <div id={`${id}-label`} className="label" onClick={() => goTo(0)}>
        {label}
        {required && (
          <span aria-hidden="true" className="bad">
            {' '}
            *
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own naming and disabling */}
      <div
        ref={group}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-text`}
        className={`bar field touch ${styles.box}`}
        data-invalid={fieldState.invalid || undefined}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          field.onBlur();
          const two = (text: string) => (text === '' ? '' : text.padStart(2, '0'));
          const whole = { ...parts, day: two(parts.day), month: two(parts.month) };
          if (whole.day !== parts.day || whole.month !== parts.month) take(whole);
        }}
      >
        {sections.map((section, index) => (
          <span key={section.name} className="bar">
            {index > 0 && <span aria-hidden="true">/</span>}
            <input
              ref={index === 0 ? field.ref : undefined}
              className={`numbers centred ${styles.input}`}
              data-part={section.name}
              role="spinbutton"
              aria-label={section.label}
              aria-valuemin={section.least}
              aria-valuemax={section.most}
              aria-valuenow={parts[section.name] === '' ? undefined : Number(parts[section.name])}
              aria-valuetext={parts[section.name] || 'Empty'}
              aria-required={required || undefined}
              aria-invalid={fieldState.invalid || undefined}
              inputMode="numeric"
              autoComplete="off"
              placeholder={section.form}
              size={section.form.length}
              value={parts[section.name]}
              disabled={disabled}
              onFocus={(event) => {
                typedAt.current = event.timeStamp;
                event.target.select();
              }}
              onChange={type(index)}
              onKeyDown={onKeyDown(index)}
              onPaste={onPaste}
            />
          </span>
        ))}
        <button
          ref={button}
          type="button"
          className={`bare muted ${styles.button}`}
          aria-label={stored ? `Choose date, selected date is ${formatLong(stored)}` : 'Choose date'}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={() => setOpen(true)}
        >
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path
              d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"
              stroke="currentColor"
              strokeWidth="1.800"
              fill="none"
              strokeLinecap="round"
            />
          </svg>
        </button>
      </div>
      <FieldMessage id={id} error={error} hint={hint} />
      {open && (
        <Calendar
          value={stored}
          anchor={group}
          min={props.min ?? limits.firstDate}
          max={props.max ?? limits.lastDate}
          start={props.start}
          onPick={(day) => {
            take(partsOf(day));
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
