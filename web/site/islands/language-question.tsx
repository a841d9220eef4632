import { LanguageQuestion } from '#web/features/members/profile/LanguageQuestion.tsx';
import { island } from '../hydrate.tsx';

export const mount = island(LanguageQuestion);
