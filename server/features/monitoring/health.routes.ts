import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { assertDatabaseWritable } from '#server/platform/database/with-client.ts';
import { assertFolderWritable } from '#server/platform/storage/assert-writable.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: database and storage answer, and have free space. For the
 * operator's monitoring; they reveal nothing else.
 */
export function healthRoutes(app: FastifyInstance, { database, storage }: Core): void {
  let looking: Promise<unknown> | undefined;
  // One check for concurrent requests, since each writes.
  const look = () =>
    (looking ??= Promise.all([
      withTimeout(3_000, assertDatabaseWritable(database)),
      withTimeout(3_000, storage.check()),
      withTimeout(3_000, assertFolderWritable(app.uploads.folder)),
    ]).finally(() => {
      looking = undefined;
    }));
  app.get('/healthz', async () => ({ success: true }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await look();
      return { success: true };
    } catch {
      return reply.code(503).send({ success: false });
    }
  });
}
