import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { Build } from '#server/rendering/build.ts';
import { contentSecurityPolicy } from '#server/rendering/content-security-policy.ts';
import { failureDocument, renderDocument } from '#server/rendering/document.ts';
import { renderWith, sendInProcess } from '#server/rendering/in-process-api.ts';
import { scriptsTemplate } from '#server/rendering/inline-scripts.ts';
import {
  chooseEncoding,
  type FinishedPage,
  type FreshPage,
  finishPage,
  PageCache,
} from '#server/rendering/page-cache.ts';
import type { PageLookup, RefusedForm, RenderedPage, ServerEntry, WritableSink } from '#shared/rendered-page.ts';

export interface RenderingOptions {
  config: Pick<Config, 'nodeEnv' | 'publicUrl'>;
  /** Folder of the built web app; default `build` beside the program. */
  buildDir?: string;
}

export type WebEntry = ServerEntry<typeof sendInProcess>;
type Page = Extract<RenderedPage, { kind: 'page' }>;

/** Answers with the page of `path` and the form it was sent; for this one visitor, and never kept. */
export type SendRefusedForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  refused: RefusedForm,
) => Promise<FastifyReply>;

const caches = new Set<PageCache>();

/** Drops every kept page; to be called whenever public content changes. */
export function clearPageCache() {
  for (const cache of caches) cache.clear();
}

const defaultBuildDir = resolve(import.meta.dirname, '../../build');

/**
 * Serves the web app: its files, and its pages rendered with their data. Takes every GET that no other route has taken.
 * @returns how a page answers a form that was posted to it and refused
 */
export async function registerRendering(app: FastifyInstance, options: RenderingOptions): Promise<SendRefusedForm> {
  const origin = options.config.publicUrl;
  if (options.config.nodeEnv === 'development') {
    const { registerDevelopment } = await import('#server/rendering/development.ts');
    return registerDevelopment(app, origin);
  }
  const buildDir = options.buildDir ?? defaultBuildDir;
  const build = new Build(join(buildDir, 'client'));
  const entry = (await import(pathToFileURL(join(buildDir, 'server/entry-server.js')).href)) as WebEntry;
  entry.setTransport(sendInProcess);
  // A page without its files is found at start, not by the first visitor.
  for (const source of entry.pageSources()) build.assetsOf(source);

  await app.register(async (scope) => serveFiles(scope, join(buildDir, 'client')));

  const cache = new PageCache({ capacity: 300, maxAge: 60_000 });
  caches.add(cache);
  app.addHook('onClose', async () => {
    caches.delete(cache);
  });

  const compose = (page: Page) => composeDocument(page, build, origin);
  app.get('/*', (request, reply) => sendPage(app, request, reply, entry, origin, cache, compose));
  return async (request, reply, path, refused) => {
    try {
      return sendFinished(
        request,
        reply,
        (await renderFresh(app, request, entry, path, origin, compose, refused)).page,
      );
    } catch (error) {
      return sendRenderingFailure(request, reply, error);
    }
  };
}

type Compose = (page: Page) => { html: string; headers: Record<string, string> };

async function sendPage(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  entry: WebEntry,
  origin: string,
  cache: PageCache,
  compose: Compose,
): Promise<FastifyReply> {
  const url = pageUrl(request.url);
  const lookup: PageLookup = url ? entry.lookUp(url.pathname) : { redirect: '/' };
  if (!url || 'redirect' in lookup) return reply.redirect('redirect' in lookup ? lookup.redirect : '/', 302);
  const path = `${url.pathname}${knownSearch(url, lookup.query)}`;
  try {
    const page = await cache.get(path.toLowerCase(), () => renderFresh(app, request, entry, path, origin, compose));
    return sendFinished(request, reply, page);
  } catch (error) {
    if (error instanceof Redirected) return reply.redirect(error.location, error.status);
    return sendRenderingFailure(request, reply, error);
  }
}

function sendRenderingFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  request.log.error({ err: error }, 'A page could not be rendered');
  return reply.code(500).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(failureDocument);
}

/** A page that wants its visitor elsewhere; travels as an error so that nothing of it is kept. */
class Redirected extends Error {
  readonly location: string;
  readonly status: number;

  constructor(location: string, status: number) {
    super('Redirected');
    this.location = location;
    this.status = status;
  }
}

async function renderFresh(
  app: FastifyInstance,
  request: FastifyRequest,
  entry: WebEntry,
  path: string,
  origin: string,
  compose: Compose,
  refused?: RefusedForm,
): Promise<FreshPage> {
  const { result: page, failed } = await renderWith(app, () =>
    entry.render({
      path,
      origin,
      refused,
      createSink,
      onError: (error) => request.log.error({ err: error }, 'A part of a page could not be rendered'),
    }),
  );
  if (page.kind === 'redirect') throw new Redirected(page.location, page.status);
  const { html, headers } = compose(page);
  return { page: await finishPage(page.status, headers, html), keep: page.status === 200 && !failed };
}

function createSink(done: (html: string) => void, failed: (error: unknown) => void): WritableSink {
  const sink = new PassThrough();
  text(sink).then(done, failed);
  return sink;
}

/** The request's address without anything that could make it another host's; undefined where it is none. */
function pageUrl(url: string): URL | undefined {
  const path = url.replace(/^\/+/, '/');
  try {
    // A path that does not decode is no page.
    decodeURIComponent(path);
    return new URL(path, 'http://site.invalid');
  } catch {
    return undefined;
  }
}

/** Only what the page reads, in one order, so that nobody can fill the cache with made-up parameters. */
function knownSearch(url: URL, names: readonly string[]): string {
  const known = new URLSearchParams();
  for (const name of names) {
    const value = url.searchParams.get(name);
    if (value !== null && value.length <= 200) known.set(name, value);
  }
  return known.size > 0 ? `?${known}` : '';
}

function sendFinished(request: FastifyRequest, reply: FastifyReply, page: FinishedPage): FastifyReply {
  reply.headers(page.headers).header('vary', 'Accept-Encoding').type('text/html; charset=utf-8');
  if (page.status !== 200) reply.header('cache-control', 'no-store');
  else {
    reply.header('cache-control', 'no-cache').header('etag', page.etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(page.etag)) return reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).send(page.bodies[encoding]);
}

function composeDocument(page: Page, build: Build, publicUrl: string) {
  const assets = build.assetsOf(page.source);
  const styles = [
    assets.font ? `<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>` : '',
    `<style>${assets.css}</style>`,
    // Already in the page: a disabled sheet is not fetched, and the module loader sees that it is there.
    ...assets.cssFiles.map((file) => `<link rel="stylesheet" href="${file}" crossorigin disabled>`),
  ].join('');
  const tags = [
    ...assets.preloads.map((file) => `<link rel="modulepreload" href="${file}" crossorigin>`),
    `<script type="module" src="${assets.entry}" crossorigin></script>`,
  ].join('');
  const scripts =
    page.start === 'at-once'
      ? tags
      : `<template id="${scriptsTemplate}"${page.start === 'loaded' ? ' data-after="load"' : ''}>${tags}</template>`;
  const html = renderDocument({ head: page.head, html: page.html, data: page.data, publicUrl, styles, scripts });
  const policy = contentSecurityPolicy({ inlineStyles: [assets.css], secure: publicUrl.startsWith('https:') });
  return { html, headers: { 'content-security-policy': policy } };
}

/** Files under `assets` carry their content in their name; those beside it do not. */
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
    .filter((file) => file.isFile() && !/\.(br|gz)$/.test(file.name))
    .map((file) => file.name);
  await scope.register(async (plain) => {
    await plain.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, maxAge: '1h' });
    for (const name of files) plain.get(`/${name}`, (_, reply) => reply.sendFile(name));
  });
}
