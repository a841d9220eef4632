import { listVotes, type Vote } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { t } from '#web/lib/languages/text.ts';
import { langOf } from '#web/lib/languages/written-text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PagedCards } from '#web/ui/tables/PagedCards.tsx';
import { StatusDot, type Tone } from '#web/ui/tables/StatusDot.tsx';
import { progressOf } from './stored-paper.ts';
import styles from './Votes.module.css';
import { datesOf, memberStateLabels, stateTones } from './wording.ts';

/** The member's elections and resolutions, newest first. */
export function Component() {
  const [, change, { page }] = useQueryState({ page: '1' });
  const list = useLoad(listVotes, { query: { page } });
  return (
    <div className="container page max-w-760">
      <PageHeader title={t('Votes')} text={t('Elections and resolutions of the association, by secret ballot.')} />
      <p className="m-0 mb-3">
        <Link className="tap" to={paths.secretBallot}>
          {t('How your vote stays secret')}
        </Link>
      </p>
      <PagedCards
        of={list}
        emptyText={t('There has been no vote yet for which you were chosen as a voter.')}
        label={t('Pages of the votes')}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      >
        {(vote) => <Entry key={vote.id} vote={vote} />}
      </PagedCards>
    </div>
  );
}

function statusOf(vote: Vote): { tone: Tone; text: string } {
  if (vote.state !== 'open' || !vote.mine?.onRoll)
    return { tone: stateTones[vote.state], text: t(memberStateLabels[vote.state]) };
  switch (progressOf(vote)) {
    case 'cast':
      return { tone: 'good', text: t('Your vote is in') };
    case 'paper':
      return { tone: 'warn', text: t('Your ballot is not in the box yet') };
    case 'elsewhere':
      return { tone: 'neutral', text: t('Taken on another device') };
    default:
      return { tone: 'warn', text: t('You have not voted yet') };
  }
}

function Entry({ vote }: { vote: Vote }) {
  const { tone, text } = statusOf(vote);
  return (
    <li className="card p-3">
      <h2 className="text-18 m-0 break-anywhere">
        <Link to={paths.vote(vote.id)} className="tap" lang={langOf(vote.title)}>
          {vote.title}
        </Link>
      </h2>
      <p className="text-muted text-14 m-0">{datesOf(vote)}</p>
      <p className={`m-0 ${styles.standing}`}>
        <StatusDot tone={tone}>{t(text)}</StatusDot>
      </p>
    </li>
  );
}
