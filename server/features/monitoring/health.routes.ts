import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { checkDatabaseRoom } from '#server/platform/database/with-client.ts';
import { checkRoom } from '#server/platform/storage/assert-writable.ts';
import { inTime } from '#server/platform/with-timeout.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: database and storage answer, and have free space. For the
 * operator's monitoring; they reveal nothing else.
 */
export function healthRoutes(app: FastifyInstance, { database, storage }: Core): void {
  let looking: Promise<unknown> | undefined;
  // One check for concurrent requests, since each writes.
  const look = () =>
    (looking ??= Promise.all([
      inTime(3_000, checkDatabaseRoom(database)),
      inTime(3_000, storage.check()),
      inTime(3_000, checkRoom(app.uploads.folder)),
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
