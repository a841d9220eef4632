import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  generatePath,
  type Params,
  type RouteObject,
  type StaticHandler,
  StaticRouterProvider,
} from 'react-router';
import { unknownAssociation } from '#shared/association.ts';
import { errorStatus } from '#shared/error-status.ts';
import { AppError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { PageLookup, PageRequest, RenderedPage } from '#shared/rendered-page.ts';
import type { rootLoader } from '#web/areas/public/Root.tsx';
import { EarlyLogin } from '#web/features/auth/EarlyLogin.tsx';
import { setTransport as replaceTransport } from '#web/lib/api.ts';
import { serialize } from '#web/lib/hydration.ts';
import { failureMeta, fullTitle, type PageHandle, resolveMeta } from '#web/lib/page.ts';
import { pageAddress } from '#web/lib/page-address.ts';
import type { Transport } from '#web/lib/transport.ts';
import { routes } from '#web/routes.tsx';
import session from './inline/session.ts?script';
import start from './inline/start.ts?script';

export const inlineScripts = { session, start };

/** Replaces the browser's transport with the server's. */
export const setTransport = (transport: Transport) => replaceTransport(transport);

const allPages = createStaticHandler(routes);
/** For each page, a handler with only the routes that lead to it: the router searches all of its routes several times. */
const handlers = new Map<string, StaticHandler>();

/**
 * Renders the page of an address with its data.
 * @returns a redirect, or status, markup, data and the document's head
 */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const url = new URL(request.path, request.origin);
  const handler = handlerOf(request.route, url.pathname);
  const context = await handler.query(new Request(url));
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' };
  }

  const error = Object.values(context.errors ?? {})[0];
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
  if (isMissing && request.missingIsKept) return { kind: 'missing' };

  const match = context.matches.at(-1);
  if (match && request.refused) context.actionData = { [match.route.id]: request.refused };
  const router = createStaticRouter(handler.dataRoutes, context);
  // No streaming: the page is cached and compressed as a whole, and its data is already loaded.
  const html = renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );

  const handle = match?.route.handle as PageHandle | undefined;
  const data = match ? context.loaderData[match.route.id] : undefined;
  const root = context.loaderData.root as Awaited<ReturnType<typeof rootLoader>> | undefined;
  const association = root?.association ?? unknownAssociation;
  if (error !== undefined && !(error instanceof AppError)) request.onError(error);
  const meta = error === undefined ? resolveMeta(handle, data, context.location, association) : failureMeta(isMissing);
  return {
    kind: 'page',
    status:
      error === undefined
        ? (request.refused?.status ?? 200)
        : error instanceof AppError
          ? errorStatus[error.code]
          : context.statusCode,
    html,
    data: serialize(context),
    source: handle?.source,
    // Pages of the areas are empty until their script runs.
    wasm: handle?.wasm === true,
    start: handle?.source === undefined ? 'at-once' : (handle.start ?? 'touch'),
    head: {
      title: fullTitle(meta, association),
      siteName: association.name,
      description: meta.description,
      image: meta.image,
      canonical: meta.canonical ?? canonicalPath(match?.route.path, match?.params) ?? url.pathname,
      type: meta.type ?? 'website',
      jsonLd: meta.jsonLd,
      noIndex: meta.noIndex === true,
    },
  };
}

function handlerOf(route: string, pathname: string): StaticHandler {
  const known = handlers.get(route);
  if (known) return known;
  const branch = (allPages.match(pathname) ?? []).reduceRight<RouteObject[]>(
    (children, match) => [children.length > 0 ? ({ ...match.route, children } as RouteObject) : match.route],
    [],
  );
  const handler = createStaticHandler(branch);
  handlers.set(route, handler);
  return handler;
}

/** The address as the route spells it, whatever case was typed. */
function canonicalPath(path: string | undefined, params: Params | undefined): string | undefined {
  return path === undefined ? undefined : generatePath(path, params);
}

/** Finds the route of an address without rendering it. */
export function lookUp(address: URL): PageLookup {
  const match = allPages.match(address.pathname)?.at(-1);
  const handle = match?.route.handle as PageHandle | undefined;
  if (!match?.route.path || !handle) return { redirect: paths.home };
  if (handle.redirect !== undefined) return { redirect: handle.redirect };
  const { path } = match.route;
  return { path: pageAddress(path, match.params, address.searchParams, handle.parameters), route: path };
}

/** The source files of all pages, for the server's check of the build at start. */
export function pageSources(): string[] {
  const sources: string[] = [];
  const collect = (list: typeof routes) => {
    for (const route of list) {
      const source = (route.handle as PageHandle | undefined)?.source;
      if (source) sources.push(source);
      if (route.children) collect(route.children);
    }
  };
  collect(routes);
  return sources;
}

/** Its ids have a prefix of their own, as it opens in a page with other ids. */
export function earlyLogin(): { html: string; source: string } {
  return {
    html: renderToString(<EarlyLogin />, { identifierPrefix: 'early-' }),
    source: 'web/features/auth/LoginDialog.tsx',
  };
}
