import type { MailTemplate } from '#shared/contracts/templates.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Templates.module.css';

interface Props {
  variables: MailTemplate['variables'];
  onPick: (name: string, paragraph: boolean) => void;
}

/** Buttons that insert a mail's variables. */
export function VariableList({ variables, onPick }: Props) {
  return (
    <section aria-label="Variables" className={`above-3 ${styles.variables}`}>
      <h4>Variables</h4>
      <p className={`muted small flush below-1 ${styles.caption}`}>
        A press puts one in where the cursor is. The text has to keep those that are required; those with several lines
        stand in a paragraph of their own.
      </p>
      <ul>
        {variables.map(({ name, meaning, example, required, paragraph }) => (
          <li key={name}>
            <Button
              small
              look="outlined"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(name, paragraph)}
            >
              {`{{${name}}}`}
            </Button>
            <div>
              <p>
                {meaning}
                {required && <strong> · required</strong>}
                {paragraph && <span> · own paragraph</span>}
              </p>
              {example && <p className={styles.example}>{example}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
