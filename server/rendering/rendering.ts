import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { NoteAnswer } from '#server/platform/http/request-log.ts';
import type { RehearsalState } from '#server/platform/rehearsal/state.ts';
import { Build } from '#server/rendering/build.ts';
import { sendInProcess } from '#server/rendering/in-process-api.ts';
import { Pages, type SendRefusedForm, type WebEntry } from '#server/rendering/pages.ts';
import { repeatAnswers } from '#server/rendering/repeated-answers.ts';

export interface RenderingOptions {
  /** Whether a rehearsal is on, as it is now. */
  rehearsal: Readonly<RehearsalState>;
  config: Pick<Config, 'nodeEnv' | 'publicUrl' | 'cdnSeconds'>;
  noteAnswer: NoteAnswer;
  /** Folder of the built web app; default `build` beside the program. */
  buildDir?: string;
}

const allPages = new Set<Pages>();

/** Empties the caches of pages and of the answers they were made of; to be called whenever public content changes. */
export function clearPageCache() {
  for (const pages of allPages) pages.clear();
}

const defaultBuildDir = resolve(import.meta.dirname, '../../build');

/**
 * Serves the web app: its files, and its pages rendered with their data. Takes every GET that no other route takes.
 * @returns how a page answers a refused form that was posted to it
 */
export async function registerRendering(app: FastifyInstance, options: RenderingOptions): Promise<SendRefusedForm> {
  const origin = options.config.publicUrl;
  if (options.config.nodeEnv === 'development') {
    const { registerDevelopment } = await import('#server/rendering/development.ts');
    return registerDevelopment(app, origin);
  }
  const buildDir = options.buildDir ?? defaultBuildDir;
  const build = new Build(buildDir);
  const entry = (await import(pathToFileURL(join(buildDir, 'server/entry-server.js')).href)) as WebEntry;
  entry.setTransport(sendInProcess);
  // Missing files of a page are found at the start, not by the first visitor.
  for (const source of entry.documentSources()) build.documentStyles(source);
  build.appFiles();

  await app.register(async (scope) => serveFiles(scope, join(buildDir, 'client')));

  const pages = new Pages({
    app,
    entry,
    build,
    origin,
    cdnSeconds: options.config.cdnSeconds,
    rehearsal: options.rehearsal,
  });
  allPages.add(pages);
  app.addHook('onClose', async () => {
    allPages.delete(pages);
  });
  const call = '/*';
  app.get(call, (request, reply) => pages.send(request, reply));
  repeatAnswers(
    app,
    (url) => pages.peek(url),
    () => options.noteAnswer(app.log, 'GET', call, 200, 0),
  );
  return (...refused) => pages.sendRefused(...refused);
}

/** Files under `assets` have a hash of their content in their name; the others do not. */
async function serveFiles(scope: FastifyInstance, folder: string): Promise<void> {
  await scope.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  });
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(br|gz|unfinished)$/.test(file.name))
    .map((file) => file.name);
  await scope.register(async (plain) => {
    await plain.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, maxAge: '1h' });
    for (const name of files) plain.get(`/${name}`, (_, reply) => reply.sendFile(name));
  });
}
