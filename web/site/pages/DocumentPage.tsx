import { getDocument, type OpenedDocument } from '#shared/contracts/library.ts';
import { paths } from '#shared/paths.ts';
import { DocumentLine, documentFacts } from '#web/features/library/DocumentEntry.tsx';
import { api } from '#web/lib/calls/api.ts';
import { cutAtWord } from '#web/lib/languages/description.ts';
import { sizeText } from '#web/lib/languages/format.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { type AssociationInfo, organization } from '#web/lib/meta/association.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import type { PageAddress } from '#web/site/page-address.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { Prose } from '#web/ui/page/Prose.tsx';

/** The codes of languages, as far as they have one of two letters. */
const codes: Record<string, string> = {
  ...{ English: 'en', Assamese: 'as', Bengali: 'bn', Gujarati: 'gu', Hindi: 'hi', Kannada: 'kn', Kashmiri: 'ks' },
  ...{ Malayalam: 'ml', Marathi: 'mr', Nepali: 'ne', Odia: 'or', Punjabi: 'pa', Sanskrit: 'sa', Sindhi: 'sd' },
  ...{ Tamil: 'ta', Telugu: 'te', Urdu: 'ur' },
};

/** A document as schema.org data. */
const documentData = (document: OpenedDocument, association: AssociationInfo): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'DigitalDocument',
  name: document.title,
  ...(document.summary && { description: document.summary }),
  ...(document.number && { identifier: document.number }),
  datePublished: document.date,
  inLanguage: codes[document.language] ?? document.language,
  genre: document.category,
  url: paths.document(document.id),
  encoding: { '@type': 'MediaObject', contentUrl: document.file.address, encodingFormat: 'application/pdf' },
  publisher: organization(association),
});

export const load = ({ params }: PageAddress) => api(getDocument, { params: { id: params.id ?? '' } });

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ document }: Data, association: AssociationInfo): PageMeta => ({
  title: document.title,
  description: cutAtWord(document.summary || document.firstLines || documentFacts(document), 200),
  canonical: paths.document(document.id),
  type: 'article',
  ...{ jsonLd: documentData(document, association) },
});

export function Page({ data: { document } }: { data: Data }) {
  const { title, summary, firstLines, file, reason } = document;
  return (
    <>
      <PageTitle title={title}>
        <p>
          <DocumentLine document={document} />
        </p>
      </PageTitle>
      <div className="container page-body grid grid-cols-1 gap-3">
        {summary && <Prose text={summary} />}
        {firstLines && (
          <p className="text-muted m-0 break-anywhere measure" dir="auto" lang={langOf(firstLines)}>
            {firstLines}
          </p>
        )}
        {reason && <p className="text-muted text-14 m-0">{reason}</p>}
        <p className="flex flex-wrap gap-1 m-0">
          <a className="button" href={file.address} target="_blank" rel="noopener noreferrer">
            <T>
              Open<span className="sr-only"> {t('(opens in a new tab)')}</span>
            </T>
          </a>
          <a className="button-quiet" href={`${file.address}?download`}>
            <T>Download, PDF, {sizeText(file.size)}</T>
          </a>
        </p>
        <p className="m-0">
          <Link className="tap" to={paths.documents}>
            {t('All documents')}
          </Link>
        </p>
      </div>
    </>
  );
}
