import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { nameLanguage } from '#server/platform/http/language.ts';
import { refusePage, sendSecretPage } from '#server/platform/http/page.ts';
import { route } from '#server/platform/http/route.ts';
import { securityEventOf } from '#server/platform/http/security-events.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { networkOf } from '#server/platform/throttles/network.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { createVerificationService } from './verification.service.ts';
import { failurePage, readFont, verifiedPage, verifyPolicy } from './verify-page.ts';

/** What a code on a receipt, card or certificate belongs to. */
export const verification: Feature = {
  name: 'verification',
  routes: verificationRoutes,
  server: verificationPage,
};

/** The public data behind a code, for programs. */
function verificationRoutes(app: FastifyInstance, core: Core): void {
  const verification = serviceOf(core, createVerificationService);
  route(app, verifyCode, ({ params }, { network }) => verification.verify(params.code, network));
}

/** The same as a page for people: without a script, not indexed, not cached. */
function verificationPage(app: FastifyInstance, core: Core): void {
  const verification = serviceOf(core, createVerificationService);
  for (const language of languages) {
    app.get<{ Params: { code: string } }>(
      pathIn(language, `${paths.verify('')}:code`),
      { config: { writes: verifyCode.writes } },
      async (request, reply) => {
        const association = await findSender(core.database, language).catch(() => undefined);
        const reader = { language, code: request.params.code };
        nameLanguage(reply, language);
        try {
          const verified = await verification.verify(reader.code, networkOf(request.ip));
          return sendSecretPage(reply, verifyPolicy, verifiedPage(verified, reader, association));
        } catch (error) {
          const failure = refusePage(request, reply, error, 'a verification failed');
          const event = securityEventOf(request, failure);
          if (event) app.security.note(event);
          return sendSecretPage(reply, verifyPolicy, failurePage(failure, reader, association));
        }
      },
    );
  }

  app.get<{ Params: { file: string } }>(paths.verifyFont(':file'), async (request, reply) => {
    const font = await readFont(request.params.file);
    if (!font) return reply.callNotFound();
    return reply.header('cache-control', 'public, max-age=2592000').type('font/woff2').send(font);
  });
}
