import { getOwnRecord } from '#shared/contracts/members.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { t } from '#web/lib/languages/text.ts';
import { askForEmail } from '#web/lib/login/email-question.ts';
import { EmailDialog } from './EmailDialog.tsx';

/** Asks a member for a working e-mail address after each login. */
export function EmailQuestion() {
  const record = useLoad(getOwnRecord, {}).data?.data;
  if (!record?.emailBounced) return null;
  return <EmailDialog record={record} closeLabel={t('Ask me at the next login')} onClose={() => askForEmail(false)} />;
}
