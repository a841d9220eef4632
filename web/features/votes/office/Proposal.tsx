import { useState } from 'react';
import { agreeToVote, type ProposalInput, proposeVote, refuseVote, type Vote } from '#shared/contracts/votes.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { tellWaitingChanged } from '#web/lib/calls/waiting.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';

interface Props {
  vote: Vote;
  reload: () => void;
}

/** What waits for a second person. */
export function WaitingProposal({ vote, reload }: Props) {
  const [asking, setAsking] = useState<'agree' | 'refuse'>();
  const { attempt } = useAttempt();
  const { proposal } = vote;
  if (!proposal) return null;
  const body = { proposal: proposal.id, version: vote.version };
  const answer = async () => {
    const call = asking === 'agree' ? agreeToVote : refuseVote;
    await attempt(() => api(call, { params: { id: vote.id }, body }));
    tellWaitingChanged();
    reload();
  };
  return (
    <section aria-label="Waits for a second person" className="card p-3 grid gap-2 mb-3">
      <p className="m-0 break-anywhere">
        <strong>Proposed by {proposal.by}</strong> on {formatDate(proposal.at)}: {proposal.text}
      </p>
      {proposal.mayAgree ? (
        <div className="flex flex-wrap gap-1">
          <Button onClick={() => setAsking('agree')}>Agree…</Button>
          <Button look="outlined" onClick={() => setAsking('refuse')}>
            Refuse…
          </Button>
        </div>
      ) : (
        <p className="text-muted text-14 m-0">
          It waits for another administrator with the power ‘Votes’ or ‘Full’, for seven days at most.
        </p>
      )}
      {asking && (
        <ConfirmDialog
          open
          title={asking === 'agree' ? 'Agree to this?' : 'Refuse this?'}
          confirmLabel={asking === 'agree' ? 'Agree' : 'Refuse'}
          onConfirm={answer}
          onClose={() => setAsking(undefined)}
        >
          {asking === 'agree' ? 'It is carried out at once: ' : 'It is not carried out: '}
          {proposal.text}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Proposes a step. @returns the server's message @throws what the call throws */
export async function proposeStep(vote: Pick<Vote, 'id' | 'version'>, step: Omit<ProposalInput, 'version'>) {
  const body = { ...step, version: vote.version };
  return (await api(proposeVote, { params: { id: vote.id }, body })).message;
}
