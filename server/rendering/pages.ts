import { Writable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Build } from '#server/rendering/build.ts';
import { ContentCache, type Fresh } from '#server/rendering/content-cache.ts';
import { contentSecurityPolicy } from '#server/rendering/content-security-policy.ts';
import { failureDocument, renderDocument } from '#server/rendering/document.ts';
import { chooseEncoding, FinishedPage } from '#server/rendering/finished-page.ts';
import { type Answer, renderWith, type sendInProcess } from '#server/rendering/in-process-api.ts';
import { scriptsTemplate } from '#server/rendering/inline-scripts.ts';
import type { PageLookup, RefusedForm, RenderedPage, ServerEntry, WritableSink } from '#shared/rendered-page.ts';

export type WebEntry = ServerEntry<typeof sendInProcess>;
type Page = Extract<RenderedPage, { kind: 'page' }>;

/** The parts of a document that are the same for all pages of one source. */
interface Frame {
  styles: string;
  scripts: string;
  policy: string;
}

/** Renders the web app's pages, and keeps what anonymous visitors get until the content changes. */
export class Pages {
  readonly #app: FastifyInstance;
  readonly #entry: WebEntry;
  readonly #build: Build;
  readonly #origin: string;
  readonly #kept = new ContentCache<FinishedPage>({ capacity: 300, maxAge: 60_000 });
  readonly #answers = new ContentCache<Answer>({ capacity: 300, maxAge: 60_000 });
  readonly #frames = new Map<string | undefined, Frame>();

  /** @param options `origin`: the site's public address */
  constructor(options: { app: FastifyInstance; entry: WebEntry; build: Build; origin: string }) {
    this.#app = options.app;
    this.#entry = options.entry;
    this.#build = options.build;
    this.#origin = options.origin;
  }

  /** Drops everything that is kept. */
  clear() {
    this.#answers.clear();
    this.#kept.clear();
  }

  /** Answers with the page of the request's address, or leads elsewhere. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      // What was asked for before, in its own spelling, needs no look at the routes.
      const known = this.#kept.peek(request.url.toLowerCase());
      if (known) return await sendFinished(request, reply, await known);

      const url = pageUrl(request.url);
      const lookup: PageLookup = url ? this.#entry.lookUp(url.pathname) : { redirect: '/' };
      if (!url || 'redirect' in lookup) return reply.redirect('redirect' in lookup ? lookup.redirect : '/', 302);
      const path = `${url.pathname}${knownSearch(url, lookup.query)}`;
      const page = await this.#kept.get(path.toLowerCase(), () => this.#render(request, path));
      return await sendFinished(request, reply, page);
    } catch (error) {
      if (error instanceof Redirected) return reply.redirect(error.location, error.status);
      return sendRenderingFailure(request, reply, error);
    }
  }

  /** Answers with the page of `path` and the form it was sent; for this one visitor, and never kept. */
  async sendRefused(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    refused: RefusedForm,
  ): Promise<FastifyReply> {
    try {
      return await sendFinished(request, reply, (await this.#render(request, path, refused)).value);
    } catch (error) {
      return sendRenderingFailure(request, reply, error);
    }
  }

  async #render(request: FastifyRequest, path: string, refused?: RefusedForm): Promise<Fresh<FinishedPage>> {
    const { result: page, failed } = await renderWith(this.#app, this.#answers, () =>
      this.#entry.render({
        path,
        origin: this.#origin,
        refused,
        createSink,
        onError: (error) => request.log.error({ err: error }, 'A part of a page could not be rendered'),
      }),
    );
    if (page.kind === 'redirect') throw new Redirected(page.location, page.status);
    const { styles, scripts, policy } = this.#frameOf(page);
    const { head, html, data } = page;
    const document = renderDocument({ head, html, data, publicUrl: this.#origin, styles, scripts });
    return {
      value: new FinishedPage(page.status, { 'content-security-policy': policy }, document),
      keep: page.status === 200 && !failed,
    };
  }

  #frameOf({ source, start }: Page): Frame {
    let frame = this.#frames.get(source);
    if (!frame) {
      frame = createFrame(this.#build, source, start, this.#origin);
      this.#frames.set(source, frame);
    }
    return frame;
  }
}

function createFrame(build: Build, source: string | undefined, start: Page['start'], origin: string): Frame {
  const assets = build.assetsOf(source);
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
    start === 'at-once'
      ? tags
      : `<template id="${scriptsTemplate}"${start === 'loaded' ? ' data-after="load"' : ''}>${tags}</template>`;
  const policy = contentSecurityPolicy({ inlineStyles: [assets.css], secure: origin.startsWith('https:') });
  return { styles, scripts, policy };
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

/** Collects what is rendered into one text. */
function createSink(done: (html: string) => void, failed: (error: unknown) => void): WritableSink {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks).toString());
      next();
    },
  }).on('error', failed);
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

async function sendFinished(request: FastifyRequest, reply: FastifyReply, page: FinishedPage): Promise<FastifyReply> {
  reply.headers(page.headers).header('vary', 'Accept-Encoding').type('text/html; charset=utf-8');
  if (page.status !== 200) reply.header('cache-control', 'no-store');
  else {
    reply.header('cache-control', 'no-cache').header('etag', page.etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(page.etag)) return reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).send(await page.body(encoding));
}

function sendRenderingFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  request.log.error({ err: error }, 'A page could not be rendered');
  return reply.code(500).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(failureDocument);
}
