import type { Participant, Question } from '#shared/contracts/participations.ts';
import { cut, formatMobile } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable, nothing, type PagedRows } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import styles from './ParticipantsTable.module.css';
import { answerText, erased, ParticipationState } from './ParticipationState.tsx';

interface Props extends PagedRows<Participant> {
  questions: readonly (Question & { removed: boolean })[];
  emptyText: string;
  onOpen: (row: Participant) => void;
}

/** Several answers replace the `contact` column; the participant's dialog shows it. */
const columns: readonly Column<Participant>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    free: true,
    cell: (row) => (
      <TwoLines
        strong
        first={row.name || erased}
        whole="second"
        second={row.guest ? 'Guest' : (row.memberNumber ?? '')}
      />
    ),
  },
  { key: 'place', header: 'State', cell: (row) => row.homeState || nothing },
  {
    key: 'contact',
    header: 'Mobile and e-mail',
    width: '26%',
    cell: ({ mobile, email }) =>
      email ? <TwoLines first={mobile ? formatMobile(mobile) : 'No mobile number'} second={email} email /> : nothing,
  },
  { key: 'state', header: 'Participation', line: true, cell: (row) => <ParticipationState of={row} /> },
];

/** The participants of a conference, with their answers as columns. */
export function ParticipantsTable({ questions, onOpen, ...list }: Props) {
  const answers = questions.map(
    (question): Column<Participant> => ({
      key: question.id,
      header: question.text,
      free: true,
      cell: (row) => cut(answerText(question, row.answers[question.id] ?? ''), 80) || nothing,
    }),
  );
  return (
    <div className={styles.room} data-answers={questions.length}>
      <DataTable
        dense
        lines
        caption="Participants"
        columns={[...columns.filter(({ key }) => key !== 'contact' || answers.length < 2), ...answers]}
        rowKey={(row) => row.id}
        actions={(row) => (
          <Button small look="outlined" aria-label={`Open ${row.name || erased}`} onClick={() => onOpen(row)}>
            Open
          </Button>
        )}
        {...list}
      />
    </div>
  );
}
