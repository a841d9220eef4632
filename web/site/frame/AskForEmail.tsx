import { EmailQuestion } from '#web/features/members/email/EmailQuestion.tsx';
import { useEmailQuestion } from '#web/lib/login/email-question.ts';
import { useSession } from '#web/lib/login/session.ts';

/** Asks members, over a document. */
export function AskForEmail() {
  const question = useEmailQuestion();
  return useSession()?.role === 'member' && question ? <EmailQuestion /> : null;
}
