import type { OfficePayment } from '#shared/contracts/payments.ts';
import type { StatementLine } from '#shared/contracts/statements.ts';
import { formatExactRupees, formatRupees } from '#shared/money.ts';
import { payerOf, stateLabels } from '#web/features/payments/office-wording.ts';
import { purposeOf } from '#web/features/payments/wording.ts';
import { formatDate, formatDay } from '#web/lib/languages/format.ts';
import { Select } from '#web/ui/forms/Select.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable, type PagedRows } from '#web/ui/tables/DataTable.tsx';
import { type Choice, chosenFor, namedIn, optionOf, optionsOf, scheduleLabel, schedulesOf } from './choices.ts';
import styles from './LinesTable.module.css';

interface Props extends PagedRows<StatementLine> {
  caption: string;
  emptyText: string;
  choices: ReadonlyMap<string, Choice>;
  /** Called with the payments that a line is matched with; none leaves it open. */
  onChoose: (lines: readonly StatementLine[], paymentIds: (line: StatementLine) => string[]) => void;
  /** Called with the choice for one line; undefined leaves it open. */
  onPick: (line: StatementLine, choice: Choice | undefined) => void;
  /** Opens the search for a line's payment. */
  onSearch: (line: StatementLine) => void;
  /** Opens the search for the list of deductions whose money a line is. */
  onFindList: (line: StatementLine) => void;
  /** Dismisses a line that is not a membership payment, or restores it. */
  onDismiss: (line: StatementLine) => void;
  /** For certain matches: lines are ticked, without a choice for each. */
  ticked?: boolean;
}

/** Credits with their possible payments and the reasons. */
export function LinesTable({ choices, onChoose, onPick, onSearch, onFindList, onDismiss, ticked, ...list }: Props) {
  const columns: Column<StatementLine>[] = [
    {
      key: 'credit',
      header: 'Credit',
      primary: true,
      cell: ({ date, amount }) => (
        <span className="whitespace-nowrap grid gap-2px">
          <strong>{formatExactRupees(amount)}</strong>
          <span className="text-muted text-14">{formatDay(date)}</span>
        </span>
      ),
    },
    {
      key: 'narration',
      header: 'Narration',
      cell: ({ narration, texts }) => (
        <span className={`text-14 break-anywhere block ${styles.text}`}>{[narration, ...texts].join(' | ')}</span>
      ),
    },
    {
      key: 'why',
      header: ticked ? 'Payment' : 'What it may be for',
      cell: ({ payments, settlement, schedules = [], why, dismissed }) => (
        <span className="grid gap-1 min-w-0">
          {settlement && <Settlement {...settlement} />}
          {schedules.map(({ id, ...of }) => (
            <strong key={id}>{scheduleLabel(of)}</strong>
          ))}
          {payments.map((payment) => (
            <Named key={payment.id} payment={payment} />
          ))}
          <span className="text-muted text-14">
            {dismissed ? `${dismissed.note} (${dismissed.by}, ${formatDate(dismissed.at)})` : why}
          </span>
        </span>
      ),
    },
    ...(ticked
      ? []
      : [
          {
            key: 'choice',
            header: 'Receive',
            cell: (line: StatementLine) => (
              <Chooser
                line={line}
                choice={choices.get(line.id)}
                onPick={onPick}
                onSearch={onSearch}
                onFindList={onFindList}
                onDismiss={onDismiss}
              />
            ),
          },
        ]),
  ];
  return (
    <DataTable
      columns={columns}
      rowKey={({ id }) => id}
      selection={
        ticked
          ? {
              isTicked: ({ id }) => choices.has(id),
              onTick: (rows, on) => onChoose(rows, (line) => (on ? namedIn(line) : [])),
              labelOf: ({ payments: [payment], settlement }) =>
                `Receive ${payment?.reference ?? settlement?.utr ?? ''}`,
            }
          : undefined
      }
      {...list}
    />
  );
}

function Settlement({ utr, amount }: { utr: string; amount: number }) {
  return (
    <span className="grid gap-2px">
      <strong>Settlement of online payments</strong>
      <span className="text-muted text-14">
        {utr}, {formatExactRupees(amount)}
      </span>
    </span>
  );
}

function Named({ payment }: { payment: OfficePayment }) {
  const { reference, amount, state } = payment;
  return (
    <span className="grid gap-2px">
      <strong>{payerOf(payment).name}</strong>
      <span className="text-muted text-14">
        {reference}, {purposeOf(payment)}, {formatRupees(amount)}, {stateLabels[state]}
      </span>
    </span>
  );
}

interface ChooserProps extends Pick<Props, 'onPick' | 'onSearch' | 'onFindList' | 'onDismiss'> {
  line: StatementLine;
  choice: Choice | undefined;
}

function Chooser({ line, choice, onPick, onSearch, onFindList, onDismiss }: ChooserProps) {
  const options = [...schedulesOf(line), ...optionsOf(line)];
  const value = choice ? optionOf(choice) : '';
  const isFound = value !== '' && !options.some((option) => option.value === value);
  const name = `${formatExactRupees(line.amount)} of ${formatDay(line.date)}`;
  if (line.dismissed)
    return (
      <Button small look="text" onClick={() => onDismiss(line)} aria-label={`Open ${name} again`}>
        Open again
      </Button>
    );
  return (
    <div className={`grid gap-2px justify-items-start ${styles.chooser}`}>
      {(options.length > 0 || isFound) && (
        <Select
          label={`Receive ${name} for`}
          hideLabel
          value={value}
          entries={[
            { value: '', label: 'Leave open' },
            ...options,
            ...(isFound ? [{ value, label: choice?.found ?? '' }] : []),
          ]}
          onChange={(chosen) => onPick(line, chosenFor(line, chosen))}
        />
      )}
      <Button small look="text" onClick={() => onSearch(line)} aria-label={`Find the payment for ${name}`}>
        Find the payment
      </Button>
      <Button small look="text" onClick={() => onFindList(line)} aria-label={`Find the list of deductions for ${name}`}>
        Deductions
      </Button>
      <Button small look="text" onClick={() => onDismiss(line)} aria-label={`Dismiss ${name}`}>
        Not a payment
      </Button>
    </div>
  );
}
