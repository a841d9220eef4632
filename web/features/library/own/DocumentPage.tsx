import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { getDocument, type OpenedDocument } from '#shared/contracts/library.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { sizeText } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { Prose } from '#web/ui/page/Prose.tsx';
import { DocumentLine, Excerpt } from '../DocumentEntry.tsx';
import { StarButton } from './StarButton.tsx';

/** An address is valid for two hours; a page that stays open gets a new one in time. */
const freshMs = 60 * 60 * 1_000;

/** One document for a member. */
export function Component() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const search = (query.get('search') ?? '').slice(0, 200);
  const load = useLoad(getDocument, { params: { id }, query: { search } });
  const { reload } = load;
  useEffect(() => {
    const timer = setInterval(reload, freshMs);
    return () => clearInterval(timer);
  }, [reload]);
  const back = search === '' ? paths.library : `${paths.library}?search=${encodeURIComponent(search)}`;
  return (
    <div className="container page max-w-960">
      <p className="m-0">
        <Link className="tap" to={back}>
          {search === '' ? t('Library') : t('Back to the search')}
        </Link>
      </p>
      {load.failed?.code === 'NOT_FOUND' || load.failed?.code === 'VALIDATION' ? (
        <PageHeader title={t('Document not found')} text={t('It is not in the library, or no longer.')} />
      ) : (
        <Loaded of={load}>{({ document }) => <Opened document={document} search={search} reload={reload} />}</Loaded>
      )}
    </div>
  );
}

function Opened({ document, search, reload }: { document: OpenedDocument; search: string; reload: () => void }) {
  const { title, summary, hit, reason, file, firstLines } = document;
  const page = hit?.page ?? 1;
  // Browsers of many phones show no PDF: there the file is saved, and opened by the phone's own viewer.
  const hasViewer = navigator.pdfViewerEnabled;
  return (
    <>
      <PageHeader title={title} text={<DocumentLine document={document} />}>
        <StarButton document={document} onChanged={reload} />
      </PageHeader>
      {summary && <Prose text={summary} className="mb-3" />}
      {search !== '' && hit ? (
        <div className="card p-3 mb-3">
          <Excerpt hit={hit} />
        </div>
      ) : (
        firstLines && (
          <p className="text-muted break-anywhere measure" dir="auto" lang={langOf(firstLines)}>
            {firstLines}
          </p>
        )
      )}
      {reason && <p className="text-muted text-14">{reason}</p>}
      <p className="flex flex-wrap gap-1">
        {hasViewer && (
          <a className="button" href={`${file.address}#page=${page}`} target="_blank" rel="noopener noreferrer">
            {page > 1 ? t(`Open at page ${page}`) : t('Open')}
            <span className="sr-only"> {t('(opens in a new tab)')}</span>
          </a>
        )}
        <a className={hasViewer ? 'button-quiet' : 'button'} href={`${file.address}?download`}>
          <T>Download, PDF, {sizeText(file.size)}</T>
        </a>
      </p>
      {!hasViewer && page > 1 && (
        <p className="text-muted text-14">
          <T>The words are on page {page}.</T>
        </p>
      )}
    </>
  );
}
