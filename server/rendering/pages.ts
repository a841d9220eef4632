import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '#server/platform/http/compression.ts';
import { Quota } from '#server/platform/http/quota.ts';
import { inLanguage, wordsOf } from '#server/platform/languages/catalogue.ts';
import type { RehearsalState } from '#server/platform/rehearsal/state.ts';
import { networkOf } from '#server/platform/throttles/network.ts';
import { createWorkQueue } from '#server/platform/work-queue.ts';
import type { Build } from '#server/rendering/build.ts';
import { contentSecurityPolicy, sourceHash } from '#server/rendering/csp.ts';
import {
  appData,
  failureDocument,
  failureStyle,
  renderDocument,
  speculationRules,
  wordsData,
} from '#server/rendering/document.ts';
import { FinishedPage } from '#server/rendering/finished-page.ts';
import { type Answer, renderWith, type sendInProcess } from '#server/rendering/in-process-api.ts';
import { type Cached, type MakeResult, PageCache } from '#server/rendering/page-cache.ts';
import { rawResponse } from '#server/rendering/repeated-answers.ts';
import { errorStatus } from '#shared/error-status.ts';
import { AppError, type Wording } from '#shared/errors.ts';
import { languageNames, languages, pathIn, splitLanguage } from '#shared/languages.ts';
import { underWay } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import type { PageLookup, RefusedForm, ServerEntry } from '#shared/rendered-page.ts';

export type WebEntry = ServerEntry<typeof sendInProcess>;

/** The parts of a document that are the same for all pages of one source. */
interface Frame {
  styles: string;
  scripts: string;
  end: string;
  policy: string;
}

/** Seconds after which a visitor who got no page, or an incomplete one, may retry. */
const retrySeconds = { busy: 5, away: 30 };
const busy = () =>
  new AppError('UNAVAILABLE', 'A great many people are reading here just now. Please try again in a moment.', {
    retryAfter: retrySeconds.busy,
  });

/** An address that answers everybody alike. */
type Address = Exclude<PageLookup, { redirect: string }>;

