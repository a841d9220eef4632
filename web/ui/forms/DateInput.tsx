import {
  type ChangeEvent,
  type ClipboardEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { plainDigits } from '#shared/digits.ts';
import { limits } from '#shared/limits.ts';
import { formatLongDay } from '#web/lib/languages/format.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { Calendar } from './Calendar.tsx';
import styles from './DateInput.module.css';
import { dayPartsOf, noParts, type Parts, partsOf, whyNone, writeParts } from './day-parts.ts';
import { FieldMessage } from './FieldFrame.tsx';
import { isComposing } from './typed-text.ts';

export interface DateOptions {
  label: string;
  /** Only marks the label; the rule is in the schema. */
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  hint?: string | undefined;
  /** `YYYY-MM-DD` */
  min?: string | undefined;
  max?: string | undefined;
  /** For days long ago: the calendar asks for the year first, starting at this day's year. `YYYY-MM-DD` */
  start?: string | undefined;
}

interface DateInputProps extends DateOptions {
  /** `YYYY-MM-DD`, with `time` `YYYY-MM-DDTHH:mm`; '' for none. */
  value: string;
  /** Called with '' while it is incomplete. @param isEmpty nothing at all is typed */
  onChange: (value: string, isEmpty: boolean) => void;
  /** Asks for the time of day too. */
  time?: boolean;
  /** Shows a button that empties it. */
  clearable?: boolean;
  error?: string | undefined;
  invalid?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
}

interface Section {
  name: keyof Parts;
  label: string;
  form: string;
  least: number;
  most: number;
  /** What stands before it. */
  after?: string;
}

const daySections: Section[] = [
  { name: 'day', label: msg('Day'), form: 'DD', least: 1, most: 31 },
  { name: 'month', label: msg('Month'), form: 'MM', least: 1, most: 12, after: '/' },
  { name: 'year', label: msg('Year'), form: 'YYYY', least: 1900, most: 2099, after: '/' },
];
const timeSections: Section[] = [
  { name: 'hour', label: msg('Hours'), form: 'hh', least: 1, most: 12 },
  { name: 'minute', label: msg('Minutes'), form: 'mm', least: 0, most: 59, after: ':' },
  // As numbers: the first and the second half of the day.
  { name: 'half', label: msg('Before or after noon'), form: 'am/pm', least: 0, most: 1 },
];
const withTime = [...daySections, ...timeSections];

/** After a pause this long, the next digit replaces what was typed. */
const bufferMs = 5_000;

/** A day, and with `time` a time of day: typed part by part, the day also picked in a calendar. */
export function DateInput(props: DateInputProps) {
  const { label, value: stored, required, disabled, hint, time = false } = props;
  const sections = time ? withTime : daySections;
  const last = sections.length - 1;
  const id = useId();
  // An incomplete day stays here; the form's value is a complete one or ''.
  const [shown, setShown] = useState(() => ({ stored, parts: partsOf(stored) }));
  // The form's value was changed from outside.
  const parts = shown.stored === stored ? shown.parts : partsOf(stored);
  const none = whyNone(parts, time);
  const remark = none && (none === 'impossible' ? t('This day does not exist') : t('Please complete the date'));
  const [isLeft, setIsLeft] = useState(false);
  const error = (isLeft && remark) || props.error;
  const invalid = props.invalid || error !== undefined;
  const [open, setOpen] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const typedAt = useRef(0);

  const take = (next: Parts) => {
    const value = writeParts(next, time);
    setShown({ stored: value, parts: next });
    setIsLeft(false);
    props.onChange(value, Object.values(next).join('') === '');
  };
  // A form that is sent reads it here.
  useEffect(() => group.current?.querySelector('input')?.setCustomValidity(remark), [remark]);
  const input = (index: number) => group.current?.querySelectorAll('input')[index];
  const goTo = (index: number) => {
    input(index)?.focus();
    input(index)?.select();
  };

  const type = (index: number) => (event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>) => {
    const section = sections[index]!;
    const { value } = event.currentTarget;
    if (isComposing(event.nativeEvent)) return take({ ...parts, [section.name]: value });
    if (section.name === 'half') {
      const letter = /[ap](?!.*[ap])/i.exec(value.replace(/m/gi, ''))?.[0].toLowerCase();
      if (letter) take({ ...parts, half: `${letter}m` });
      return event.currentTarget.select();
    }
    const before = parts[section.name];
    let digits = plainDigits(value).replace(/\D/g, '');
    const late = event.timeStamp - typedAt.current > bufferMs && before !== '' && digits.startsWith(before);
    if (late && digits !== before) digits = digits.slice(before.length);
    typedAt.current = event.timeStamp;
    digits = digits.slice(0, section.form.length);
    take({ ...parts, [section.name]: digits });
    // No further digit fits: go to the next part.
    const full = digits.length === section.form.length || Number(`${digits}0`) > section.most;
    if (digits !== '' && full && index < last) goTo(index + 1);
  };

  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const section = sections[index]!;
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (step !== 0 && section.name === 'half') take({ ...parts, half: value === 'pm' ? 'am' : 'pm' });
    else if (step !== 0) {
      const { least, most } = section;
      const range = most - least + 1;
      const now = Number(value || (section.name === 'year' ? props.start?.slice(0, 4) : least - step));
      const next = ((((now + step - least) % range) + range) % range) + least;
      take({ ...parts, [section.name]: String(next).padStart(2, '0') });
    } else if (/^[-/. :]$/.test(event.key)) {
      if (value !== '' && index < last) goTo(index + 1);
    } else if (event.key === 'Backspace' && section.name === 'half' && value !== '') take({ ...parts, half: '' });
    else if (event.key === 'Backspace' && value === '' && index > 0) goTo(index - 1);
    else if (event.key === 'ArrowLeft' && selectionStart === 0 && index > 0) goTo(index - 1);
    else if (event.key === 'ArrowRight' && selectionEnd === value.length && index < last) goTo(index + 1);
    else if ((event.ctrlKey || event.metaKey) && event.key === 'Delete') take(noParts);
    else return;
    event.preventDefault();
  };

  /** Accepts a pasted date with the year first or last. */
  const onPaste = (event: ClipboardEvent) => {
    const numbers = plainDigits(event.clipboardData.getData('text')).match(/\d+/g) ?? [];
    if (numbers.length !== 3) return;
    event.preventDefault();
    const [day = '', month = '', year = ''] = numbers[0]!.length === 4 ? [...numbers].reverse() : numbers;
    take({ ...parts, day: day.padStart(2, '0'), month: month.padStart(2, '0'), year });
  };

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const part = (section: Section, index: number) => (
    <span key={section.name} className="flex items-center">
      {section.after && <span aria-hidden="true">{section.after}</span>}
      <input
        ref={index === 0 ? props.inputRef : undefined}
        className={`tabular-nums text-center ${styles.input} rounded-4px`}
        data-part={section.name}
        role="spinbutton"
        aria-label={t(section.label)}
        aria-valuemin={section.least}
        aria-valuemax={section.most}
        aria-valuenow={numberOf(parts[section.name])}
        aria-valuetext={parts[section.name] || t('Empty')}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        inputMode={section.name === 'half' ? 'text' : 'numeric'}
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
        onCompositionEnd={type(index)}
        onKeyDown={onKeyDown(index)}
        onPaste={onPaste}
      />
    </span>
  );

  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: works like a label */}
      <div id={`${id}-label`} className="label" onClick={() => goTo(0)}>
        {t(label)}
        {required && (
          <span aria-hidden="true" className="text-bad">
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
        aria-describedby={error || hint ? `${id}-text` : undefined}
        className={`flex items-center field min-h-touch ${styles.box}`}
        data-invalid={invalid || undefined}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          const two = (text: string) => (text === '' ? '' : text.padStart(2, '0'));
          const { day, month, hour, minute } = parts;
          const whole = { ...parts, day: two(day), month: two(month), hour: two(hour), minute: two(minute) };
          if (Object.values(whole).join() !== Object.values(parts).join()) take(whole);
          setIsLeft(true);
          props.onBlur?.();
        }}
      >
        <span className="flex items-center">{daySections.map(part)}</span>
        {time && (
          <span className="flex items-center">{timeSections.map((section, index) => part(section, index + 3))}</span>
        )}
        {props.clearable && Object.values(parts).join('') !== '' && (
          <button
            type="button"
            className={`bare text-muted ${styles.button} grid flex-none rounded p-0`}
            aria-label={t('Clear')}
            disabled={disabled}
            onClick={() => {
              take(noParts);
              goTo(0);
            }}
          >
            <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
              <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2.500" strokeLinecap="round" />
            </svg>
          </button>
        )}
        <button
          ref={button}
          type="button"
          className={`bare text-muted ${styles.button} grid flex-none rounded p-0`}
          aria-label={
            stored ? t(`Choose date, selected date is ${formatLongDay(stored.slice(0, 10))}`) : t('Choose date')
          }
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
          value={stored.slice(0, 10)}
          anchor={group}
          min={props.min ?? limits.firstDate}
          max={props.max ?? limits.lastDate}
          start={props.start}
          onPick={(day) => {
            take({ ...parts, ...dayPartsOf(day) });
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

const numberOf = (part: string) => (part === '' ? undefined : part === 'am' ? 0 : part === 'pm' ? 1 : Number(part));
