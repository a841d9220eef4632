import type { Feature } from '#server/feature.ts';
import { documentFiles } from './files.routes.ts';
import { libraryRoutes } from './library.routes.ts';
import { publicPages, searchDocuments } from './open-document.ts';
import { readingOfSite } from './reading.ts';

/** Documents, found by their text. */
export const library: Feature = {
  name: 'library',
  routes: libraryRoutes,
  server: documentFiles,
  search: { kind: 'document', heading: 'Documents', power: 'content', find: searchDocuments },
  sitemap: publicPages,
  background: readingOfSite,
  listens: { library: (core) => readingOfSite(core).wake() },
};
