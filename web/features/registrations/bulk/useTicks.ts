import { useState } from 'react';
import type { RegistrationRecord } from '#shared/contracts/registrations.ts';
import { limits } from '#shared/limits.ts';
import type { Selection } from '#web/ui/tables/DataTable.tsx';

/** The version of a registration when it was ticked. */
interface TickedItem {
  id: string;
  version: number;
}

export interface Ticks {
  items: readonly TickedItem[];
  /** Whether all registrations that match the filter are meant, not only the ticked ones. */
  all: boolean;
  setAll: (all: boolean) => void;
  clear: () => void;
  selection: Selection<RegistrationRecord>;
}

/** The ticked rows on all pages of a list. Another list (`key`) starts without any. */
export function useTicks(key: string): Ticks {
  const none = { key, items: new Map<string, number>(), all: false };
  const [kept, setKept] = useState(none);
  const ticks = kept.key === key ? kept : none;
  return {
    items: [...ticks.items].map(([id, version]) => ({ id, version })),
    all: ticks.all,
    setAll: (all) => setKept({ ...ticks, all }),
    clear: () => setKept(none),
    selection: {
      isTicked: (row) => ticks.all || ticks.items.has(row.id),
      labelOf: (row) => `Tick ${row.name}, ${row.reference}`,
      onTick(rows, on) {
        const items = new Map(ticks.items);
        for (const row of rows) {
          if (!on) items.delete(row.id);
          else if (items.size < limits.decidedAtOnce) items.set(row.id, row.version);
        }
        setKept({ key, items, all: false });
      },
    },
  };
}
