import { listTemplates, type MailTemplate } from '#shared/contracts/templates.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useQueryState } from '#web/lib/useQueryState.ts';
import { Button } from '#web/ui/Button.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';
import styles from './Templates.module.css';

/** The templates of the site's mails. */
export function TemplatesTab() {
  const load = useLoad(listTemplates, {});
  const [{ mail }, change] = useQueryState({ mail: '' });
  return (
    <Loaded of={load}>
      {({ data }) => {
        const chosen = data.find(({ kind }) => kind === mail);
        return chosen ? (
          <section aria-labelledby="mail-title">
            <Button look="text" onClick={() => change({ mail: '' })}>
              All mails
            </Button>
            <h2 id="mail-title" className={`text-22 ${styles.title}`}>
              {chosen.title}
            </h2>
            <TemplateEditor key={chosen.kind} template={chosen} onSaved={load.reload} />
          </section>
        ) : (
          <List templates={data} onOpen={(kind) => change({ mail: kind })} />
        );
      }}
    </Loaded>
  );
}

function List({ templates, onOpen }: { templates: MailTemplate[]; onOpen: (kind: string) => void }) {
  const changed = templates.filter(({ isDefault }) => !isDefault).length;
  return (
    <section aria-label="Mails">
      <p className={`muted small flush below-1 ${styles.caption}`}>
        Every mail that the site sends, with its words.{' '}
        {changed === 0
          ? 'None has been changed.'
          : changed === 1
            ? 'One has been changed.'
            : `${changed} have been changed.`}
      </p>
      <ul className={`card ruled ${styles.list}`}>
        {templates.map(({ kind, title, subject, isDefault, outdated }) => (
          <li key={kind}>
            <button type="button" onClick={() => onOpen(kind)}>
              <strong>{title}</strong>
              <span>{subject}</span>
            </button>
            {outdated ? (
              <StatusDot tone="bad">To be corrected</StatusDot>
            ) : (
              !isDefault && <StatusDot tone="warn">Changed</StatusDot>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
