import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { said } from '#server/said.ts';
import { clock } from '#shared/clock.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { callsPerNetwork, limits, underWay } from '#shared/limits.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { createCleanUps } from './clean-ups.ts';
import type { Config } from './config.ts';
import type { BaseCore, Core } from './core.ts';
import type { Database } from './database/client.ts';
import { onlyReading } from './database/reading.ts';
import { administratorsRoutes } from './features/administrators/administrators.routes.ts';
import { sessionsRoutes } from './features/administrators/sessions.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { cleanUpLogins } from './features/auth/clean-up.ts';
import { authenticate } from './features/auth/sessions.service.ts';
import { keepNames } from './features/bearers/bearers.queries.ts';
import { bearersRoutes } from './features/bearers/bearers.routes.ts';
import { hasBearers } from './features/bearers/bearers.service.ts';
import { cardRoutes } from './features/card/card.routes.ts';
import { circularsRoutes } from './features/circulars/circulars.routes.ts';
import { unsubscribePage } from './features/circulars/unsubscribe.routes.ts';
import { conferencesRoutes } from './features/conferences/conferences.routes.ts';
import { type ConferencesService, createConferencesService } from './features/conferences/conferences.service.ts';
import { deleteOldContacts } from './features/contact/contact.queries.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { deleteOldLinks } from './features/corrections/corrections.queries.ts';
import { correctionsRoutes } from './features/corrections/corrections.routes.ts';
import { createCorrectionService } from './features/corrections/corrections.service.ts';
import { openLink } from './features/corrections/links.ts';
import { remindCorrections } from './features/corrections/reminders.ts';
import { sweepBudgets } from './features/directory/budget.queries.ts';
import { createCounts } from './features/directory/counts.ts';
import { directoryRoutes } from './features/directory/directory.routes.ts';
import { feedsRoutes } from './features/feeds/feeds.routes.ts';
import { galleryRoutes } from './features/gallery/gallery.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { queueDueBatches } from './features/imports/credentials.ts';
import { importsRoutes } from './features/imports/imports.routes.ts';
import { dropOldImports } from './features/imports/lists.service.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import { lettersRoutes } from './features/letters/letters.routes.ts';
import { createLetterMakers } from './features/letters/mail-makers.ts';
import { createLetterSender } from './features/letters/sender.ts';
import { locationsRoutes } from './features/locations/locations.routes.ts';
import { logRoutes } from './features/log/log.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { createSecretMakers } from './features/mail/secret-makers.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { createCountKeeper } from './features/members/count-keeper.ts';
import { addUpChanges } from './features/members/member-counts.queries.ts';
import { membersRoutes } from './features/members/members.routes.ts';
import { deleteOldEmailLinks } from './features/members/own-email.queries.ts';
import { openEmailLink } from './features/members/own-email.ts';
import { openPictureAddresses, type PictureAddresses } from './features/members/picture-addresses.ts';
import { metricsRoutes } from './features/metrics/metrics.routes.ts';
import { newsRoutes } from './features/news/news.routes.ts';
import { createNewsService, type NewsService } from './features/news/news.service.ts';
import { overviewRoutes } from './features/overview/overview.routes.ts';
import { keepParticipations } from './features/participations/clean-up.ts';
import { deleteLapsedLinks } from './features/participations/links.queries.ts';
import { openGuestLink } from './features/participations/links.ts';
import { createParticipationMakers } from './features/participations/mail-makers.ts';
import { calendarPage, participationsRoutes } from './features/participations/participations.routes.ts';
import {
  createParticipationsService,
  type ParticipationsService,
} from './features/participations/participations.service.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { sweepReadings } from './features/reading/reading.queries.ts';
import { createReadings } from './features/reading/reading.service.ts';
import { createAttachmentMakers } from './features/receipts/attachments.ts';
import { receiptsRoutes } from './features/receipts/receipts.routes.ts';
import { createReceiptsService, type ReceiptsService } from './features/receipts/receipts.service.ts';
import { createDecisionService } from './features/registrations/decisions.service.ts';
import { registrationsRoutes } from './features/registrations/registrations.routes.ts';
import { createRetentionService, type RetentionService } from './features/registrations/retention.service.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { keepReport, keepReports } from './features/reports/reports.service.ts';
import { resourcesRoutes } from './features/resources/resources.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts';
import { beginSecondStep } from './features/second-factor/spend.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { createSettingsService, ensureSettings, type SettingsService } from './features/settings/settings.service.ts';
import { deleteOldLines } from './features/statements/statements.queries.ts';
import { statementsRoutes } from './features/statements/statements.routes.ts';
import { ownSubscriptionStatus } from './features/subscription/own-status.ts';
import { subscriptionRoutes } from './features/subscription/subscription.routes.ts';
import { createSubscriptionService, type SubscriptionService } from './features/subscription/subscription.service.ts';
import { templatesRoutes } from './features/templates/templates.routes.ts';
import { textsRoutes } from './features/texts/texts.routes.ts';
import { tiersRoutes } from './features/tiers/tiers.routes.ts';
import { verificationPage, verificationRoutes } from './features/verification/verification.routes.ts';
import { createVerificationService, type VerificationService } from './features/verification/verification.service.ts';
import { apiDocsPage } from './http/api-docs.ts';
import { boundBodies, parseBodies } from './http/bodies.ts';
import { compressAnswers } from './http/compression.ts';
import { answerBadAddress, sendFailure, setErrorHandler } from './http/error-handler.ts';
import { closeIdleConnections } from './http/idle-connections.ts';
import { multipartOptions } from './http/multipart.ts';
import { demandOneHost } from './http/one-host.ts';
import { openApiDocument } from './http/openapi.ts';
import { Quota } from './http/quota.ts';
import { type LogTarget, loggerOptions, logRequests } from './http/request-log.ts';
import { makeUploadFolder, removeUploadFolder } from './http/upload-folder.ts';
import { deleteOldJobs } from './jobs/jobs.queries.ts';
import { createJobs } from './jobs/jobs.ts';
import { deleteOldLogins } from './log/log.queries.ts';
import { createSecurityLog, type SecurityLog } from './log/security-log.ts';
import { noteBounce } from './mail/bounces.queries.ts';
import type { MailSettled } from './mail/kinds.ts';
import { deleteOldMails, trimMails } from './mail/mail.queries.ts';
import { createMailWorker } from './mail/worker.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createCdnPurge } from './rendering/cdn-purge.ts';
import { registerContactForm } from './rendering/contact-form.ts';
import { registerGuestForm } from './rendering/guest-form.ts';
import { clearPageCache, registerRendering } from './rendering/rendering.ts';
import { findKeysInUse } from './storage/files.queries.ts';
import { createFiles } from './storage/files.ts';
import { countOthers, mustKnowKeys } from './storage/keys-in-use.ts';
import { openStorage } from './storage/open-storage.ts';
import { createPublicPictures } from './storage/public-pictures.ts';
import { countTry } from './throttles/throttles.queries.ts';

