import type { MailTemplate } from '#shared/contracts/templates.ts';
import { Button } from '#web/ui/page/Button.tsx';

interface Props {
  variables: MailTemplate['variables'];
  onPick: (name: string, paragraph: boolean) => void;
}

/** Buttons that insert a mail's variables. */
export function VariableList({ variables, onPick }: Props) {
  return (
    <section aria-label="Variables" className="mt-3">
      <h4 className="m-0 mb-4px">Variables</h4>
      <p className="text-muted text-14 m-0">
        A press puts one in where the cursor is. The text has to keep those that are required; those with several lines
        stand in a paragraph of their own.
      </p>
      <ul className="grid gap-2 mt-2">
        {variables.map(({ name, meaning, example, required, paragraph }) => (
          <li key={name} className="grid gap-4px justify-items-start min-w-0">
            <Button
              small
              look="outlined"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(name, paragraph)}
            >
              {`{{${name}}}`}
            </Button>
            <div>
              <p className="text-14 m-0">
                {meaning}
                {required && <strong> · required</strong>}
                {paragraph && <span> · own paragraph</span>}
              </p>
              {example && <p className="text-14 m-0 text-muted whitespace-pre-line break-anywhere">{example}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
