import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { type Feature, searchedScreen } from '#server/feature.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/resources.ts';
import { paths } from '#shared/paths.ts';
import * as queries from './resources.queries.ts';
import { existingLinks } from './resources.queries.ts';

/** Useful links. */
export const resources: Feature = {
  name: 'resources',
  routes: resourcesRoutes,
  logScreens: [searchedScreen(paths.admin.resources, existingLinks, 'Link ')],
};

const called = 'This link';

function resourcesRoutes(app: FastifyInstance, { database }: Core): void {
  route(app, contract.listResources, async () => {
    const rows = await queries.listResources(database.reader);
    const resources = rows.map(({ id, link, name, createdAt, version }) => ({
      id,
      link,
      name,
      createdAt: createdAt.toISOString(),
      version,
    }));
    return { resources };
  });

  route(app, contract.createResource, async ({ body }, caller) => {
    await database.transaction(async (tx) => {
      await queries.insertResource(tx, { link: body.link, name: body.name });
      await recordContentChange(tx, 'resources', administratorOf(caller).email, 'Link added', body.link);
    });
    return { message: 'Link added successfully' };
  });

  route(app, contract.updateResource, async ({ body }, caller) => {
    await database.transaction(async (tx) => {
      const row = assertVersion(await queries.lockResource(tx, body.id), called, body.version);
      await queries.saveResource(tx, row.id, { link: body.link, name: body.name });
      await recordContentChange(tx, 'resources', administratorOf(caller).email, 'Link changed', body.link);
    });
    return { message: 'Link updated successfully' };
  });

  route(app, contract.deleteResource, async ({ params }, caller) => {
    await database.transaction(async (tx) => {
      const row = assertVersion(await queries.lockResource(tx, params.id), called);
      await queries.removeResource(tx, row.id);
      await recordContentChange(tx, 'resources', administratorOf(caller).email, 'Link deleted', row.link);
    });
    return { message: 'Link deleted successfully' };
  });
}
