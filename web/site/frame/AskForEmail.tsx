import { EmailQuestion } from '#web/features/members/email/EmailQuestion.tsx';
import { useEmailQuestion } from '#web/lib/email-question.ts';
import { useSession } from '#web/lib/session.ts';

/** Asks members, over a document. */
export function AskForEmail() {
  const question = useEmailQuestion();
  return useSession()?.role === 'member' && question ? <EmailQuestion /> : null;
}
