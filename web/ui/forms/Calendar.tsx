import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { cut, formatLongDay, formatMonth, shortMonths } from '#web/lib/languages/format.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import styles from './Calendar.module.css';
import { moved, sixWeeks } from './day-parts.ts';

interface Props {
  /** `YYYY-MM-DD`, '' for none. */
  value: string;
  /** The field that it belongs to; wide screens show the calendar below it. */
  anchor: RefObject<HTMLElement | null>;
  min: string;
  max: string;
  /** Asks for the year first, starting at this day's year. */
  start?: string;
  onPick: (day: string) => void;
  onClose: () => void;
}

type View = 'year' | 'month' | 'day';

const weekdays = [
  msg('Monday'),
  msg('Tuesday'),
  msg('Wednesday'),
  msg('Thursday'),
  msg('Friday'),
  msg('Saturday'),
  msg('Sunday'),
];
/** From this width on it opens below its field instead of in the middle of the window. */
const wide = '(min-width: 600px)';

/** Picks a day: first the year, then the month, then a day out of six weeks. */
export function Calendar({ value, anchor, min, max, start, onPick, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const clamp = (day: string) => (day < min ? min : day > max ? max : day);
  const [view, setView] = useState<View>(start && !value ? 'year' : 'day');
  /** The day that the arrow keys have reached. */
  const [at, setAt] = useState(() => clamp(value || start || new Date().toISOString().slice(0, 10)));
  const last = Number(max.slice(0, 4));
  const first = Number(min.slice(0, 4));
  const year = Number(at.slice(0, 4));
  const month = Number(at.slice(5, 7)) - 1;

  const show = (element: HTMLDialogElement) => {
    element.showModal();
    const field = anchor.current?.getBoundingClientRect();
    if (!field || !matchMedia(wide).matches) return;
    const room = innerHeight - element.offsetHeight - 8;
    element.style.margin = '0';
    element.style.left = `${Math.max(8, Math.min(field.left, innerWidth - element.offsetWidth - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(field.bottom + 4, room))}px`;
  };

  // Focuses the one button that Tab reaches.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each view and day
  useEffect(() => {
    const button = dialog.current?.querySelector<HTMLElement>('[data-grid] [tabindex="0"]');
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: view === 'day' ? 'nearest' : 'center' });
  }, [view, at]);

  const go = (day: string) => setAt(clamp(day));

  const keys: Record<View, Record<string, string>> = {
    day: {
      ArrowLeft: moved(at, { days: -1 }),
      ArrowRight: moved(at, { days: 1 }),
      ArrowUp: moved(at, { days: -7 }),
      ArrowDown: moved(at, { days: 7 }),
      PageUp: moved(at, { months: -1 }),
      PageDown: moved(at, { months: 1 }),
      Home: `${at.slice(0, 8)}01`,
      End: moved(`${moved(at, { months: 1 }).slice(0, 8)}01`, { days: -1 }),
    },
    month: {
      ArrowLeft: moved(at, { months: -1 }),
      ArrowRight: moved(at, { months: 1 }),
      ArrowUp: moved(at, { months: -3 }),
      ArrowDown: moved(at, { months: 3 }),
    },
    year: {
      ArrowLeft: moved(at, { months: -12 }),
      ArrowRight: moved(at, { months: 12 }),
      ArrowUp: moved(at, { months: -12 * perRow() }),
      ArrowDown: moved(at, { months: 12 * perRow() }),
      PageUp: moved(at, { months: -120 }),
      PageDown: moved(at, { months: 120 }),
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[view][event.key];
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };

  return (
    <Dialog
      ref={dialog}
      className={`card ${styles.calendar} shadow p-0 text-ink`}
      aria-label={t('Choose date')}
      onClose={onClose}
      show={show}
      // Escape closes only the calendar, not the dialog around it.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <div className={styles.content}>
        <div className="flex items-center min-h-touch justify-between">
          <button
            type="button"
            className="bare inline-flex items-center gap-1 font-semibold min-h-touch rounded tints"
            aria-label={
              view === 'year'
                ? t(`${formatMonth(at.slice(0, 7))}, choose another day`)
                : t(`${formatMonth(at.slice(0, 7))}, choose another year`)
            }
            onClick={() => setView(view === 'year' ? 'day' : 'year')}
          >
            <span aria-live="polite">{view === 'day' ? formatMonth(at.slice(0, 7)) : year}</span>
            <span aria-hidden="true" className={styles.arrow} data-up={view === 'year' || undefined} />
          </button>
          {view === 'day' && (
            <span className="flex">
              <button
                type="button"
                className="touch-square bare rounded tints"
                aria-label={t('Previous month')}
                disabled={at.slice(0, 7) <= min.slice(0, 7)}
                onClick={() => go(moved(at, { months: -1 }))}
              >
                <Chevron d="m15 5-7 7 7 7" />
              </button>
              <button
                type="button"
                className="touch-square bare rounded tints"
                aria-label={t('Next month')}
                disabled={at.slice(0, 7) >= max.slice(0, 7)}
                onClick={() => go(moved(at, { months: 1 }))}
              >
                <Chevron d="m9 5 7 7-7 7" />
              </button>
            </span>
          )}
        </div>
        {view === 'day' ? (
          <table
            data-grid
            className={`w-full ${styles.days}`}
            aria-label={formatMonth(at.slice(0, 7))}
            onKeyDown={onKeyDown}
          >
            <thead>
              <tr>
                {weekdays.map((name) => (
                  <th key={name} scope="col" abbr={t(name)}>
                    {cut(t(name), 1, '')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(at).map((week) => (
                <tr key={week[0]}>
                  {week.map((day) => (
                    <td key={day}>
                      <button
                        type="button"
                        className="bare min-h-touch rounded tints"
                        tabIndex={day === at ? 0 : -1}
                        disabled={day < min || day > max}
                        data-outside={day.slice(0, 7) !== at.slice(0, 7) || undefined}
                        aria-label={formatLongDay(day)}
                        aria-current={day === value ? 'date' : undefined}
                        onClick={() => onPick(day)}
                      >
                        {Number(day.slice(8))}
                      </button>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not handle keys
          <div
            data-grid
            className={`grid grid-cols-3 gap-4px ${view === 'year' ? styles.years : styles.months}`}
            role="group"
            aria-label={view === 'year' ? t('Year') : t('Month')}
            onKeyDown={onKeyDown}
          >
            {view === 'year'
              ? Array.from({ length: last - first + 1 }, (_, index) => first + index).map((each) => (
                  <button
                    key={each}
                    type="button"
                    className="bare min-h-touch rounded tints"
                    tabIndex={each === year ? 0 : -1}
                    aria-pressed={each === year}
                    onClick={() => {
                      go(`${each}${at.slice(4, 8)}01`);
                      setView('month');
                    }}
                  >
                    {each}
                  </button>
                ))
              : shortMonths.map((name, index) => {
                  const day = `${at.slice(0, 5)}${String(index + 1).padStart(2, '0')}-01`;
                  return (
                    <button
                      key={name}
                      type="button"
                      className="bare min-h-touch rounded tints"
                      tabIndex={index === month ? 0 : -1}
                      aria-pressed={index === month}
                      disabled={day > max || day.slice(0, 7) < min.slice(0, 7)}
                      onClick={() => {
                        go(day);
                        setView('day');
                      }}
                    >
                      {t(name)}
                    </button>
                  );
                })}
          </div>
        )}
        <div className="flex justify-end mt-1">
          <button type="button" className="button-quiet" onClick={onClose}>
            {t('Cancel')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** Years in rows of three, of four where there is room. */
const perRow = () => (matchMedia(wide).matches ? 4 : 3);

function weeksOf(day: string): string[][] {
  const days = sixWeeks(day);
  return Array.from({ length: 6 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

function Chevron({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={d} stroke="currentColor" strokeWidth="2" fill="none" strokeLinecap="round" />
    </svg>
  );
}
