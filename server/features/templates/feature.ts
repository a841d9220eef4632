import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/templates.ts';
import { createTemplatesService } from './templates.service.ts';

/** The texts of mails. */
export const templates: Feature = {
  name: 'templates',
  routes: templatesRoutes,
};

/** The texts of the mails that the site sends. */
function templatesRoutes(app: FastifyInstance, core: Core): void {
  const templates = serviceOf(core, createTemplatesService);

  route(app, contract.listTemplates, async () => ({ data: await templates.list() }));
  route(app, contract.updateTemplate, async ({ params, body: { version, language, ...words } }, caller) => ({
    message: 'The text was saved. The next mail will have it.',
    template: await templates.update(params.kind, language, words, version, administratorOf(caller).email),
  }));
  route(app, contract.resetTemplate, async ({ params, query }, caller) => ({
    message: 'The mail has its default text again.',
    template: await templates.reset(params.kind, query.language, administratorOf(caller).email),
  }));
  route(app, contract.previewMail, async ({ body }, caller) => ({
    data: await templates.preview(body, administratorOf(caller).email),
  }));
  route(app, contract.testMail, async ({ body }, caller) => {
    const administrator = administratorOf(caller);
    await templates.test(body, administrator);
    return { message: `The test is on its way to ${administrator.email}.` };
  });
}
