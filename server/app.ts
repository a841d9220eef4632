import type { FastifyInstance } from 'fastify';
import { callsPerNetwork } from '#shared/limits.ts';
import type { Config } from './config.ts';
import { type Core, createCore } from './core.ts';
import { type Feature, stillTrueOf } from './feature.ts';
import { authorityOf } from './features/auth/acting.ts';
import { features, takeBackOf } from './features.ts';
import { createCleanUps } from './platform/clean-ups.ts';
import type { Channel, Database } from './platform/database/client.ts';
import { registerApi } from './platform/http/api.ts';
import { openInstance, prepareRequests } from './platform/http/instance.ts';
import type { LogTarget, NoteAnswer } from './platform/http/request-log.ts';
import { makeUploadFolder, removeUploadFolder } from './platform/http/upload-folder.ts';
import { createSecurityLog } from './platform/log/security-log.ts';
import type { Background } from './platform/loop.ts';
import { noteBounce } from './platform/mail/bounces.queries.ts';
import { createMailWorker } from './platform/mail/worker.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { createTokenTest } from './platform/metrics/token.ts';
import { rehearsalState } from './platform/rehearsal/state.ts';
import { openKnownStorage } from './platform/storage/open-storage.ts';
import { countTry } from './platform/throttles/throttles.queries.ts';
import { createCdnPurge } from './rendering/cdn-purge.ts';
import { registerPostedForms } from './rendering/posted-forms.ts';
import { clearPageCache, registerRendering } from './rendering/rendering.ts';

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
  const app = openInstance(config, logTo);
  const outer = { config, database, log: app.log };
  const core = await createCore({ ...outer, storage: await openKnownStorage(outer) }, takeBackOf(config));
  const uploadFolder = await makeUploadFolder(config, database);
  const metrics = createMetrics({ database, config });
  const security = metrics.counting(createSecurityLog(database, app.log));
  const noteAnswer = await prepareRequests(app, { config, uploadFolder, metrics, security });
  app.decorate('countCall', (name, network) =>
    countTry(database, { name: `${name}-network`, ...callsPerNetwork[name] }, network),
  );
  const links: Feature['links'] = Object.assign({}, ...features.map((feature) => feature.links));
  app.decorate('features', features);
  app.decorate('isMetricsToken', createTokenTest(config));
  app.decorate('openLink', (kind, secret, from) => links![kind]!(database, secret, from));

  for (const { listens = {} } of features)
    for (const [channel, heard] of Object.entries(listens)) database.listen(channel as Channel, () => heard(core));
  const background = await backgroundOf(core);
  app.addHook('onReady', async () => {
    for (const each of background) each.start();
  });
  let stopped: Promise<unknown> | undefined;
  // First of all: while the last requests are answered no further mail and no further step of a job begins.
  app.addHook('preClose', async () => {
    stopped = Promise.all(background.map((each) => each.stop()));
  });
  app.addHook('onClose', async () => {
    await Promise.all([stopped, core.files.close(), security.close()]);
    metrics.close();
    await removeUploadFolder(uploadFolder);
  });

  for (const feature of features) await feature.prepare?.(core);
  for (const feature of features) await feature.server?.(app, core);
  await app.register(
    (api) =>
      registerApi(api, core, features, () => {
        for (const feature of features) feature.changed?.(core);
      }),
    { prefix: '/api' },
  );
  if (pages) await servePages(app, core, noteAnswer);
  return app;
}

/** What goes on beside the requests: mails, jobs, clean-ups, and what features add. */
async function backgroundOf(core: Core): Promise<Background[]> {
  const mails = features.flatMap((feature) => feature.mails?.(core) ?? []);
  const onFinalOutcome = [noteBounce, ...mails.flatMap((mail) => mail.onFinalOutcome ?? [])];
  const mailWorker = createMailWorker(core, {
    stillTrue: stillTrueOf(features, core),
    lateValues: Object.assign({}, ...mails.map((mail) => mail.lateValues)),
    attachmentMakers: Object.assign({}, ...mails.map((mail) => mail.attachmentMakers)),
    onFinalOutcome,
  });
  const { bounceImap } = core.config;
  // Reading mailboxes takes 35 MB; most sites have none.
  const bounceReader =
    bounceImap &&
    (await import('./platform/mail/bounce-reader.ts')).createBounceReader(core, onFinalOutcome, bounceImap);
  for (const feature of features)
    for (const [kind, declared] of Object.entries(feature.jobs?.(core) ?? {}))
      core.jobs.register(kind, declared, authorityOf(core.config));
  const cleanUps = createCleanUps(core, [
    ...features.flatMap((feature) => Object.entries(feature.cleanUps ?? {})),
    // Last, so that the files of deleted records are removed in the same round.
    ['files', () => core.files.cleanUp()],
    ['malware', (_core, isStopping) => core.files.scanLeft(isStopping)],
  ]);
  const others = features.flatMap((feature) => feature.background?.(core) ?? []);
  return [mailWorker, ...others, ...(bounceReader ? [bounceReader] : []), core.jobs, cleanUps];
}

/** The pages of the site, and the forms on them that work without a script. */
async function servePages(app: FastifyInstance, { config, database }: Core, noteAnswer: NoteAnswer): Promise<void> {
  const sendRefused = await registerRendering(app, { config, noteAnswer, rehearsal: rehearsalState(database) });
  registerPostedForms(app, sendRefused);
  database.listen('content', clearPageCache);
  if (!config.cdnPurge) return;
  const purge = createCdnPurge(config.cdnPurge, app.log);
  // Also once at the start: pages of an earlier version name scripts that no longer exist.
  database.listen('content', purge.wake);
  app.addHook('onClose', purge.stop);
}
