import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { administratorOf, type Caller, memberOf, reachOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/library.ts';
import { hasPower } from '#shared/powers.ts';
import { createCategoriesService } from './categories.service.ts';
import { createEditingService } from './editing.service.ts';
import { createLibraryService } from './library.service.ts';
import type { LibraryReader } from './readers.queries.ts';

function readerOf(caller: Caller): LibraryReader {
  const { auth } = caller;
  if (auth?.role === 'member') return { kind: 'member', memberId: auth.memberId };
  if (auth?.role === 'admin')
    return hasPower(auth, 'content') ? { kind: 'content' } : { kind: 'office', reach: reachOf(caller) };
  return { kind: 'visitor' };
}

export function libraryRoutes(app: FastifyInstance, core: Core): void {
  const library = serviceOf(core, createLibraryService);
  const editing = serviceOf(core, createEditingService);
  const categories = serviceOf(core, createCategoriesService);

  route(app, contract.listDocuments, ({ query }, caller) =>
    library.list({ ...query, starred: query.starred === true }, readerOf(caller)),
  );
  route(app, contract.getDocument, async ({ params, query }, caller) => ({
    document: await library.open(params.id, readerOf(caller), query.search),
  }));
  route(app, contract.createDocument, async ({ body, files }, caller) => ({
    message: body.draft ? 'The draft was added.' : 'The document was added.',
    document: await editing.create(body, files.file, administratorOf(caller).email),
  }));
  route(app, contract.updateDocument, async ({ params, body: { version, ...change }, files }, caller) => ({
    message: change.draft === false ? 'The document is published.' : 'The document was changed.',
    document: await editing.update(params.id, change, files.file, version, administratorOf(caller).email),
  }));
  route(app, contract.deleteDocument, async ({ params, query }, caller) => {
    await editing.remove(params.id, query.version, administratorOf(caller).email);
    return { message: 'Deleted successfully' };
  });
  route(app, contract.listCategories, () => categories.list());
  route(app, contract.saveCategories, async ({ body }, caller) => ({
    message: 'The categories were saved.',
    ...(await categories.save(body, administratorOf(caller).email)),
  }));
  route(app, contract.starDocument, async ({ params, body }, caller) => {
    await library.star(params.id, memberOf(caller).memberId, body.starred);
    return { message: body.starred ? 'It is among your documents.' : 'It is no longer among your documents.' };
  });
}
