import { useEffect, useState } from 'react';
import type { Vote } from '#shared/contracts/votes.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { paperHashOf } from './bytes.ts';
import { readStoredPaper } from './stored-paper.ts';

/** Whether the names, texts and rules on this page are those of the frozen paper, by their hash; or one `part` of it. */
export function PaperHash({ vote, part }: { vote: Vote; part?: 'warning' | 'hash' }) {
  const [shown, setShown] = useState<string | null>();
  useEffect(() => {
    let isCurrent = true;
    paperHashOf(vote).then(
      (hash) => isCurrent && setShown(hash),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [vote]);
  if (vote.state === 'draft' || vote.state === 'cancelled' || shown === undefined) return null;
  const storedHash = readStoredPaper(vote)?.paperHash;
  const isOther = shown !== vote.paperHash || (storedHash !== undefined && storedHash !== shown);
  if (part === 'hash' && (isOther || shown === null)) return null;
  if (isOther) {
    return (
      <Note tone="error">
        <T>
          This is not the paper that was frozen: its names, texts or rules have changed since, and the ballots of before
          are not genuine with it. Compare it with the notice of the vote.
        </T>
      </Note>
    );
  }
  if (shown === null) {
    return (
      <Note tone="warning" role="note">
        <T>
          The roll of this vote was frozen before names and texts were signed with each ballot. Compare them with the
          notice of the vote.
        </T>
      </Note>
    );
  }
  if (part === 'warning') return null;
  return (
    <p className="text-14 text-muted m-0 no-print">
      {vote.withoutNotice
        ? t('SHA-256 of the paper, which the minutes name, too:')
        : t('SHA-256 of the paper, which the notice names, too:')}{' '}
      <span className="font-mono text-14 break-anywhere">{shown}</span>
    </p>
  );
}
