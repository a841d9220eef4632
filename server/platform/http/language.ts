import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { isLanguage, type Language, languageNames } from '#shared/languages.ts';

const range = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** More than any browser sends. */
const longest = 1_000;

/**
 * The language that a request prefers (RFC 9110, 12.5.4): the one of the highest quality, of several the first, by its primary subtag.
 * English where none is meant, and where the header cannot be read.
 */
export function acceptedLanguage(header = ''): Language {
  if (header.length > longest) return 'en';
  let best: Language = 'en';
  let highest = 0;
  for (const part of header.split(',')) {
    const written = part.trim();
    if (written === '') continue;
    const match = range.exec(written);
    if (!match) return 'en';
    const [primary = ''] = match[1]!.toLowerCase().split('-');
    const quality = Number(match[2] ?? 1);
    if (!isLanguage(primary) || quality <= highest) continue;
    best = primary;
    highest = quality;
  }
  return best;
}

/** Calls of administrators who have no token yet. */
const beforeLogin = /^\/Admin\//;

/** Whether only the office makes a call. */
export const isOfOffice = ({ path, access }: AnyEndpoint): boolean =>
  beforeLogin.test(path) || access.every((each) => each === 'admin');

/** The language in which a call is answered: the office's calls always in English. */
export function languageOf({ auth, headers, routeOptions, isOfAdministrator }: FastifyRequest): Language {
  const { endpoint } = routeOptions.config;
  const isOffice = auth?.role === 'admin' || isOfAdministrator || (endpoint !== undefined && isOfOffice(endpoint));
  return isOffice ? 'en' : acceptedLanguage(headers['accept-language']);
}

/** Says in which language an answer is. */
export const nameLanguage = (reply: FastifyReply, language: Language): FastifyReply =>
  reply.header('content-language', languageNames[language].tag);
