import type { ColumnMapping, StatementAnswer } from '#shared/contracts/statements.ts';
import { fieldsOfMapping, mappingOfFields, statementFields } from '#shared/statement-columns.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormStack } from '#web/ui/forms/FormStack.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type ChosenColumns, ColumnChoices, chosenFields } from '#web/ui/tables/ColumnChoices.tsx';

interface Props {
  columns: StatementAnswer['statement']['columns'];
  /** The current mapping. */
  mapping: ColumnMapping | null;
  busy: boolean;
  /** The columns were not recognised; otherwise the office changes a recognised mapping. */
  needed: boolean;
  onSend: (mapping: ColumnMapping) => void;
}

const fields = Object.entries(statementFields).map(([value, label]) => ({ value, label }));

/** Maps the columns of a bank's table, once for each layout. */
export function StatementColumns({ columns, mapping, busy, needed, onSend }: Props) {
  const before = mapping ? fieldsOfMapping(mapping) : {};
  const form = useForm<ChosenColumns>(undefined, { columns: columns.map(({ index }) => before[index] ?? '') });
  const complete = mappingOfFields(chosenFields(columns, useWatch(form.control, 'columns')));
  return (
    <form className="grid gap-2 mt-3" onSubmit={form.send(async () => void (complete && onSend(complete)))}>
      <h2>Which column is which?</h2>
      <p className="measure">
        {needed && 'The columns of this file were not recognised. '}Date, narration and credits are needed. What you
        choose is kept for files with the same headings.
      </p>
      <FormStack disabled={busy}>
        <ColumnChoices
          control={form.control}
          columns={columns.map(({ name, ...column }) => ({ ...column, title: name }))}
          fields={fields}
        />
      </FormStack>
      <div>
        <Button type="submit" disabled={!complete} busy={busy}>
          Read the statement
        </Button>
      </div>
    </form>
  );
}
