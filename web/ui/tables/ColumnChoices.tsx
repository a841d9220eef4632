import { useField } from '#web/lib/forms/useField.ts';
import type { FormControl } from '#web/lib/forms/useForm.ts';
import { cut } from '#web/lib/languages/format.ts';
import { Select } from '#web/ui/forms/Select.tsx';
import styles from './ColumnChoices.module.css';

export interface ChoiceColumn {
  index: number;
  /** Its head; '' without one. */
  title: string;
  /** What stands in it. */
  samples: readonly string[];
}

/** The values of a form with columns: the field of each, in their order; '' for one that is not read. */
export interface ChosenColumns {
  columns: string[];
}

interface Props<Values extends ChosenColumns> {
  control: FormControl<Values>;
  columns: readonly ChoiceColumn[];
  /** What a column may give. */
  fields: readonly { value: string; label: string }[];
  /** Fields that several columns may give together. */
  joined?: readonly string[];
}

/** The field of each column by its number from 0, as mappings are sent. */
export const chosenFields = (
  columns: readonly { index: number }[],
  chosen: readonly string[],
): Record<string, string> => Object.fromEntries(columns.map(({ index }, at) => [index, chosen[at] ?? '']));

const nameOf = ({ title, index }: ChoiceColumn) => title || `Column ${index + 1}`;

/** What each column of a table gives; each field comes from one column, unless columns are joined for it. */
export function ColumnChoices<Values extends ChosenColumns>({ control, columns, fields, joined = [] }: Props<Values>) {
  const { value: chosen, onChange } = useField(control as unknown as FormControl<ChosenColumns>, 'columns');
  return (
    <ul className="grid gap-2" aria-label="Columns">
      {columns.map((column, at) => (
        <li key={column.index} className={`grid gap-1 ${styles.column} border-b`}>
          <span className="break-anywhere min-w-0">
            <strong>{nameOf(column)}</strong>
            {(column.samples.some((text) => text !== '') ? column.samples : ['Empty'])
              .filter((text) => text !== '')
              .map((text, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: samples of a column never change
                <span key={line} className="text-muted text-14 block truncate">
                  {text}
                </span>
              ))}
          </span>
          <Select
            label={`${cut(nameOf(column), 40)} gives`}
            value={chosen[at] ?? ''}
            entries={[{ value: '', label: 'Not read' }, ...fields]}
            onChange={(field) =>
              onChange(
                chosen.map((other, index) =>
                  index === at ? field : other === field && !joined.includes(field) ? '' : other,
                ),
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
