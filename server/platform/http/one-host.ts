import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { serverMessages } from '#server/platform/server-messages.ts';
import { AppError } from '#shared/errors.ts';

/** Node.js takes the first of two `Host` headers, and a proxy perhaps the other: such a request is ambiguous. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2;
}

/** Refuses requests with two hosts before anything else. */
export function demandOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    // Injected requests of tests may have no such list.
    if (raw.rawHeaders && !hasOneHost(raw)) throw new AppError('MALFORMED', serverMessages.unreadable);
  });
}
