import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';

/** `/healthz`: the process lives. `/readyz`: database and storage answer. For the operator's monitor; they tell nothing else. */
export function healthRoutes(app: FastifyInstance, { database, storage }: Core): void {
  app.get('/healthz', async () => ({ success: true }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await Promise.all([within(3_000, database.pool.query('select 1')), within(3_000, storage.check())]);
      return { success: true };
    } catch {
      return reply.code(503).send({ success: false });
    }
  });
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('too slow')), milliseconds).unref()),
  ]);
}
