import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, reachOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/certificates.ts';
import { createCertificatesService } from './certificates.service.ts';
import { createSignersService } from './signers.service.ts';

/** Certificates of participation. Participations, which are above, issue them the day after a conference. */
export const certificates: Feature = {
  name: 'certificates',
  routes: certificatesRoutes,
};

function certificatesRoutes(app: FastifyInstance, core: Core): void {
  const certificates = serviceOf(core, createCertificatesService);
  const signers = serviceOf(core, createSignersService);

  route(app, calls.certificateFile, ({ params }, caller) => certificates.file(params.participationId, caller));
  route(app, calls.getSigners, async () => ({ data: await signers.get() }));
  route(app, calls.updateSigners, async ({ body, files }, caller) => {
    await signers.update(body, files, administratorOf(caller).email);
    return { message: 'Certificates are signed by them from now on.' };
  });
  route(app, calls.signerSignature, ({ params }) => signers.signature(params.place));
  route(app, calls.certificatesZip, ({ params }, caller) =>
    certificates.zip(params.id, reachOf(caller), administratorOf(caller).email),
  );
}
