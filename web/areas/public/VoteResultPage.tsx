import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { voteResults } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { ResultCounts } from '#web/features/votes/ResultCounts.tsx';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';

export const loader = async ({ params: { id = '' } }: LoaderFunctionArgs) => {
  const { data } = await api(voteResults, { params: { id } });
  return { id, result: data };
};

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = ({ id, result }: Data): PageMeta => ({
  title: `Result: ${result.title}`,
  description: `The result of ${result.title}, by secret ballot, with the box for everybody who wants to count again.`,
  canonical: paths.voteResult(id),
});

const CountAgain = lazy(async () => ({ default: (await import('#web/features/votes/CountAgain.tsx')).CountAgain }));

/** The result of a vote that everybody may read. */
export function Component() {
  const { id, result } = useLoaderData<typeof loader>();
  const inBrowser = useInBrowser();
  return (
    <>
      <PageTitle title={result.title}>
        <p>The declared result of a secret ballot</p>
      </PageTitle>
      <div className="wrap page-body stack one-column gap-4">
        <ResultCounts result={result} />
        {inBrowser && (
          <Suspense fallback={<Loading />}>
            <CountAgain id={id} result={result} />
          </Suspense>
        )}
      </div>
    </>
  );
}