/** How long an ended job is kept; the log keeps what it did. */
const jobsKeptDays = 7;

/** How long the reason is kept why a link for another e-mail no longer works. */
const emailLinksKeptDays = 30;

/** How long the reason is kept why another link has ended. */
const linksKeptDays = 366;

export interface AppOptions {
  config: Config;
  database: Database;
  /** False: the API alone, without pages. */
  pages?: boolean;
  /** Takes log lines in place of standard output. */
  logTo?: LogTarget;
}

/** Puts the whole server together; the caller listens on it and closes it. */
export async function createApp({ config, database, pages = true, logTo }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answerBadAddress,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: limits.jsonBytes,
    // Allows 10 MB over a slow connection, but no idle ones.
    requestTimeout: 120_000,
    connectionTimeout: 150_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const storage = await openStorage(config);
  const keysInUse = await findKeysInUse(database);
  mustKnowKeys(keysInUse, storage);
  const others = countOthers(keysInUse, storage);
  if (others > 0)
    app.log.warn({ files: others }, 'files are not encrypted as FILES_KEY says; see npm run files -- status');
  const uploadFolder = await makeUploadFolder(config, database);
  const metrics = createMetrics({ database, config });
  const security = metrics.counting(createSecurityLog(database, app.log));
  const base: BaseCore = { config, database, storage, log: app.log };
  const files = createFiles(base);
  const jobs = createJobs(base);
  const core: Core = { ...base, files, jobs, pictures: createPublicPictures(base, files) };
  const receipts = createReceiptsService(base);
  const participationMakers = createParticipationMakers(base);
  const letterMakers = createLetterMakers(core);
  const settled: readonly MailSettled[] = [noteBounce, letterMakers.settled];
  const mailWorker = createMailWorker(core, {
    secretMakers: { ...createSecretMakers(base), ...participationMakers.secretMakers, ...letterMakers.secretMakers },
    attachmentMakers: {
      ...createAttachmentMakers(receipts),
      ...participationMakers.attachmentMakers,
      ...letterMakers.attachmentMakers,
    },
    settled,
  });
  const letterSender = createLetterSender(core);
  // Reading mailboxes takes 35 MB; most sites have none.
  const bounceReader =
    config.bounceImap && (await import('./mail/bounce-reader.ts')).createBounceReader(base, settled, config.bounceImap);
  const settings = createSettingsService(core, hasBearers);
  const retention = createRetentionService(core, settings);
  const subscription = createSubscriptionService(core);
  const news = createNewsService(core);
  const conferences = createConferencesService(core);
  const participations = createParticipationsService(core);
  const cleanUps = createCleanUps(core, {
    // First, so that the files of deleted records are removed in the same round.
    retention: (isStopping) => retention.run(isStopping),
    subscription: (isStopping) => subscription.run(isStopping),
    files: () => files.cleanUp(),
    malware: (isStopping) => files.scanLeft(isStopping),
    mails: () => trimMails(database, limits.kept.mailTextDays),
    oldMails: () => deleteOldMails(database, limits.kept.logDays),
    logins: () => cleanUpLogins(database),
    budgets: () => sweepBudgets(database),
    // Even a few changes: they hold names, also of deleted records.
    memberCounts: () => addUpChanges(database),
    contacts: () => deleteOldContacts(database, limits.kept.contactDays),
    log: () => deleteOldLogins(database, limits.kept.logDays),
    jobs: () => deleteOldJobs(database, jobsKeptDays),
    corrections: (isStopping) => remindCorrections(database, isStopping),
    links: () => deleteOldLinks(database, linksKeptDays),
    reports: () => keepReports(core),
    bearers: () => keepNames(database, clock.today()),
    participations: (isStopping) => keepParticipations(database, isStopping),
    emailLinks: () => deleteOldEmailLinks(database, emailLinksKeptDays),
    guestLinks: () => deleteLapsedLinks(database, linksKeptDays),
    statements: () => deleteOldLines(database, officeLimits.statement.openDays),
    readings: () => sweepReadings(database, limits.kept.readingDays),
    importCredentials: (isStopping) => queueDueBatches(core, isStopping),
    imports: (isStopping) => dropOldImports(core, limits.kept.importDays, isStopping),
  });

  const countKeeper = createCountKeeper(core);
  database.listen('members', countKeeper.noticed);

  app.decorateRequest('auth', null);
  app.decorateRequest('applicant', null);
  app.decorate('endpoints', [] as AnyEndpoint[]);
  app.decorate('visitorReads', new Map());
  app.decorate('uploads', { folder: uploadFolder, space: new Quota(underWay.uploads) });
  app.addHook('onReady', async () => {
    mailWorker.start();
    letterSender.start();
    bounceReader?.start();
    jobs.start();
    cleanUps.start();
  });
  let stopped: Promise<unknown> | undefined;
  // First of all: while the last requests are answered no further mail and no further step of a job begins.
  app.addHook('preClose', async () => {
    stopped = Promise.all([mailWorker.stop(), letterSender.stop(), jobs.stop()]);
  });
  app.addHook('onClose', async () => {
    await Promise.all([
      stopped,
      bounceReader?.stop(),
      cleanUps.stop(),
      countKeeper.stop(),
      files.close(),
      security.flush(),
    ]);
    metrics.close();
    await removeUploadFolder(uploadFolder);
  });
  const readings = createReadings(core);
  app.decorate('noteReading', readings.note);
  app.decorate('authenticate', (token) => authenticate(database, token));
  app.decorate('countCall', (name, network) =>
    countTry(database, { name: `${name}-network`, ...callsPerNetwork[name] }, network),
  );
  app.decorate('openLink', (kind, secret, from) =>
    kind === 'participation'
      ? openGuestLink(database, secret, from)
      : kind === 'email'
        ? openEmailLink(database, secret, from)
        : openLink(database, kind, secret),
  );

  closeIdleConnections(app);
  demandOneHost(app);
  const noteAnswer = logRequests(app, config, metrics);
  setErrorHandler(app, security);
  boundBodies(app);
  parseBodies(app);
  await app.register(helmet, {
    // Pages and files set their own policies; an answer of the API is never a page.
    contentSecurityPolicy: false,
    hsts: strictTransport(config),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(multipart, multipartOptions);
  // GET and HEAD change nothing, except what their declaration says.
  app.addHook('preHandler', ({ method, routeOptions }, _reply, done) => {
    const isToRead = (method === 'GET' || method === 'HEAD') && routeOptions.config.writes === undefined;
    return isToRead ? onlyReading(done) : done();
  });

  await ensureSettings(core);

  healthRoutes(app, core);
  metricsRoutes(app, config.metricsToken, metrics);
  mediaRoutes(app, core);
  feedsRoutes(app, core, { news, conferences, settings });
  calendarPage(app, core, participations);
  await unsubscribePage(app, core);
  const addresses = await openPictureAddresses(database);
  const verification = createVerificationService(core, addresses);
  verificationPage(app, core, verification, security);
  const services = { settings, retention, subscription, receipts, news, conferences, participations, verification };
  await app.register(async (api) => registerApi(api, core, security, addresses, services), {
    prefix: '/api',
  });
  if (pages) {
    const sendRefused = await registerRendering(app, { config, noteAnswer });
    registerContactForm(app, sendRefused);
    registerGuestForm(app, sendRefused);
    database.listen('content', clearPageCache);
    if (config.cdnPurge) {
      const purge = createCdnPurge(config.cdnPurge, app.log);
      // Also once at the start: pages of an earlier version name scripts that no longer exist.
      database.listen('content', purge.changed);
      app.addHook('onClose', purge.stop);
    }
  }
  return app;
}

/** Two years for the browsers' preload list, which asks for at least one. */
function strictTransport({ publicUrl, hsts }: Config) {
  if (!publicUrl.startsWith('https:') || hsts === 'off') return false;
  const isPreload = hsts === 'preload';
  return {
    maxAge: isPreload ? 63_072_000 : 31_536_000,
    includeSubDomains: isPreload || hsts === 'subdomains',
    preload: isPreload,
  };
}

const answerPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Services shared by calls, pages and background work. */
interface Services {
  settings: SettingsService;
  retention: RetentionService;
  subscription: SubscriptionService;
  receipts: ReceiptsService;
  news: NewsService;
  conferences: ConferencesService;
  participations: ParticipationsService;
  verification: VerificationService;
}

async function registerApi(
  api: FastifyInstance,
  core: Core,
  security: SecurityLog,
  addresses: PictureAddresses,
  services: Services,
): Promise<void> {
  const counts = createCounts();
  core.database.listen('members', counts.drop);
  api.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // An answer opened as a page loads nothing and cannot be framed; pages set their own policy.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', answerPolicy);
    // The notice of a change can arrive after its answer, and its author looks at the page at once.
    if (!request.auth || request.method === 'GET' || reply.statusCode >= 400) return;
    counts.drop();
    if (request.auth.role === 'admin') clearPageCache();
  });
  compressAnswers(api);
  const { settings, retention, subscription, receipts, news, conferences, participations, verification } = services;
  const corrections = createCorrectionService(core);
  const decisions = createDecisionService(core, settings);

  administratorsRoutes(api, core);
  authRoutes(api, core, beginSecondStep);
  bearersRoutes(api, core);
  cardRoutes(api, core, addresses);
  circularsRoutes(api, core);
  conferencesRoutes(api, conferences);
  contactRoutes(api, core);
  correctionsRoutes(api, core, corrections);
  directoryRoutes(api, core, addresses, counts);
  galleryRoutes(api, core);
  importsRoutes(api, core);
  jobsRoutes(api, core);
  lettersRoutes(api, core);
  locationsRoutes(api, core);
  logRoutes(api, core, security);
  mailRoutes(api, core);
  membersRoutes(api, core, addresses, corrections.mailAgain);
  newsRoutes(api, news);
  overviewRoutes(api, core);
  participationsRoutes(api, core, participations);
  paymentsRoutes(api, core, ownSubscriptionStatus(core.database));
  receiptsRoutes(api, core, receipts, keepReport);
  registrationsRoutes(api, core, corrections, addresses, { decisions, retention });
  reportsRoutes(api, core);
  resourcesRoutes(api, core);
  searchRoutes(api, core);
  secondFactorRoutes(api, core);
  sessionsRoutes(api, core);
  settingsRoutes(api, settings, retention.periodsChanged);
  subscriptionRoutes(api, core, subscription);
  statementsRoutes(api, core, decisions.approveClear);
  templatesRoutes(api, core);
  textsRoutes(api, core);
  tiersRoutes(api, core, settings);
  verificationRoutes(api, verification);

  const unknownCall = new AppError('NOT_FOUND', said.noSuchCall);
  api.all('/', (_request, reply) => sendFailure(reply, unknownCall));
  api.all('/*', (_request, reply) => sendFailure(reply, unknownCall));
  let document: Record<string, unknown> | undefined;
  const openApi = () => (document ??= openApiDocument(api.endpoints, core.config.publicUrl));
  api.get('/openapi.json', async () => openApi());
  api.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(apiDocsPage(openApi())),
  );
}
