import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/layout.css';
import { createElement, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { generatePath, matchPath } from 'react-router';
import { getSettings } from '#shared/contracts/settings.ts';
import { errorStatus } from '#shared/error-status.ts';
import { AppError } from '#shared/errors.ts';
import { type Language, pathIn, splitLanguage } from '#shared/languages.ts';
import { unknownAssociation } from '#shared/legal.ts';
import { paths } from '#shared/paths.ts';
import type { PageLookup, PageRequest, RenderedPage } from '#shared/rendered-page.ts';
import { api, setTransport as replaceTransport } from '#web/lib/calls/api.ts';
import type { Transport } from '#web/lib/calls/transport.ts';
import { speaking, t } from '#web/lib/languages/text.ts';
import { AssociationContext, type AssociationInfo, associationIn } from '#web/lib/meta/association.ts';
import { failureMeta, fullTitle, type PageMeta, quietly } from '#web/lib/meta/page.ts';
import { officeAddresses } from './app/admin/pages.ts';
import type { AppPage } from './app/app-page.ts';
import { linkPages, memberPages } from './app/pages.ts';
import { Shell } from './app/Shell.tsx';
import { ErrorPage } from './site/ErrorPage.tsx';
import { DocumentFrame } from './site/frame/DocumentFrame.tsx';
import { prefixOf, type RenderedIsland, type SiteRendering, SiteRenderingContext, slotOf } from './site/Island.tsx';
import mount from './site/mount.ts?script';
import { pageAddress } from './site/page-address.ts';
import session from './site/session.ts?script';
import { type Document, pages, type SitePage } from './site/site.ts';

export const inlineScripts = { session, mount };

/** Replaces the browser's transport with the server's. */
export const setTransport = (transport: Transport) => replaceTransport(transport);

const routes: readonly (SitePage | AppPage)[] = [...pages, ...linkPages, ...memberPages, ...officeAddresses];
const byPath = new Map(routes.map((route) => [route.path, route]));
const isDocument = (route: SitePage | AppPage): route is SitePage => 'source' in route;

/** Finds the page of an address without rendering it. */
export function lookUp({ pathname: whole, search, searchParams }: URL): PageLookup {
  const { language, path: pathname } = splitLanguage(whole);
  for (const route of routes) {
    const match = matchPath(route.path, pathname);
    if (!match) continue;
    const { path } = route;
    // The office is in English only.
    if (language !== 'en' && 'frame' in route && route.frame === 'office') return { redirect: `${pathname}${search}` };
    const parameters = isDocument(route) ? route.parameters : undefined;
    return { path: pageAddress(path, match.params, searchParams, parameters), language, route: path };
  }
  const isOffice = matchPath(`${paths.admin.root}/*`, pathname) !== null;
  return { redirect: isOffice ? paths.admin.login : pathIn(language, paths.home) };
}

export const documentSources = (): string[] => pages.map(({ source }) => source);

/** The association's name and addresses; the site works without them. */
async function loadAssociation({ language, words }: Pick<PageRequest, 'language' | 'words'>): Promise<AssociationInfo> {
  const [record] = (await quietly(api(getSettings)))?.data ?? [];
  const { association = unknownAssociation, officeBearers } = record ?? {};
  return { ...associationIn(language, association, words), ...(officeBearers !== undefined && { officeBearers }) };
}

/** Renders the page of an address: a document with its data, or the app's shell. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const route = byPath.get(request.route);
  if (!route) throw new Error(`There is no page ${request.route}.`);
  if (isDocument(route)) return renderDocument(route, request);
  const { language, words, path } = request;
  const association = await loadAssociation(request);
  const [html, head] = speaking(language, words, () => [
    renderToString(
      <AssociationContext value={association}>
        <Shell frame={route.frame} path={path} />
      </AssociationContext>,
    ),
    headOf({ title: t(route.title), noIndex: true }, association, path, language),
  ]);
  return {
    kind: 'page',
    status: 200,
    html,
    head,
    app: { association, wasm: route.wasm === true },
  };
}

async function renderDocument(route: SitePage, request: PageRequest): Promise<RenderedPage> {
  const url = new URL(request.path, request.origin);
  const params = matchPath(route.path, url.pathname)?.params ?? {};
  const [loaded, association] = await Promise.all([load(route, params, url.searchParams), loadAssociation(request)]);
  const { document, error } = loaded;
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
  if (isMissing && request.missingIsKept) return { kind: 'missing' };
  if (!document && !(error instanceof AppError)) request.onError(error);
  const failure = error instanceof AppError ? errorStatus[error.code] : 500;
  const status = document ? (request.refused?.status ?? 200) : failure;
  // The address as the route spells it, whatever case was typed.
  const address = generatePath(route.path, params);
  const { language, words } = request;
  return speaking(language, words, () => {
    const meta = document ? metaOf(document, loaded.data, association) : failureMeta(isMissing);
    const head = headOf(meta, association, address, language);
    return {
      kind: 'page',
      status,
      html: documentHtml(route, request, loaded, association),
      head,
      source: route.source,
    };
  });
}

/** The markup of a document, or of what is shown in its place. */
function documentHtml(
  route: SitePage,
  { path, origin, refused, filesOf }: PageRequest,
  { document, data, error }: Loaded,
  association: AssociationInfo,
): string {
  const { pathname } = new URL(path, origin);
  const content = document ? (
    createElement(document.Page, { data, refused })
  ) : (
    <ErrorPage error={error} {...(route.list && { list: route.list })} />
  );
  const islands: RenderedIsland[] = [];
  // No streaming: the page is cached and compressed as a whole, and its data is already loaded.
  return withIslands(
    renderToString(
      <AssociationContext value={association}>
        <SiteRenderingContext value={{ filesOf, islands } satisfies SiteRendering}>
          <DocumentFrame path={pathname} address={path} bare={route.bare === true && document !== undefined}>
            {content}
          </DocumentFrame>
        </SiteRenderingContext>
      </AssociationContext>,
    ),
    islands,
  );
}

interface Loaded {
  /** None if it could not be loaded. */
  document?: Document<unknown>;
  data?: unknown;
  error?: unknown;
}

async function load(
  route: SitePage,
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): Promise<Loaded> {
  try {
    const document = await route.load();
    return { document, data: await document.load?.({ params, query }) };
  } catch (error) {
    return { error };
  }
}

/** Each island is rendered by itself, as its script will find it. */
function withIslands(html: string, islands: readonly RenderedIsland[]): string {
  return islands.reduce((whole, { Component, props }, index) => {
    const shown = Component
      ? renderToString(<StrictMode>{createElement(Component, props as never)}</StrictMode>, {
          identifierPrefix: prefixOf(index),
        })
      : '';
    return whole.replace(slotOf(index), () => shown);
  }, html);
}

function metaOf({ meta }: Document<unknown>, data: unknown, association: AssociationInfo): PageMeta {
  if (typeof meta === 'function') return meta(data, association);
  return {
    ...meta,
    ...(meta.title && { title: t(meta.title) }),
    ...(meta.description && { description: t(meta.description) }),
  };
}

const headOf = (meta: PageMeta, association: AssociationInfo, path: string, language: Language) => ({
  language,
  title: fullTitle(meta, association),
  siteName: association.name,
  description: meta.description,
  image: meta.image,
  canonical: meta.canonical ?? path,
  type: meta.type ?? ('website' as const),
  jsonLd: meta.jsonLd,
  noIndex: meta.noIndex === true,
});
