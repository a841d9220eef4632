import type { Pagination } from '#shared/fields.ts';
import { pageNumber } from '#web/lib/browser/useQueryState.ts';
import { t } from '#web/lib/languages/text.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import type { PageAddress } from '#web/site/page-address.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { Archive, type ArchiveEntry, type ArchiveProps } from './Archive.tsx';

interface Options<Item> extends Pick<ArchiveProps, 'address' | 'label'> {
  load: (page: number) => Promise<{ data: Item[]; pagination: Pagination }>;
  entryOf: (item: Item) => ArchiveEntry;
  title: string;
  description: string;
  /** Where the cards are. */
  latest: { to: string; label: string };
  emptyText: string;
}

/** The module of a page with what is older than the cards of another one. */
export function archivePage<Item>({
  load,
  entryOf,
  title,
  description,
  latest,
  emptyText,
  address,
  label,
}: Options<Item>) {
  type Data = Awaited<ReturnType<typeof load>>;
  return {
    load: ({ query }: PageAddress) => load(pageNumber(query.get('page') ?? '1')),
    meta: ({ pagination: { currentPage: page } }: Data): PageMeta => ({
      title: page > 1 ? t(`${t(title)}, page ${page}`) : t(title),
      description: t(`${t(description)} Page ${page}.`),
      canonical: address(page),
    }),
    Page: ({ data: { data, pagination } }: { data: Data }) => {
      return (
        <>
          <PageTitle title={t(title)}>
            <p>
              <Link className="tap" to={latest.to}>
                {t(latest.label)}
              </Link>
            </p>
          </PageTitle>
          <div className="container page-body">
            {data.length === 0 ? (
              <p className="text-muted">{t(emptyText)}</p>
            ) : (
              <Archive address={address} label={t(label)} entries={data.map(entryOf)} pagination={pagination} />
            )}
          </div>
        </>
      );
    },
  };
}
