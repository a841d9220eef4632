import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { createCleanUps } from './clean-ups.ts';
import type { Config } from './config.ts';
import type { BaseCore, Core } from './core.ts';
import type { Database } from './database/client.ts';
import { administratorsRoutes } from './features/administrators/administrators.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { cleanUpLogins } from './features/auth/clean-up.ts';
import { createSecretMakers } from './features/auth/secret-makers.ts';
import { authenticate } from './features/auth/sessions.service.ts';
import { conferencesRoutes } from './features/conferences/conferences.routes.ts';
import { deleteOldContacts } from './features/contact/contact.queries.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { feedsRoutes } from './features/feeds/feeds.routes.ts';
import { galleryRoutes } from './features/gallery/gallery.routes.ts';
import { healthRoutes } from './features/health/health.routes.ts';
import { locationsRoutes } from './features/locations/locations.routes.ts';
import { deleteOldLogins } from './features/log/log.queries.ts';
import { logRoutes } from './features/log/log.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { membersRoutes } from './features/members/members.routes.ts';
import { membershipsRoutes } from './features/memberships/memberships.routes.ts';
import { newsRoutes } from './features/news/news.routes.ts';
import { resourcesRoutes } from './features/resources/resources.routes.ts';
import { settingsRoutes } from './features/settings/settings.routes.ts';
import { ensureSettings } from './features/settings/settings.service.ts';
import { apiDocsPage } from './http/api-docs.ts';
import { parseBodies } from './http/bodies.ts';
import { answerBadAddress, sendFailure, setErrorHandler } from './http/error-handler.ts';
import { closeIdleConnections } from './http/idle-connections.ts';
import { openApiDocument } from './http/openapi.ts';
import { type LogTarget, loggerOptions, logRequests } from './http/request-log.ts';
import { makeUploadFolder, removeUploadFolder } from './http/upload-folder.ts';
import { deleteOldMails, trimMails } from './mail/mail.queries.ts';
import { createMailWorker } from './mail/worker.ts';
import { registerContactForm } from './rendering/contact-form.ts';
import { clearPageCache, registerRendering } from './rendering/rendering.ts';
import { createFiles } from './storage/files.ts';
import { openStorage } from './storage/open-storage.ts';
import { createPublicPictures } from './storage/public-pictures.ts';

/** How long the text of a mail is kept. */
const mailTextKeptDays = 180;

/** How long the log tells of logins and mails: a whole year, which the law asks for. */
const logKeptDays = 366;

/** How long messages of the contact form are kept: as long as somebody may come back to one. */
const contactsKeptDays = 3 * 365 + 1;

export interface AppOptions {
  config: Config;
  database: Database;
  /** False: the API alone, without pages. */
  pages?: boolean;
  /** Takes the log's lines instead of standard output. */
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
    bodyLimit: 1024 * 1024,
    // 10 MB over a poor connection must pass; a connection that only waits must not.
    requestTimeout: 120_000,
    connectionTimeout: 150_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const uploadFolder = await makeUploadFolder(config, database);
  const storage = await openStorage(config);
  const base: BaseCore = { config, database, storage, log: app.log };
  const files = createFiles(base);
  const core: Core = { ...base, files, pictures: createPublicPictures(base, files) };
  const mailWorker = createMailWorker(core, { secretMakers: createSecretMakers(base) });
  const cleanUps = createCleanUps(core, {
    files: () => files.cleanUp(),
    mails: () => trimMails(database, mailTextKeptDays),
    oldMails: () => deleteOldMails(database, logKeptDays),
    logins: () => cleanUpLogins(database),
    contacts: () => deleteOldContacts(database, contactsKeptDays),
    log: () => deleteOldLogins(database, logKeptDays),
  });

  app.decorateRequest('auth', null);
  app.decorate('endpoints', [] as AnyEndpoint[]);
  app.decorate('uploadFolder', uploadFolder);
  app.addHook('onReady', async () => {
    mailWorker.start();
    cleanUps.start();
  });
  let mailStopped: Promise<void> | undefined;
  // At once: while the last requests are answered no further mail is begun.
  app.addHook('preClose', async () => {
    mailStopped = mailWorker.stop();
  });
  app.addHook('onClose', async () => {
    await Promise.all([mailStopped, cleanUps.stop(), files.close()]);
    await removeUploadFolder(uploadFolder);
  });
  app.decorate('authenticate', (token) => authenticate(database, token));

  closeIdleConnections(app);
  logRequests(app, config);
  setErrorHandler(app);
  parseBodies(app);
  await app.register(helmet, {
    // Pages set their own policy, files theirs; an answer of the API is never a page.
    contentSecurityPolicy: false,
    hsts: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(multipart, {
    limits: { fileSize: limits.fileBytes, files: 10, fields: limits.multipartFields, fieldSize: 100_000, parts: 220 },
    throwFileSizeLimit: false,
  });

  await ensureSettings(core);

  healthRoutes(app, core);
  mediaRoutes(app, core);
  feedsRoutes(app, core);
  await app.register(async (api) => registerApi(api, core), { prefix: '/api' });
  if (pages) {
    registerContactForm(app, await registerRendering(app, { config }));
    database.listen('content', clearPageCache);
  }
  return app;
}

async function registerApi(api: FastifyInstance, core: Core): Promise<void> {
  api.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    // The notice of a change can come a moment after its answer, and whoever made it looks at the page at once.
    const changed = request.auth?.role === 'admin' && request.method !== 'GET' && reply.statusCode < 400;
    if (changed) clearPageCache();
  });
  administratorsRoutes(api, core);
  authRoutes(api, core);
  conferencesRoutes(api, core);
  contactRoutes(api, core);
  galleryRoutes(api, core);
  locationsRoutes(api, core);
  logRoutes(api, core);
  mailRoutes(api, core);
  await membersRoutes(api, core);
  membershipsRoutes(api, core);
  newsRoutes(api, core);
  resourcesRoutes(api, core);
  settingsRoutes(api, core);

  const unknownCall = new AppError('NOT_FOUND', 'There is no such call.');
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