/** Renders the web app's pages, and caches what anonymous visitors get until the content changes. */
export class Pages {
  readonly #app: FastifyInstance;
  readonly #entry: WebEntry;
  readonly #build: Build;
  readonly #origin: string;
  readonly #cdnSeconds: number;
  readonly #rehearsal: Readonly<RehearsalState>;
  readonly #kept = new PageCache<FinishedPage>({
    capacity: 300 * languages.length,
    maxAge: 60_000,
    maxStaleMs: 3_600_000,
  });
  /** The page that each route shows for a missing record: the same for every address. */
  readonly #missing = new PageCache<FinishedPage>({ capacity: 30 * languages.length, maxAge: 60_000 });
  readonly #answers = new PageCache<Answer>({ capacity: 300, maxAge: 60_000 });
  readonly #frames = new Map<string, Frame>();
  readonly #queue = createWorkQueue({
    capacity: underWay.pagesAtOnce,
    parallel: underWay.pagesAtOnce,
    waiting: underWay.pages.inAll,
    busy,
  });
  readonly #quota = new Quota(underWay.pages);

  /**
   * @param options `origin`: the site's public address; `cdnSeconds`: how long a shared cache may hand a page out
   *   without asking, 0 for never
   */
  constructor(options: {
    app: FastifyInstance;
    entry: WebEntry;
    build: Build;
    origin: string;
    cdnSeconds: number;
    rehearsal: Readonly<RehearsalState>;
  }) {
    this.#app = options.app;
    this.#entry = options.entry;
    this.#build = options.build;
    this.#origin = options.origin;
    this.#cdnSeconds = options.cdnSeconds;
    this.#rehearsal = options.rehearsal;
  }

  /** Empties all caches. */
  clear() {
    this.#answers.clear();
    this.#kept.clear();
    this.#missing.clear();
  }

  /** Answers with the page of the request's address, or redirects. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      // An address that was requested in this spelling before needs no lookup of its route.
      const cached = this.#kept.peek(request.url);
      if (cached) return await this.#send(request, reply, cached, true);

      const url = pageUrl(request.url);
      const lookup: PageLookup = url
        ? this.#entry.lookUp(url)
        : { redirect: pathIn(splitLanguage(request.url).language, paths.home) };
      if ('redirect' in lookup) return reply.redirect(lookup.redirect, 302);
      const address = pathIn(lookup.language, lookup.path);
      return await this.#send(request, reply, await this.#kept.get(address, () => this.#render(request, lookup)));
    } catch (error) {
      return sendRenderingFailure(request, reply, error);
    }
  }

  /** The page of an address in this spelling, if it is cached and fresh. */
  peek(url: string): FinishedPage | undefined {
    const cached = this.#kept.peek(url);
    return cached?.staleForMs === 0 ? cached.value : undefined;
  }

  #send(
    request: FastifyRequest,
    reply: FastifyReply,
    { value, staleForMs }: Cached<FinishedPage>,
    isPrivate = false,
  ): Promise<FastifyReply> {
    // Addresses with parameters are unlimited, and a stale page should be requested again.
    const shared = this.#cdnSeconds > 0 && staleForMs === 0 && !request.url.includes('?');
    const caching = shared ? `public, max-age=0, s-maxage=${this.#cdnSeconds}, stale-if-error=3600` : 'no-cache';
    return sendFinished(request, reply, value, { staleForMs, caching, cacheable: isPrivate && staleForMs === 0 });
  }

  /** Answers with the page of an address and the refused form; for this visitor only, and never cached. */
  async sendRefused(
    request: FastifyRequest,
    reply: FastifyReply,
    { path, route, language }: Address,
    refused: RefusedForm,
  ): Promise<FastifyReply> {
    try {
      return await sendFinished(
        request,
        reply,
        (await this.#render(request, { path, route, language }, refused)).value,
      );
    } catch (error) {
      return sendRenderingFailure(request, reply, error);
    }
  }

  /** Renders from a queue: few at once, since rendering blocks the process, and a limited number per network. */
  async #render(request: FastifyRequest, address: Address, refused?: RefusedForm): Promise<MakeResult<FinishedPage>> {
    const network = networkOf(request.ip);
    if (this.#quota.take(network, 1)) throw busy();
    try {
      return await this.#queue.run(1, () => this.#renderNow(request, address, refused));
    } finally {
      this.#quota.give(network, 1);
    }
  }

  async #renderNow(
    request: FastifyRequest,
    { path, route, language }: Address,
    refused: RefusedForm | undefined,
  ): Promise<MakeResult<FinishedPage>> {
    const missingKey = pathIn(language, route);
    const missing = this.#missing.peek(missingKey)?.value;
    const { result: page, failed } = await renderWith(this.#app, this.#answers, () =>
      this.#entry.render({
        path,
        language,
        words: wordsOf(language),
        route,
        origin: this.#origin,
        filesOf: (each) => this.#build.filesOf(each, language),
        missingIsKept: missing !== undefined,
        refused,
        onError: (error) => request.log.error({ err: error }, 'A part of a page could not be rendered'),
      }),
    );
    if (page.kind === 'missing') {
      if (!missing) throw new Error('The page that says so is not kept.');
      return { value: missing, use: 'once' };
    }
    // An incomplete page must not be indexed by search engines.
    const status = failed && page.status === 200 ? 503 : page.status;
    const { html, source, app } = page;
    const { styles, scripts, end, policy } = this.#frameOf(source, app?.wasm === true);
    const head = { ...page.head, noIndex: page.head.noIndex || status !== 200 || this.#rehearsal.isOn };
    const document = renderDocument({
      head,
      html,
      publicUrl: this.#origin,
      styles,
      sessionScript: this.#entry.inlineScripts.session,
      rehearsal: this.#rehearsal.isOn,
      scripts,
      end: wordsData(this.#build.laterWords(language, app ? 'app' : 'site')) + (app ? appData(app) : end),
    });
    const headers = {
      'content-security-policy': policy,
      'content-language': languageNames[language].tag,
      ...(status === 503 && { 'retry-after': String(retrySeconds.away) }),
    };
    const value = new FinishedPage(status, headers, document);
    if (status === 404 && !failed) await this.#missing.get(missingKey, async () => ({ value, use: 'keep' }));
    return { value, use: failed ? 'failed' : status === 200 ? 'keep' : 'once' };
  }

  #frameOf(source: string | undefined, wasm: boolean): Frame {
    const key = `${source} ${wasm}`;
    let frame = this.#frames.get(key);
    if (!frame) {
      const secure = this.#origin.startsWith('https:');
      frame =
        source === undefined
          ? appFrame(this.#build, this.#entry, secure, wasm)
          : documentFrame(this.#build, this.#entry, secure, source);
      this.#frames.set(key, frame);
    }
    return frame;
  }
}

const fontLink = (font: string | undefined) =>
  font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>` : '';

/** A document's styles stand in it; its islands bring their scripts. */
function documentFrame(build: Build, { inlineScripts }: WebEntry, secure: boolean, source: string): Frame {
  const { css, font } = build.documentStyles(source);
  const { session, mount } = inlineScripts;
  return {
    styles: `${fontLink(font)}<style>${css}</style>`,
    scripts: `<script type="speculationrules">${speculationRules}</script>`,
    end: `<script>${mount}</script>`,
    policy: contentSecurityPolicy({ inlineScripts: [session, mount, speculationRules], inlineStyles: [css], secure }),
  };
}

function appFrame(build: Build, { inlineScripts }: WebEntry, secure: boolean, wasm: boolean): Frame {
  const { css, cssFiles, font } = build.appStyles();
  const { file, preloads } = build.appFiles();
  // Their text is in the page already: a disabled sheet is not fetched, and the module loader finds its link.
  const sheets = cssFiles.map((each) => `<link rel="stylesheet" href="${each}" crossorigin disabled>`).join('');
  return {
    styles: `${fontLink(font)}<style>${css}</style>${sheets}`,
    // Fetched in parallel.
    scripts: [
      ...preloads.map((each) => `<link rel="modulepreload" href="${each}" crossorigin>`),
      `<script type="module" src="${file}" crossorigin></script>`,
    ].join(''),
    end: '',
    policy: contentSecurityPolicy({ inlineScripts: [inlineScripts.session], inlineStyles: [css], secure, wasm }),
  };
}

/** The request's address, always on this site's own host; undefined where it is not valid. */
export function pageUrl(url: string): URL | undefined {
  const path = url.replace(/^\/+/, '/');
  try {
    // A path that does not decode is no page.
    decodeURIComponent(path);
    return new URL(path, 'http://site.invalid');
  } catch {
    return undefined;
  }
}

async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FinishedPage,
  { staleForMs = 0, caching = 'no-cache', cacheable = false } = {},
): Promise<FastifyReply> {
  // A stale page, because rendering failed: the header of RFC 9211 tells for how many seconds it has been stale.
  if (staleForMs > 0)
    reply.header('cache-status', `pages; hit; ttl=-${Math.ceil(staleForMs / 1_000)}; detail=unavailable`);
  reply.headers(page.headers).header('vary', 'Accept-Encoding').type('text/html; charset=utf-8');
  if (page.status !== 200) reply.header('cache-control', 'no-store');
  else {
    reply.header('cache-control', caching).header('etag', page.etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(page.etag)) return reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const body = await page.body(encoding);
  if (cacheable && page.status === 200) page.rawResponses[encoding] = rawResponse(reply.getHeaders(), body);
  return reply.code(page.status).send(body);
}

function sendRenderingFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const appError = error instanceof AppError ? error : undefined;
  if (!appError) request.log.error({ err: error }, 'A page could not be rendered');
  if (appError?.retryAfter !== undefined) reply.header('retry-after', appError.retryAfter);
  const { language } = splitLanguage(request.url);
  const say = (text: Wording) => inLanguage(text, language);
  return reply
    .code(appError ? errorStatus[appError.code] : 500)
    .header('cache-control', 'no-store')
    .header('content-language', languageNames[language].tag)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${sourceHash(failureStyle)}; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(
      appError
        ? failureDocument(say('One moment, please'), say(appError.said), language)
        : failureDocument(
            say(messages.general.failed),
            say('This page could not be shown. Please try again in a moment.'),
            language,
          ),
    );
}

export type SendRefusedForm = Pages['sendRefused'];
