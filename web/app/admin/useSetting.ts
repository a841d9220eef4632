import { useEffect, useEffectEvent } from 'react';

const pollMs = 100;
const patienceMs = 5_000;

/**
 * Goes to a setting of the shown page once it is loaded.
 * @param name how its label, legend or heading begins, or ''
 * @param onDone called when it was found, or is not there
 */
export function useSetting(name: string, onDone: () => void): void {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (!name) return;
    let left = patienceMs / pollMs;
    const timer = setInterval(() => {
      left -= 1;
      const labels = document.querySelectorAll<HTMLElement>(
        '#setting :is(label, legend, h2, h3, .label, li strong):not(#setting-title)',
      );
      const label = [...labels].find(({ textContent }) => textContent.trim().startsWith(name));
      if (!label && left > 0) return;
      clearInterval(timer);
      if (label) {
        const control = label instanceof HTMLLabelElement ? label.control : null;
        const within = label.closest('li, fieldset, section, div');
        (control ?? within?.querySelector<HTMLElement>('input, textarea, button, a'))?.focus();
        label.scrollIntoView({ block: 'center' });
      }
      done();
    }, pollMs);
    return () => clearInterval(timer);
  }, [name]);
}
