import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '#server/core.ts';
import { lockMember, updateWithoutVersion } from '#server/features/members/members.queries.ts';
import { escapeMarkup } from '#server/platform/calendar-text.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { nameLanguage } from '#server/platform/http/language.ts';
import { refusePage, sendSecretPage } from '#server/platform/http/page.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { networkOf } from '#server/platform/throttles/network.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { notFound, type Wording } from '#shared/errors.ts';
import { type Language, languageNames, languages, pathIn } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { languageOfText } from '#shared/text-language.ts';
import { findByCode } from './own-letters.queries.ts';

const unknownCodes: Throttle = { name: 'unsubscribe-unknown', count: 30, seconds: 60 };

// Read once on a phone, by somebody who did not want the mail: large, calm, without a script.
const style = `*{box-sizing:border-box}body{margin:0;min-height:100vh;background:#fbfaf6;color:#12233f;font:1.125rem/1.55 system-ui,"Noto Sans",sans-serif}
header{background:#0f2140;padding:14px 20px;border-bottom:4px solid #b45309}header a{color:#fff;text-decoration:none;font:600 1.125rem/1.3 Georgia,serif}
main{max-width:36rem;margin:32px auto;padding:28px 24px;background:#fff;border:1px solid #e3ded2;border-radius:8px}
h1{font:600 1.5rem/1.25 Georgia,serif;margin:0 0 14px}p{margin:0 0 16px}ul{margin:0 0 22px;padding-left:1.2em}li{margin:0 0 4px}
button{font:inherit;font-weight:600;line-height:1;min-height:48px;padding:0 24px;border:0;border-radius:6px;background:#1b365d;color:#fff;cursor:pointer}
button:hover{background:#0f2140}a{color:#1b365d}.done{color:#166534}.note{color:#475569;font-size:1rem;margin:20px 0 0}
:focus-visible{outline:3px solid #b45309;outline-offset:2px}@media(max-width:640px){main{margin:0;border:0;border-radius:0;min-height:60vh}}`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const title = 'Circulars by e-mail';

/** What the page says, in a language. */
function textsIn(language: Language) {
  const say = (text: string) => escapeMarkup(inLanguage(text, language));
  const still = `<p>${say('What still comes to you by e-mail:')}</p>
<ul><li>${say('notices of the General Body and of elections')}</li><li>${say('receipts, and what concerns your payments')}</li><li>${say('codes and mails about your login')}</li></ul>
<p>${say('Circulars can be read on the site at any time, after logging in.')}</p>`;
  return {
    question: `<h1>${say('Receive no more circulars by e-mail?')}</h1>
<form method="post"><p><button>${say('Yes, no more circulars')}</button></p></form>${still}`,
    ended: `<h1 class="done">${say('You will receive no more circulars by e-mail')}</h1>${still}
<p class="note">${say('You can switch them on again in your profile: ‘Circulars by e-mail’.')}</p>`,
    failure: (message: Wording) => `<h1>${escapeMarkup(inLanguage(message, language))}</h1>
<p>${say('Please open the complete link from the circular. Circulars can also be switched off in your profile.')}</p>`,
    page(association: string, body: string): string {
      const name = association === '' ? say('Association') : escapeMarkup(association);
      const nameIn = languageOfText(association, language);
      const lang = nameIn === language ? '' : ` lang="${nameIn}"`;
      return `<!doctype html>
<html lang="${languageNames[language].tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<title>${say(title)} · ${name}</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><header><a href="${pathIn(language, paths.home)}"${lang}>${name}</a></header><main>${body}</main></body></html>`;
    },
  };
}

/**
 * Where a member unsubscribes from circulars: `POST` does it, from mail programs (RFC 8058) and from the page's button, with any body;
 * `GET` shows the button and changes nothing, since mail scanners open links. The code is the only secret, and is not logged.
 */
export async function unsubscribePage(parent: FastifyInstance, { database }: Core): Promise<void> {
  await parent.register(async (app) => {
    // The body is ignored, so any or none is accepted; but its size is limited.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.jsonBytes }, (_request, _body, done) =>
      done(null),
    );

    /** @throws NOT_FOUND, TOO_MANY for unknown codes */
    async function memberOf(code: string, ip: string) {
      const member = await findByCode(database, code);
      if (member) return member;
      await countTry(database, unknownCodes, networkOf(ip));
      throw notFound('This link');
    }

    async function end(memberId: string): Promise<void> {
      await database.transaction(async (tx: Transaction) => {
        const row = await lockMember(tx, memberId, 'unrestricted');
        if (!row?.circularsByMail) return;
        await updateWithoutVersion(tx, memberId, { circularsByMail: false });
        const action = 'ended circulars by e-mail';
        await writeLog(tx, { kind: 'member', by: 'member', subject: row.reference, action, memberId });
      });
    }

    for (const language of languages) {
      const { question, ended, failure, page } = textsIn(language);
      const answering =
        (work: (member: { id: string; circularsByMail: boolean }) => Promise<string>) =>
        async (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => {
          const association = (await findSender(database, language).catch(() => undefined))?.name ?? '';
          const body = await memberOf(request.params.code, request.ip)
            .then(work)
            .catch((error) => failure(refusePage(request, reply, error, 'unsubscribing failed').said));
          return sendSecretPage(nameLanguage(reply, language), policy, page(association, body));
        };

      const address = pathIn(language, `${paths.unsubscribe('')}:code`);
      app.get(
        address,
        { config: { writes: 'counts unknown codes' } },
        answering(async ({ circularsByMail }) => (circularsByMail ? question : ended)),
      );
      app.post(
        address,
        answering(async ({ id }) => {
          await end(id);
          return ended;
        }),
      );
    }
  });
}
