import { listResources, type ResourceLink } from '#shared/contracts/resources.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { DocumentBody } from '#web/features/policies/DocumentBody.tsx';
import { informationCentre } from '#web/features/resources/information-centre.ts';
import { type ResourceTab, ResourceTabs } from '#web/features/resources/ResourceTabs.tsx';
import { api } from '#web/lib/calls/api.ts';
import { T } from '#web/lib/languages/T.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { type PageMeta, quietly } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import type { PageAddress } from '#web/site/page-address.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';
import styles from './ResourcesPage.module.css';

export async function load({ query }: PageAddress) {
  const tab = query.get('tab');
  const answer = await quietly(api(listResources));
  const current: ResourceTab = tab === 'information-centre' ? tab : 'resources';
  return { links: answer?.resources ?? null, current };
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta: PageMeta = {
  title: msg('Resources'),
  description: msg(
    'Useful links for prosecutors, and an overview of the kinds of prosecutors in India and their duties.',
  ),
};

export function Page({ data: { links, current } }: { data: Data }) {
  return (
    <>
      <PageTitle title={t('Information about INDIA Prosecutors')} />
      <div className="container page-body">
        <Island name="ResourceTabs" of={ResourceTabs} props={{ current }} />
        <div role="tabpanel" id={`panel-${current}`} aria-labelledby={`tab-${current}`}>
          {current === 'resources' ? <Links links={links} /> : <DocumentBody document={informationCentre} />}
        </div>
      </div>
    </>
  );
}

function Links({ links }: { links: ResourceLink[] | null }) {
  if (links === null) return <NotLoaded what={t('The links')} />;
  return (
    <>
      <p>
        <T>
          Circulars, judgments and manuals: <Link to={paths.documents}>{t('documents of the association')}</Link>
        </T>
      </p>
      <h2 className="text-22">{t('Useful links')}</h2>
      {links.length === 0 ? (
        <p className="text-muted">{t(messages.empty.links)}</p>
      ) : (
        <ul className="grid gap-2 grid-cols-1 grid-cols-2-from-sm grid-cols-3-from-md">
          {links.map((link) => (
            <li key={link.id}>
              <a
                className="card hover-border-navy flex flex-col gap-2px h-full no-underline p-2"
                href={link.link}
                target="_blank"
                rel="noopener noreferrer"
              >
                <span className={`text-18 font-semibold break-anywhere font-serif ${styles.host}`}>
                  {link.name || hostOf(link.link)}
                </span>
                <span className="text-muted text-14 break-anywhere">{link.link}</span>
                <span className="sr-only"> {t('(opens in a new tab)')}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address;
}
