import { voteResults } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { CountAgain } from '#web/features/votes/CountAgain.tsx';
import { ResultCounts } from '#web/features/votes/ResultCounts.tsx';
import { api } from '#web/lib/calls/api.ts';
import { t } from '#web/lib/languages/text.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import type { PageAddress } from '#web/site/page-address.ts';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';

export const load = async ({ params: { id = '' } }: PageAddress) => {
  const { data } = await api(voteResults, { params: { id } });
  return { id, result: data };
};

type Data = Awaited<ReturnType<typeof load>>;

export const meta = ({ id, result }: Data): PageMeta => ({
  title: t(`Result: ${result.title}`),
  description: t(
    `The result of ${result.title}, by secret ballot, with the box for everybody who wants to count again.`,
  ),
  canonical: paths.voteResult(id),
});

/** The result of a vote that everybody may read. */
export function Page({ data: { id, result } }: { data: Data }) {
  return (
    <>
      <PageTitle title={result.title}>
        <p>{t('The declared result of a secret ballot')}</p>
      </PageTitle>
      <div className="container page-body grid grid-cols-1 gap-4">
        <ResultCounts result={result} />
        <Island name="CountAgain" of={CountAgain} props={{ id, result }} />
      </div>
    </>
  );
}
