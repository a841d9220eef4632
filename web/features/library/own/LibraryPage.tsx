import type { DocumentCategory } from '#shared/contracts/library.ts';
import { documentLanguages, listDocuments } from '#shared/contracts/library.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { t } from '#web/lib/languages/text.ts';
import { officeText } from '#web/lib/languages/written-text.ts';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { OfficeText } from '#web/ui/page/Prose.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { PageNumbers } from '#web/ui/tables/PageNumbers.tsx';
import { DocumentEntry } from '../DocumentEntry.tsx';
import styles from '../Library.module.css';
import { StarButton } from './StarButton.tsx';

/** As far back as people look; older ones are found by their words. */
const yearsShown = 40;
const years = () => {
  const now = new Date().getFullYear();
  return Array.from({ length: yearsShown }, (_each, back) => String(now - back));
};

const countOf = (total: number) =>
  t('{total, plural, one {# document} other {# documents}}', { total: formatNumber(total) });

/** The library for members: search, categories, what is new. */
export function Component() {
  const [address, change, { page }] = useQueryState(
    { search: '', category: '', year: '', language: '', mine: '', page: '1' },
    'search',
  );
  const { search, category, year, language } = address;
  const mine = address.mine === 'yes';
  const isNarrowed = search !== '' || category !== '' || year !== '' || language !== '' || mine;
  const list = useLoad(listDocuments, {
    query: {
      search,
      category,
      year: /^\d{4}$/.test(year) ? year : '',
      language,
      starred: mine ? true : '',
      order: search !== '' ? 'best' : isNarrowed ? 'newest' : 'added',
      page,
    },
  });
  return (
    <div className="container page max-w-960">
      <PageHeader
        title={t('Library')}
        text={t('Circulars, judgments, manuals and forms, found by every word of their text.')}
      />
      <div className="grid gap-2 mb-3">
        <SearchField
          label={t('Search the library')}
          value={search}
          placeholder={t('s. 302 IPC, “sudden provocation”, -304')}
          onChange={(next) => change({ search: next })}
        />
        <Categories
          categories={list.data?.categories ?? []}
          chosen={category}
          onChoose={(next) => change({ category: next })}
        />
        <div className="grid grid-cols-3 items-end gap-1">
          <FilterSelect label={t('Year')} value={year} options={years()} onChange={(next) => change({ year: next })} />
          <FilterSelect
            label={t('Language')}
            value={language}
            options={documentLanguages}
            onChange={(next) => change({ language: next })}
          />
          <FilterSelect
            label={t('Show')}
            value={address.mine}
            options={[{ value: 'yes', label: t('Mine') }]}
            onChange={(next) => change({ mine: next })}
          />
        </div>
      </div>
      <Loaded of={list}>
        {({ data, pagination, partial }) => (
          <section aria-labelledby="found">
            <h2 id="found" className="text-22 mb-1" aria-live="polite">
              {search !== ''
                ? countOf(pagination.totalCount)
                : mine
                  ? t('My documents')
                  : isNarrowed
                    ? countOf(pagination.totalCount)
                    : t('New in the library')}
            </h2>
            {partial && <p className="text-muted">{t(messages.library.partial)}</p>}
            {data.length === 0 ? (
              <p className="text-muted">
                {mine && search === ''
                  ? t('The star beside a document keeps it here.')
                  : search !== ''
                    ? t(messages.library.noneFound)
                    : isNarrowed
                      ? t(messages.library.noneSuch)
                      : t('There are no documents yet.')}
              </p>
            ) : (
              <ul className="border-t m-0 mb-3">
                {data.map((each) => (
                  <DocumentEntry
                    key={each.id}
                    document={each}
                    search={search}
                    to={paths.libraryDocument(each.id, search)}
                    note={search !== '' && !each.hit && each.reason}
                  >
                    <StarButton document={each} onChanged={list.reload} />
                  </DocumentEntry>
                ))}
              </ul>
            )}
            {pagination.totalPages > 1 && (
              <PageNumbers
                label={t('Pages of the library')}
                page={page}
                pages={pagination.totalPages}
                onPage={(next) => {
                  change({ page: String(next) });
                  window.scrollTo(0, 0);
                }}
              />
            )}
          </section>
        )}
      </Loaded>
    </div>
  );
}

interface CategoriesProps {
  categories: readonly DocumentCategory[];
  chosen: string;
  onChoose: (name: string) => void;
}

function Categories({ categories, chosen, onChoose }: CategoriesProps) {
  const shown = categories.filter(({ name, count }) => count > 0 || name === chosen);
  if (shown.length === 0) return null;
  return (
    <ul className={`flex flex-wrap gap-1 m-0 ${styles.categories}`} aria-label={t('Categories')}>
      {shown.map(({ name, count, hi }) => (
        <li key={name}>
          <button type="button" aria-pressed={name === chosen} onClick={() => onChoose(name === chosen ? '' : name)}>
            <OfficeText as="span" {...officeText(name, hi.name)} />{' '}
            <span className="text-14 tabular-nums">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
