import { listActiveConferences } from '#shared/contracts/conferences.ts';
import { listActiveNews } from '#shared/contracts/news.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { waitingForPayment } from '#shared/rendered-page.ts';
import { ConferenceCard } from '#web/features/conferences/ConferenceCard.tsx';
import { NewsCard } from '#web/features/news/NewsCard.tsx';
import { NoticeBoard } from '#web/features/settings/NoticeBoard.tsx';
import { api } from '#web/lib/calls/api.ts';
import { describedBy } from '#web/lib/languages/description.ts';
import { t } from '#web/lib/languages/text.ts';
import { officeText } from '#web/lib/languages/written-text.ts';
import { organization, useAssociation } from '#web/lib/meta/association.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Prose } from '#web/ui/page/Prose.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';
import { ContactSection } from './ContactSection.tsx';
import styles from './HomePage.module.css';

export async function load() {
  const [settings, news, conferences] = await Promise.all([
    quietly(api(getSettings)),
    quietly(api(listActiveNews, { query: { limit: limits.homeNews } })),
    quietly(api(listActiveConferences, { query: { limit: 1 } })),
  ]);
  return {
    settings: settings?.data[0] ?? null,
    news: news?.news ?? null,
    conferences: conferences?.newConference ?? null,
  };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = (data: Data): PageMeta => {
  const association = data.settings?.association;
  return {
    description: describedBy(data.settings?.homeText, data.settings?.hi.homeText),
    ...(association && {
      jsonLd: {
        ...organization(association),
        alternateName: association.shortName,
        ...(association.supportEmail && { email: association.supportEmail }),
        ...(association.phone && { telephone: association.phone }),
        ...(association.address && { address: association.address }),
        ...(association.socialLinks.length > 0 && { sameAs: association.socialLinks.map(({ url }) => url) }),
      },
    }),
  };
};

export function Page({ data: { settings, news, conferences } }: { data: Data }) {
  const association = useAssociation();
  return (
    <>
      <div className="container visitors-only">
        <Island name="Waiting" when={`local:${waitingForPayment}`} />
      </div>
      <section className={`container grid gap-5 grid-cols-3fr-2fr-from-md items-start ${styles.hero}`}>
        <div>
          <p className="m-0 mb-4px font-semibold text-saffron">{t('Welcome to the')}</p>
          <h1 className={styles.welcome} lang={association.nameLang}>
            {association.name}
          </h1>
          {settings ? (
            <Prose {...officeText(settings.homeText, settings.hi.homeText)} className="text-18" />
          ) : (
            <NotLoaded what={t('The welcome text')} />
          )}
          <p className={`visitors-only flex flex-wrap gap-2 m-0 mt-4 ${styles.actions}`}>
            <Link className="button-accent" to={paths.membership}>
              {t('Register')}
            </Link>
            <Link className="button-quiet" to={paths.login} aria-haspopup="dialog">
              {t('Login')}
            </Link>
          </p>
        </div>
        {settings && <NoticeBoard updates={settings.importantUpdates} />}
      </section>

      <section className="section bg-surface border-t border-b" aria-labelledby="latest-news">
        <div className="container">
          <div className="flex flex-wrap gap-1 justify-between items-baseline mb-2">
            <h2 id="latest-news" className="m-0">
              {t('Latest News')}
            </h2>
            <Link className="tap" to={paths.news}>
              {t('All news')}
            </Link>
          </div>
          {news === null ? (
            <NotLoaded what={t('The news')} />
          ) : news.length === 0 ? (
            <p className="text-muted">{t('There is no news yet.')}</p>
          ) : (
            <div className="grid gap-3 grid-cols-3-from-md">
              {news.map((item) => (
                <NewsCard key={item.id} item={item} />
              ))}
            </div>
          )}
        </div>
      </section>

      <section className="container section" aria-labelledby="next-conference">
        <div className="flex flex-wrap gap-1 justify-between items-baseline mb-2">
          <h2 id="next-conference" className="m-0">
            {t('Conferences and webinars')}
          </h2>
          <Link className="tap" to={paths.conferences}>
            {t('All conferences')}
          </Link>
        </div>
        {conferences === null ? (
          <NotLoaded what={t('The conferences')} />
        ) : conferences.length === 0 ? (
          <p className="text-muted">{t('No conference is announced at the moment.')}</p>
        ) : (
          conferences.map((conference) => <ConferenceCard key={conference.id} conference={conference} />)
        )}
      </section>

      <ContactSection />
    </>
  );
}
