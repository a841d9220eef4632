import { getDocument } from '#shared/contracts/library.ts';
import { paths } from '#shared/paths.ts';
import { documentData } from '#web/features/library/document-data.ts';
import { documentLine, sizeText } from '#web/features/library/document-text.ts';
import { api } from '#web/lib/api.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { cut } from '#web/lib/format.ts';
import type { PageMeta } from '#web/lib/page.ts';
import type { PageAddress } from '#web/site/site.ts';
import { Link } from '#web/ui/Link.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Prose } from '#web/ui/Prose.tsx';

export const load = ({ params }: PageAddress) => api(getDocument, { params: { id: params.id ?? '' } });

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ document }: Data, association: AssociationInfo): PageMeta => ({
  title: document.title,
  description: cut(document.summary || document.firstLines || documentLine(document), 200),
  canonical: paths.document(document._id),
  type: 'article',
  ...{ jsonLd: documentData(document, association) },
});

export function Page({ data: { document } }: { data: Data }) {
  const { title, summary, firstLines, file, reason } = document;
  return (
    <>
      <PageTitle title={title}>
        <p>{documentLine(document)}</p>
      </PageTitle>
      <div className="wrap page-body stack one-column gap-3">
        {summary && <Prose text={summary} />}
        {firstLines && (
          <p className="muted flush breaks measure" dir="auto">
            {firstLines}
          </p>
        )}
        {reason && <p className="muted small flush">{reason}</p>}
        <p className="wraps gap-1 flush">
          <a className="button" href={file.address} target="_blank" rel="noopener noreferrer">
            Open<span className="unseen"> (opens in a new tab)</span>
          </a>
          <a className="button-quiet" href={`${file.address}?download`}>
            Download, PDF, {sizeText(file.size)}
          </a>
        </p>
        <p className="flush">
          <Link className="tap" to={paths.documents}>
            All documents
          </Link>
        </p>
      </div>
    </>
  );
}
