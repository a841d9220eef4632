import { resolve } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createServer } from 'vite';
import { readCatalogue, wordsScript } from '#server/platform/languages/catalogue.ts';
import { appData, renderDocument } from '#server/rendering/document.ts';
import { renderWith, sendInProcess } from '#server/rendering/in-process-api.ts';
import type { SendRefusedForm } from '#server/rendering/pages.ts';
import { pageUrl, type WebEntry } from '#server/rendering/pages.ts';
import { pathIn } from '#shared/languages.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { type Catalogue, wordsIn } from '#shared/sentence.ts';

/** All words of a language, before the scripts that ask for them. */
const allWords = (words: Catalogue) =>
  `<script>${wordsScript(Object.keys(words), words).replaceAll('</', '<\\/')}</script>`;

/** The same pages from their sources, with hot reload, without caches and compression. */
export async function registerDevelopment(app: FastifyInstance, publicUrl: string): Promise<SendRefusedForm> {
  const vite = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  });
  app.addHook('onClose', () => vite.close());

  // Vite answers for its own modules and passes on everything else.
  app.addHook('onRequest', async (request, reply) => {
    if (/^\/api(?:[/?]|$)/i.test(request.url) || !/^(GET|HEAD)$/.test(request.method)) return;
    await new Promise<void>((passOn) => {
      reply.raw.once('close', () => {
        if (reply.raw.headersSent) reply.hijack();
        passOn();
      });
      vite.middlewares(request.raw, reply.raw, () => passOn());
    });
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string, refused?: RefusedForm) {
    const entry = (await vite.ssrLoadModule('/web/entry-server.tsx')) as WebEntry;
    entry.setTransport(sendInProcess);
    const url = pageUrl(path);
    const lookup = url ? entry.lookUp(url) : { redirect: '/' };
    if ('redirect' in lookup) return reply.redirect(lookup.redirect, 302);
    const words = readCatalogue(lookup.language);
    const { result: page } = await renderWith(app, undefined, () =>
      entry.render({
        path: lookup.path,
        language: lookup.language,
        words: wordsIn(words),
        route: lookup.route,
        origin: publicUrl,
        filesOf: (source) => ({ file: `/${source}`, preloads: [], styles: [] }),
        refused,
        onError: (error) => request.log.error({ err: error }, 'A part of a page could not be rendered'),
      }),
    );
    if (page.kind === 'missing') throw new Error('Nothing is kept here.');
    const document = renderDocument({
      head: page.head,
      html: page.html,
      publicUrl,
      styles: [...vite.environments.ssr.moduleGraph.urlToModuleMap.keys()]
        .filter((file) => file.endsWith('.css'))
        .map((file) => `<link rel="stylesheet" href="${file}">`)
        .join(''),
      sessionScript: entry.inlineScripts.session,
      scripts: allWords(words) + (page.app ? '<script type="module" src="/web/app/main.tsx"></script>' : ''),
      end: page.app ? appData(page.app) : `<script>${entry.inlineScripts.mount}</script>`,
    });
    // The development server needs inline scripts of its own.
    reply.removeHeader('content-security-policy');
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .send(await vite.transformIndexHtml(path, document));
  }
  app.get('/*', (request, reply) => sendPage(request, reply, request.url));
  return (request, reply, { path, language }, refused) => sendPage(request, reply, pathIn(language, path), refused);
}
