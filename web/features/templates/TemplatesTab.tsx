import { useState } from 'react';
import { listTemplates, type MailTemplate } from '#shared/contracts/templates.ts';
import { type Language, languageNames, languages } from '#shared/languages.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { matches } from '#web/ui/tables/SearchedTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';
import styles from './Templates.module.css';

/** The groups in which the office finds its mails, each by how its kinds begin; the first that fits. */
const beginnings: readonly [group: string, kinds: RegExp][] = [
  ['Registration', /^(registration|already|correction|credentials|payment-(asked|reminder))/],
  ['Payments', /^(payment|receipt|subscription|share)/],
  ['Members', /^(membership|erasure|email|bearer)/],
  ['Conferences', /^(participation|conference)/],
  ['Letters and messages', /^(circular|notice|letter|contact)/],
  ['Logins and the office', /./],
];

const mailGroups = beginnings.map(([group]) => group);

/** The group of a kind of mail. */
const mailGroup = (kind: string): string => beginnings.find(([, kinds]) => kinds.test(kind))?.[0] ?? '';

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
            <h3 id="mail-title" className="text-18 m-0 mt-1 mb-2">
              {chosen.title}
            </h3>
            <BothLanguages key={chosen.kind} template={chosen} onSaved={load.reload} />
          </section>
        ) : (
          <List templates={data} onOpen={(kind) => change({ mail: kind })} />
        );
      }}
    </Loaded>
  );
}

/** A mail's words in both languages, side by side as tabs; what was typed in one stays while the other is looked at. */
function BothLanguages({ template, onSaved }: { template: MailTemplate; onSaved: () => void }) {
  const [language, setLanguage] = useState<Language>('en');
  const { subject, text, hi } = template;
  // Mails to the office have no Hindi words.
  const isForOffice = hi.isDefault && hi.subject === subject && hi.text === text;
  if (isForOffice) return <TemplateEditor template={template} language="en" onSaved={onSaved} />;
  return (
    <>
      <Tabs
        label="Language"
        className="mb-2"
        tabs={[
          { value: 'en', label: 'English' },
          { value: 'hi', label: <span lang="hi">{languageNames.hi.name}</span> },
        ]}
        value={language}
        onChange={setLanguage}
        panel="mail-words"
      />
      <div id="mail-words" role="tabpanel" aria-labelledby={`tab-${language}`}>
        {languages.map((each) => (
          <div key={each} hidden={each !== language}>
            <TemplateEditor template={template} language={each} onSaved={onSaved} />
          </div>
        ))}
      </div>
    </>
  );
}

function List({ templates, onOpen }: { templates: MailTemplate[]; onOpen: (kind: string) => void }) {
  const changed = templates.filter(({ isDefault, hi }) => !isDefault || !hi.isDefault).length;
  const [search, setSearch] = useState('');
  const shownTemplates = templates.filter(({ title, subject }) => matches(search, title, subject));
  return (
    <section aria-label="Mails">
      <p className="text-muted text-14 m-0 mb-1">
        Every mail that the site sends, with its words.{' '}
        {changed === 0
          ? 'None has been changed.'
          : changed === 1
            ? 'One has been changed.'
            : `${changed} have been changed.`}
      </p>
      <SearchField
        label="Search mails"
        placeholder="Name or subject"
        hideLabel
        value={search}
        onChange={setSearch}
        delay={0}
      />
      {shownTemplates.length === 0 && <p className="text-muted">No mail has this name or subject.</p>}
      {mailGroups.map((group) => {
        const mails = shownTemplates.filter(({ kind }) => mailGroup(kind) === group);
        if (mails.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <h3 className="text-18 m-0 mt-3 mb-1">{group}</h3>
            <ul className={`card divide-y m-0 ${styles.list}`}>
              {mails.map(({ kind, title, subject, isDefault, outdated, hi }) => (
                <li key={kind} className="flex items-center justify-between gap-2">
                  <button
                    type="button"
                    className="bare grid text-start grow min-w-0 min-h-touch text-ink px-2 py-1 break-anywhere"
                    onClick={() => onOpen(kind)}
                  >
                    <strong>{title}</strong>
                    <span className="text-muted text-14">{subject}</span>
                  </button>
                  {outdated || hi.outdated ? (
                    <StatusDot tone="bad">To be corrected</StatusDot>
                  ) : (
                    !(isDefault && hi.isDefault) && <StatusDot tone="warn">Changed</StatusDot>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}
