import { useState } from 'react';
import type { ColumnMapping, StatementAnswer } from '#shared/contracts/statements.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterSelect } from '#web/ui/FilterSelect.tsx';
import styles from './Statement.module.css';

interface Props {
  columns: StatementAnswer['statement']['columns'];
  /** The current mapping. */
  mapping: ColumnMapping | null;
  busy: boolean;
  /** The columns were not recognised; otherwise the office changes a recognised mapping. */
  needed: boolean;
  onSend: (mapping: ColumnMapping) => void;
}

const kinds = [
  { name: 'date', label: 'Date of the transaction', needed: true },
  { name: 'narration', label: 'Narration', needed: true },
  { name: 'credit', label: 'Credit, or the amount', needed: true },
  { name: 'debit', label: 'Debit', needed: false },
  { name: 'sign', label: 'Credit or debit (CR / DR)', needed: false },
] as const;

/** Maps the columns of a bank's table, once for each layout. */
export function MappingForm({ columns, mapping, busy, needed, onSend }: Props) {
  const [chosen, setChosen] = useState<Partial<Record<(typeof kinds)[number]['name'], number | null>>>(
    () => mapping ?? {},
  );
  const options = columns.map(({ index, name }) => ({ value: String(index), label: name || `Column ${index + 1}` }));
  const { date, narration, credit, debit = null, sign = null } = chosen;
  const isComplete = date != null && narration != null && credit != null;
  return (
    <form
      className="stack starts above-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) onSend({ date, narration, credit, debit, sign });
      }}
    >
      <h2>Which column is which?</h2>
      <p>
        {needed && 'The columns of this file were not recognised. '}What you choose is kept for files with the same
        headings.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be focusable to scroll by keyboard */}
      <section className="framed fits scrolls" tabIndex={0} aria-label="The first lines of the file">
        <table className={`small nowrap ${styles.samples}`}>
          <thead>
            <tr>
              {columns.map(({ index, name }) => (
                <th key={index} scope="col">
                  {name || `Column ${index + 1}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[0, 1, 2].map((line) => (
              <tr key={line}>
                {columns.map(({ index, samples }) => (
                  <td key={index}>{samples[line]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={`stack wide two-from-sm ${styles.selects}`}>
        {kinds.map(({ name, label, needed: isNeeded }) => (
          <FilterSelect
            key={name}
            label={isNeeded ? `${label} *` : label}
            value={chosen[name] == null ? '' : String(chosen[name])}
            options={options}
            allText={isNeeded ? 'Select' : 'None'}
            onChange={(value) => setChosen({ ...chosen, [name]: value === '' ? null : Number(value) })}
          />
        ))}
      </div>
      <Button type="submit" disabled={!isComplete} busy={busy}>
        Read the statement
      </Button>
    </form>
  );
}
