import { clock } from '#shared/clock.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import type { Option } from '#web/ui/Select.tsx';

const shown = 10;

/** The current year and those before it: financial years first, then calendar years. */
export function reportYears(): Option[] {
  const today = clock.today();
  const year = Number(today.slice(0, 4));
  const back = Array.from({ length: shown }, (_, index) => index);
  return [
    ...back.map((index) => {
      const value = financialYearOf(`${year - index}${today.slice(4)}`);
      return { value, label: `Financial year ${value}` };
    }),
    ...back.map((index) => ({ value: String(year - index), label: `Calendar year ${year - index}` })),
  ];
}
