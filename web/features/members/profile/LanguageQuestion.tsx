import { useEffect } from 'react';
import { getOwnRecord, setLanguage } from '#shared/contracts/members.ts';
import type { Language } from '#shared/languages.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { endLanguageQuestion, useLanguageQuestion } from '#web/lib/languages/language-question.ts';
import { t } from '#web/lib/languages/text.ts';
import { useSession } from '#web/lib/login/session.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Note } from '#web/ui/page/Note.tsx';

/** Asks a member once, after the language of the page was changed, whether mails are to follow it. */
export function LanguageQuestion() {
  const language = useLanguageQuestion();
  const isMember = useSession()?.role === 'member';
  const isAsked = isMember && language !== null;
  // No other page loads this again.
  useEffect(() => {
    if (!isAsked) endLanguageQuestion(false);
  }, [isAsked]);
  return isAsked ? <Question language={language} /> : null;
}

function Question({ language }: { language: Language }) {
  const record = useLoad(getOwnRecord, {}).data?.data;
  const { busy, attempt } = useAttempt();
  const isSame = record?.language === language;
  useEffect(() => {
    if (isSame) endLanguageQuestion(false);
  }, [isSame]);
  if (!record || isSame) return null;
  return (
    <div className="container no-print mt-2">
      <Note
        tone="info"
        role="status"
        onClose={() => endLanguageQuestion(true)}
        action={
          <Button
            small
            look="outlined"
            busy={busy}
            onClick={async () => {
              if (await attempt(() => api(setLanguage, { body: { language } }))) endLanguageQuestion(false);
            }}
          >
            {t('Yes')}
          </Button>
        }
      >
        {language === 'hi' ? t('Mails in Hindi too?') : t('Mails in English too?')}
      </Note>
    </div>
  );
}
