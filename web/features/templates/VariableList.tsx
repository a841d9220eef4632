import type { MailTemplate } from '#shared/contracts/templates.ts';
import { Button } from '#web/ui/page/Button.tsx';

interface Props {
  variables: MailTemplate['variables'];
  onPick: (name: string, paragraph: boolean) => void;
}

/** Buttons that insert a mail's variables. */
export function VariableList({ variables, onPick }: Props) {
  return (
    <section aria-label="Variables" className="above-3">
      <h4 className="flush below-half">Variables</h4>
      <p className="muted small flush">
        A press puts one in where the cursor is. The text has to keep those that are required; those with several lines
        stand in a paragraph of their own.
      </p>
      <ul className="stack above-2">
        {variables.map(({ name, meaning, example, required, paragraph }) => (
          <li key={name} className="grid gap-half starts shrinks">
            <Button
              small
              look="outlined"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(name, paragraph)}
            >
              {`{{${name}}}`}
            </Button>
            <div>
              <p className="small flush">
                {meaning}
                {required && <strong> · required</strong>}
                {paragraph && <span> · own paragraph</span>}
              </p>
              {example && <p className="small flush muted pre-line breaks">{example}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
