import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, applicantOf, reachOf, route } from '#server/platform/http/route.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { withMinimumDuration } from '#server/platform/with-timeout.ts';
import * as calls from '#shared/contracts/corrections.ts';
import { AppError } from '#shared/errors.ts';
import { correctionAnswer } from './answer.ts';
import { remindCorrections } from './correction-mail.ts';
import { deleteOldLinks, replaceLinks } from './corrections.queries.ts';
import { createCorrectionService } from './corrections.service.ts';
import { lateValues, openLink, stillTrue } from './links.ts';

/** How long the reason is kept why a link has ended. */
const linksKeptDays = 366;

/** What the office asks applicants to correct, and the applicants’ own pages. */
export const corrections: Feature = {
  name: 'corrections',
  routes: correctionsRoutes,
  cleanUps: {
    corrections: remindCorrections,
    links: ({ database }) => deleteOldLinks(database, linksKeptDays),
  },
  mails: (core) => ({ stillTrue, lateValues: lateValues(core) }),
  accountParts: {
    ownPages: {
      tables: ['applicant_links'],
      end: (tx, { subject }) => ('memberId' in subject ? replaceLinks(tx, subject.memberId) : undefined),
    },
  },
  links: {
    application: (db, secret) => openLink(db, 'application', secret),
    correction: (db, secret) => openLink(db, 'correction', secret),
  },
};

// Each may carry three files.
const answersPerLink: Throttle = { name: 'correction-answer', count: 30, seconds: 60 * 60 };
const linksPerNetwork: Throttle = { name: 'application-link-network', count: 60, seconds: 15 * 60 };
const linksPerEmail: Throttle = { name: 'application-link', count: 3, seconds: 60 * 60 };

/** What the office asks an applicant to correct, and the applicant's own pages. */
function correctionsRoutes(app: FastifyInstance, core: Core): void {
  const { database } = core;
  const corrections = serviceOf(core, createCorrectionService);

  /** Strangers may ask too, so the answer is the same without an application, and when one was sent often enough. */
  async function sendLink(email: string): Promise<void> {
    try {
      await countTry(database, linksPerEmail, email);
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOO_MANY') return;
      throw error;
    }
    await corrections.sendLink(email);
  }

  route(app, calls.askCorrection, async ({ body: { id, version, ...wish } }, caller) => {
    const row = await corrections.ask(id, wish, version, administratorOf(caller).email, reachOf(caller));
    return { message: 'The applicant has been asked for the correction.', correction: correctionAnswer(row) };
  });
  route(app, calls.applicationState, async (_request, caller) => ({
    data: await corrections.state(applicantOf(caller)),
  }));
  route(app, calls.sendApplicationLink, async ({ body: { email } }, { network }) => {
    await countTry(database, linksPerNetwork, network);
    await withMinimumDuration(sendLink(email));
    return { message: 'If there is an application with this e-mail, its link is on its way to it.' };
  });
  route(app, calls.getCorrection, async (_request, caller) => ({
    data: await corrections.toCorrect(applicantOf(caller)),
  }));
  route(
    app,
    calls.answerCorrection,
    async ({ body: { version, ...given }, files }, caller) => {
      const isChanged = await corrections.answer(applicantOf(caller), given, files, version);
      return {
        message: isChanged
          ? 'Thank you. Your correction has been sent to the association, which will now look at your application again.'
          : 'Thank you. You have changed nothing; the association has been told so.',
      };
    },
    { beforeBody: (_params, caller) => countTry(database, answersPerLink, applicantOf(caller).correctionId ?? '') },
  );
}
