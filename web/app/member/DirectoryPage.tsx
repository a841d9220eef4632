import { Fragment, useCallback, useRef } from 'react';
import { type DirectoryEntry, searchDirectory } from '#shared/contracts/directory.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { DirectoryFilters, noFilters } from '#web/features/directory/DirectoryFilters.tsx';
import { MemberCard } from '#web/features/directory/MemberCard.tsx';
import { NobodyFound } from '#web/features/directory/NobodyFound.tsx';
import { similarTitle } from '#web/features/directory/suggestions.ts';
import { pageNumber, useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePageWithin } from '#web/lib/calls/usePaging.ts';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { LoadingLine } from '#web/ui/page/Progress.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { PageNumbers } from '#web/ui/tables/PageNumbers.tsx';

export function Component() {
  const [filters, change] = useQueryState(noFilters, 'name');
  const wantedPage = pageNumber(filters.page);
  const { data, failed, loading, reload } = useLoad(searchDirectory, { query: { ...filters, page: wantedPage } });
  const toLastPage = useCallback((page: number) => change({ page: String(page) }, { replace: true }), [change]);
  usePageWithin(wantedPage, { data, loading }, toLastPage);
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'page' && value !== '');
  const top = useRef<HTMLParagraphElement>(null);
  const members = data?.data as DirectoryEntry[] | undefined;
  const count = data?.pagination.totalCount ?? 0;
  const shown = { count: formatNumber(count) };
  const some = data?.pagination.more
    ? t('More than {count} members', shown)
    : t('{count, plural, one {# member} other {# members}}', shown);
  const summary = data && !failed ? some : '';

  return (
    <div className="container page">
      <PageHeader
        title={t('Prosecutors Directory')}
        text={t('This page is for members only. Please treat its contents as confidential.')}
      />
      <DirectoryFilters filters={filters} onChange={change} searchLabel={t('Search by name')} found={summary} />
      <p ref={top} tabIndex={-1} className="text-muted min-h-line m-0 mt-3 mb-1" role="status">
        {summary}
      </p>
      {count > 1 && !filters.membership && (
        <p className="text-muted text-14 m-0 mb-1">{t('Patrons first, then by name')}</p>
      )}
      <LoadingLine shown={loading && data !== undefined} />
      {failed && !loading ? (
        failed.code === 'LAPSED' ? (
          <p>
            {t(failed.message)} <Link to={paths.membershipStatus}>{t('Pay under My Membership')}</Link>
          </p>
        ) : (
          // Only the limit on opened pages has a message of its own, with the waiting time.
          <TryAgain onClick={reload} text={failed.code === 'TOO_MANY' ? failed.message : undefined} />
        )
      ) : members === undefined ? (
        <Loading />
      ) : members.length === 0 ? (
        <NobodyFound
          text={filters.name}
          onChoose={(changes) => change({ ...changes, name: '' })}
          onReset={isFiltered ? () => change(noFilters) : undefined}
        />
      ) : (
        <div className="grid gap-2 grid-cols-2-from-md" aria-busy={loading || undefined}>
          {members.map((member, index) => (
            <Fragment key={member.id}>
              {member.similar && !members[index - 1]?.similar && (
                <p className="col-span-full font-semibold m-0">{similarTitle(index > 0 || wantedPage > 1)}</p>
              )}
              <MemberCard member={member} wanted={filters.specialisations} />
            </Fragment>
          ))}
        </div>
      )}
      {data && !failed && data.pagination.totalPages > 1 && (
        <div className="mt-4">
          <PageNumbers
            label={t('Pages of the directory')}
            page={data.pagination.currentPage}
            pages={data.pagination.totalPages}
            onPage={(page) => {
              change({ page: String(page) });
              top.current?.focus({ preventScroll: true });
              top.current?.scrollIntoView({ block: 'center' });
            }}
          />
        </div>
      )}
    </div>
  );
}
