import { EmailQuestion } from '#web/features/members/email/EmailQuestion.tsx';
import { useEmailQuestion } from '#web/lib/email-question.ts';
import { useSession } from '#web/lib/session.ts';
import { island } from '../hydrate.tsx';

function Question() {
  const question = useEmailQuestion();
  return useSession()?.role === 'member' && question ? <EmailQuestion /> : null;
}

export const mount = island(Question);
