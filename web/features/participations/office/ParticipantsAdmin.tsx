import { useState } from 'react';
import { useParams } from 'react-router';
import { certificatesZip } from '#shared/contracts/certificates.ts';
import { getConference } from '#shared/contracts/conferences.ts';
import {
  exportParticipants,
  listParticipants,
  type Participant,
  participantSums,
} from '#shared/contracts/participations.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { counted, formatDate } from '#web/lib/languages/format.ts';
import { useOffice, useStateNames } from '#web/lib/login/office.ts';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterCombo } from '#web/ui/tables/FilterCombo.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { AddParticipantDialog } from './AddParticipantDialog.tsx';
import { AnswerSums } from './AnswerSums.tsx';
import { CancelConferenceDialog } from './CancelConferenceDialog.tsx';
import { ParticipantDialog } from './ParticipantDialog.tsx';
import { ParticipantsTable } from './ParticipantsTable.tsx';
import { stateLabels } from './ParticipationState.tsx';
import { TellDialog } from './TellDialog.tsx';
import { TellingProgress } from './TellingProgress.tsx';
import { Totals } from './Totals.tsx';

const defaults = { state: '', search: '', homeState: '', page: '1' };
const states = ['registered', 'waiting', 'unconfirmed', 'cancelled', 'attended'] as const;

/** The participants of a conference. */
export function Component() {
  const { id = '' } = useParams();
  const params = { id };
  const office = useOffice();
  const unbound = office.may('members', { scope: 'allIndia' });
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const state = states.find((each) => each === address.state) ?? '';
  const { search, homeState } = address;
  const conference = useLoad(getConference, { params }, { loggedIn: true });
  const load = useLoad(listParticipants, { params, query: { state, search, homeState, page } });
  const table = usePaging(load, page, onPage);
  const { data } = load;
  const questions = data?.questions ?? [];
  const sums = useLoad(participantSums, questions.length > 0 ? { params } : null);
  // An administrator who is limited to States cannot choose others.
  const isBound = office.states.length > 0;
  const allStates = useStateNames(office.known && !isBound);
  const [open, setOpen] = useState<'add' | 'tell' | 'cancel' | Participant>();
  const [job, setJob] = useState<string>();
  const close = () => setOpen(undefined);
  const reload = () => {
    load.reload();
    sums.reload();
    conference.reload();
  };
  const of = conference.data?.newConference;
  const cancelled = of !== undefined && of.cancelledAt !== null;
  const people = (data?.totals.registered ?? 0) + (data?.totals.waiting ?? 0);
  const filtered = state !== '' || search !== '' || homeState !== '';
  const shown = typeof open === 'object' ? (data?.data.find(({ id }) => id === open.id) ?? open) : undefined;

  if (conference.failed && !conference.loading) {
    return (
      <>
        <PageHeader title="Participants" />
        <TryAgain onClick={reload} text={conference.failed.message} />
      </>
    );
  }
  return (
    <>
      <p className="text-14 m-0 mb-4px">
        <Link className="tap" to={paths.admin.conferences}>
          All conferences
        </Link>
      </p>
      <PageHeader
        title={of ? of.title : 'Participants'}
        text={of && `Participants · ${formatDate(of.startsAt)}${cancelled ? ` · Cancelled: ${of.cancelReason}` : ''}`}
      >
        {of && !cancelled && of.participation !== 'off' && (
          <Button onClick={() => setOpen('add')}>Add participant</Button>
        )}
        {of && unbound && !cancelled && (
          // A document of its own: it may run WebAssembly, and opens offline.
          <a href={paths.admin.checkIn(id)} className={buttonLook('outlined')}>
            Check in
          </a>
        )}
        {of && unbound && !cancelled && people > 0 && (
          <Button look="outlined" onClick={() => setOpen('tell')}>
            Tell the participants
          </Button>
        )}
      </PageHeader>
      {job && <TellingProgress job={job} onClose={() => setJob(undefined)} />}
      {data && (
        <Totals
          totals={data.totals}
          // An administrator limited to States sees only those people, but the places are for all.
          places={unbound ? of?.places : undefined}
          chosen={state}
          onChoose={(next) => change({ state: next })}
        />
      )}
      <FilterBar
        label="Participants"
        chosen={[state, homeState].filter((value) => value !== '').length}
        search={{
          label: 'Search participants',
          placeholder: 'Name, member number, e-mail or mobile',
          value: search,
          onChange: (next) => change({ search: next }),
        }}
      >
        <FilterSelect
          label="Participation"
          value={state}
          options={states.map((value) => ({ value, label: stateLabels[value] }))}
          onChange={(next) => change({ state: next })}
        />
        <FilterCombo
          label="State"
          value={homeState}
          options={isBound ? office.states : allStates}
          onChange={(next) => change({ homeState: next })}
        />
      </FilterBar>
      <p className="text-muted text-14 m-0 mb-4px min-h-line" role="status">
        {data && !load.failed ? counted(data.pagination.totalCount, 'participant') : ''}
      </p>
      <ParticipantsTable
        {...table}
        questions={questions}
        emptyText={filtered ? messages.empty.table : 'Nobody takes part yet.'}
        onOpen={setOpen}
      />
      <div className="flex flex-wrap gap-1 mt-3 mb-3">
        <Link to={paths.admin.attendanceSheet(id)} className={buttonLook('outlined')}>
          Attendance sheet
        </Link>
        {(['csv', 'xlsx'] as const).map((format) => (
          <DownloadButton
            key={format}
            name={`participants.${format}`}
            load={() => api(exportParticipants, { params, query: { format } })}
          >
            Export {format.toUpperCase()}
          </DownloadButton>
        ))}
        {of?.certificate && (data?.totals.attended ?? 0) > 0 && (
          <DownloadButton name="certificates.zip" load={() => api(certificatesZip, { params })}>
            Certificates (ZIP)
          </DownloadButton>
        )}
        {of && (unbound || office.may('content')) && !cancelled && !of.over && (
          <Button look="outlined" danger onClick={() => setOpen('cancel')}>
            Cancel the conference
          </Button>
        )}
      </div>
      {questions.length > 0 && <AnswerSums load={sums} />}
      {shown && (
        <ParticipantDialog row={shown} questions={questions} cancelled={cancelled} onClose={close} reload={reload} />
      )}
      {open === 'add' && of && (
        <AddParticipantDialog conferenceId={id} questions={of.questions} onClose={close} reload={reload} />
      )}
      {open === 'tell' && (
        <TellDialog conferenceId={id} people={people} onClose={close} reload={reload} onJob={setJob} />
      )}
      {open === 'cancel' && of && <CancelConferenceDialog conference={of} onClose={close} reload={reload} />}
    </>
  );
}
