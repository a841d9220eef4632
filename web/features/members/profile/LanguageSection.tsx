import { useState } from 'react';
import { type OwnRecord, setLanguage } from '#shared/contracts/members.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { t } from '#web/lib/languages/text.ts';
import { RadioGroup } from '#web/ui/forms/RadioGroup.tsx';

/** Each in its own words. */
const options = languages.map((value) => ({ value, label: languageNames[value].name }));

interface Props {
  record: OwnRecord;
  className: string | undefined;
  heading: string | undefined;
}

/** The language in which a member is written to; a choice is saved at once. */
export function LanguageSection({ record, className, heading }: Props) {
  const [language, choose] = useState(record.language);
  const { attempt } = useAttempt();
  return (
    <section className={className} aria-labelledby="own-language">
      <h2 id="own-language" className={heading}>
        {t('Language of mails')}
      </h2>
      <RadioGroup
        label={t('Language of mails')}
        hideLabel
        options={options}
        value={language}
        onChange={async (value) => {
          choose(value);
          if (!(await attempt(() => api(setLanguage, { body: { language: value } })))) choose(language);
        }}
      />
    </section>
  );
}
