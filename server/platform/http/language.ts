import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage } from '#server/platform/languages/accept-language.ts';
import { languageNames } from '#shared/language-names.ts';
import type { Language } from '#shared/languages.ts';

/** The language in which a call is answered: the office's calls always in English. */
export function languageOf({ auth, headers, routeOptions }: FastifyRequest): Language {
  const isOffice = auth?.role === 'admin' || routeOptions.config.endpoint?.access.every((each) => each === 'admin');
  return isOffice ? 'en' : acceptedLanguage(headers['accept-language']);
}

/** Says in which language an answer is. */
export const nameLanguage = (reply: FastifyReply, language: Language): FastifyReply =>
  reply.header('content-language', languageNames[language].tag);
