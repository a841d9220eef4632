import { useState } from 'react';
import { certificateFile } from '#shared/contracts/certificates.ts';
import {
  changeParticipant,
  eraseParticipant,
  type Participant,
  type Question,
} from '#shared/contracts/participations.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { formatDate, formatMobile } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { answerText, erased, ParticipationState } from './ParticipationState.tsx';

type Move = 'registered' | 'waiting' | 'cancelled';

interface Props {
  row: Participant;
  questions: readonly (Question & { removed: boolean })[];
  /** The conference was cancelled: participants can no longer be moved. */
  cancelled: boolean;
  onClose: () => void;
  reload: () => void;
}

const labels: Record<Move, string> = {
  registered: 'Register',
  waiting: 'Move to the waiting list',
  cancelled: 'Cancel participation',
};
const questionsBefore: Record<Move, string> = {
  registered: 'Register this participant?',
  waiting: 'Move to the waiting list?',
  cancelled: 'Cancel this participation?',
};
const consequences: Record<Move, string> = {
  registered: 'takes part, and gets a mail that says so.',
  waiting: 'gives up the place, goes to the end of the waiting list, and gets a mail that says so.',
  cancelled:
    'takes part no longer, and gets a mail that says so. A place that becomes free goes to the next who waits.',
};

/** The states to which a participant can be moved. */
function movesOf({ state, name, checkedInAt }: Participant): Move[] {
  if (name === '' || checkedInAt !== null) return [];
  if (state === 'registered') return ['waiting', 'cancelled'];
  if (state === 'waiting') return ['registered', 'cancelled'];
  return state === 'unconfirmed' ? ['registered', 'cancelled'] : ['registered', 'waiting'];
}

/** One participant: all details of the participation, and the office's actions. */
export function ParticipantDialog({ row, questions, cancelled, onClose, reload }: Props) {
  const { may } = useOffice();
  const [action, setAction] = useState<Move | 'erase'>();
  const [full, setFull] = useState(false);
  const { attempt } = useAttempt();
  const { certificate } = row;
  const settle = () => {
    reload();
    onClose();
  };
  const move = async (state: Move, overbook: boolean) => {
    try {
      const { message } = await api(changeParticipant, {
        params: { participationId: row.id },
        body: { state, overbook, version: row.version },
      });
      toast.success(message);
      settle();
    } catch (error) {
      // Exceeding the number of places needs a second press.
      if (error instanceof AppError && error.code === 'FULL') return setFull(true);
      if (error instanceof AppError && error.code === 'RECORD_CHANGED') settle();
      throw error;
    }
  };
  const target = full ? 'registered' : action === 'erase' ? undefined : action;
  return (
    <ModalDialog
      open
      title={row.name || erased}
      onClose={onClose}
      actions={
        <>
          {certificate && (
            <DownloadButton
              name={`${certificate.number.replaceAll('/', '-')}.pdf`}
              load={() => api(certificateFile, { params: { participationId: row.id } })}
            >
              Certificate
            </DownloadButton>
          )}
          {row.guest && row.name !== '' && may('members', { scope: 'allIndia' }) && (
            <Button look="outlined" danger onClick={() => setAction('erase')}>
              Erase data
            </Button>
          )}
          {!cancelled &&
            movesOf(row).map((state) => (
              <Button
                key={state}
                look={state === 'registered' ? 'filled' : 'outlined'}
                danger={state === 'cancelled'}
                onClick={() => setAction(state)}
              >
                {labels[state]}
              </Button>
            ))}
        </>
      }
    >
      <dl className="grid gap-2 grid-tiles-wide m-0">
        <div>
          <dt className="text-14 break-anywhere">Participation</dt>
          <dd className="whitespace-pre-line">
            <ParticipationState of={row} />
          </dd>
        </div>
        <Fact label={row.guest ? 'Kind' : 'Member number'} value={row.guest ? 'Guest' : row.memberNumber} />
        <Fact label="State" value={row.homeState} />
        <Fact label="Mobile" value={formatMobile(row.mobile)} />
        <Fact label="E-mail" value={row.email} />
        <Fact label="Since" value={formatDate(row.createdAt)} />
        <Fact label="Certificate" value={certificate?.number} />
        {questions.map((question) => (
          <Fact
            key={question.id}
            label={question.removed ? `${question.text} (asked no longer)` : question.text}
            value={answerText(question, row.answers[question.id] ?? '')}
          />
        ))}
      </dl>
      {row.checkedInAt && (
        <p className="text-muted text-14 m-0 mt-2">
          Who has been checked in is moved only after that was undone at the door.
        </p>
      )}
      {target && (
        <ConfirmDialog
          key={String(full)}
          open
          danger={target === 'cancelled'}
          title={full ? messages.participants.full : questionsBefore[target]}
          confirmLabel={full ? 'Register all the same' : labels[target]}
          onConfirm={() => move(target, full)}
          onClose={() => (full ? setFull(false) : setAction(undefined))}
        >
          {row.name} {consequences[target]}
        </ConfirmDialog>
      )}
      {action === 'erase' && (
        <ConfirmDialog
          open
          danger
          title="Erase the data of this guest?"
          confirmLabel="Erase"
          onConfirm={async () => {
            if (await attempt(() => api(eraseParticipant, { params: { participationId: row.id } }))) settle();
          }}
          onClose={() => setAction(undefined)}
        >
          Name, e-mail, mobile number, answers and the link of {row.name} are erased for good; a participation to come
          is cancelled. A line without a name stays in the totals.
        </ConfirmDialog>
      )}
    </ModalDialog>
  );
}

function Fact({ label, value }: { label: string; value: string | null | undefined }) {
  if (!value) return null;
  return (
    <div>
      <dt className="text-14 break-anywhere">{label}</dt>
      <dd className="whitespace-pre-line">{value}</dd>
    </div>
  );
}
