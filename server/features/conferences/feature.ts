import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { type Feature, searchedScreen } from '#server/feature.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { nameLanguage } from '#server/platform/http/language.ts';
import { sendText } from '#server/platform/http/page.ts';
import { administratorOf, type Caller, isOffice, route } from '#server/platform/http/route.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import * as contract from '#shared/contracts/conferences.ts';
import { recordId } from '#shared/fields.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { conferenceCalendar } from './calendar.ts';
import { conferenceQueries } from './conferences.queries.ts';
import {
  type ConferenceNeeds,
  createConferencesService,
  searchConferences,
  type Viewer,
} from './conferences.service.ts';

/** Conferences and their archive. */
export function conferences(needs: ConferenceNeeds): Feature {
  const service = (core: Core) => serviceOf(core, createConferencesService, needs);
  return {
    name: 'conferences',
    routes: (api, core) => conferencesRoutes(api, service(core)),
    server: (app, core) => calendarFiles(app, core, service(core)),
    logScreens: [searchedScreen(paths.admin.conferences, conferenceQueries.existingTitles, 'Conference ')],
    search: {
      kind: 'conference',
      heading: 'Conferences',
      power: ['content', 'members'],
      find: searchConferences,
    },
    sitemap: (core, max) => service(core).sitemap(max),
  };
}

type Conferences = ReturnType<typeof createConferencesService>;

/** The office's form: its texts, and the rules of taking part. */
const textOf = ({
  participation,
  places,
  closesAt,
  endsAt,
  questions,
  certificate,
  startsAt,
  ...text
}: contract.ConferenceContent) => ({
  ...text,
  startsAt: new Date(startsAt),
  parts: { participation, places, closesAt, endsAt, questions, certificate },
});

/** The viewer: members also get their own participation. */
const viewerOf = (caller: Caller): Viewer => ({
  isOffice: isOffice(caller, ['content', 'members']),
  memberId: caller.auth?.role === 'member' ? caller.auth.memberId : undefined,
});

/** Each conference that visitors see as a file for their calendars. */
function calendarFiles(app: FastifyInstance, core: Core, conferences: Conferences): void {
  const settings = serviceOf(core, createSettingsService);
  const visitor = { inactiveToo: false };
  for (const language of languages) {
    app.get<{ Params: { id: string } }>(pathIn(language, paths.conferenceCalendar(':id')), async (request, reply) => {
      nameLanguage(reply, language);
      const id = recordId.safeParse(request.params.id);
      const conference = id.success ? await conferences.get(id.data, visitor).catch(nullWhenMissing) : null;
      if (!conference) {
        const message = inLanguage('There is no such conference.', language);
        return reply.code(404).type('text/plain; charset=utf-8').send(message);
      }
      const { name } = await settings.association();
      const pageAddress = core.config.publicUrl + pathIn(language, paths.conference(conference.id));
      const day = conference.startsAt.slice(0, 10);
      reply.header('content-disposition', `inline; filename="conference-${day}.ics"`);
      const text = conferenceCalendar(conference, { publisher: name, pageAddress, language });
      return sendText(request, reply, 'text/calendar', text);
    });
  }
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'NOT_FOUND') return null;
  throw error;
}

function conferencesRoutes(app: FastifyInstance, conferences: Conferences): void {
  route(app, contract.listConferences, async (_request, caller) => ({
    newConference: await (caller.auth?.role === 'admin'
      ? conferences.list()
      : conferences.listActive(viewerOf(caller))),
  }));

  route(app, contract.listActiveConferences, async ({ query }, caller) => ({
    newConference: await conferences.listActive(viewerOf(caller), query.limit),
  }));

  route(app, contract.listConferenceArchive, ({ query }) => conferences.archive(query.page));

  route(app, contract.getConference, async ({ params }, caller) => ({
    newConference: await conferences.get(params.id, {
      ...viewerOf(caller),
      inactiveToo: isOffice(caller, ['content', 'members']),
    }),
  }));

  route(app, contract.createConference, ({ body, files }, caller) =>
    conferences.create(textOf(body), files.picture, administratorOf(caller).email),
  );
  route(app, contract.updateConference, ({ params, body: { version, ...body }, files }, caller) =>
    conferences.update(params.id, textOf(body), files.picture, version, administratorOf(caller).email),
  );
  route(app, contract.toggleConference, ({ params, query }, caller) =>
    conferences.toggle(params.id, query.version, administratorOf(caller).email),
  );
  route(app, contract.deleteConference, ({ params, query }, caller) =>
    conferences.remove(params.id, query.version, administratorOf(caller).email),
  );

  route(app, contract.cancelConference, async ({ params, body }, caller) => {
    await conferences.cancel(params.id, body.reason, body.version, administratorOf(caller).email);
    const newConference = await conferences.get(params.id, { ...viewerOf(caller), inactiveToo: true });
    return { message: 'The conference was cancelled, and all who take part are told.', newConference };
  });
}
