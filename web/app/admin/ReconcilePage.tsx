import { useEffect, useRef, useState } from 'react';
import { dismissLine, listOpenLines, type StatementLine } from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { AgreesList } from '#web/features/statements/AgreesList.tsx';
import { type Choice, choiceOf, choiceOfSchedules, namedIn } from '#web/features/statements/choices.ts';
import { DismissDialog } from '#web/features/statements/DismissDialog.tsx';
import { FindListDialog } from '#web/features/statements/FindListDialog.tsx';
import { FindPaymentDialog } from '#web/features/statements/FindPaymentDialog.tsx';
import { LinesTable } from '#web/features/statements/LinesTable.tsx';
import { ReceiveBar } from '#web/features/statements/ReceiveBar.tsx';
import { StatementColumns } from '#web/features/statements/StatementColumns.tsx';
import { StatementSummary, Storing, UnreadRows } from '#web/features/statements/StatementSummary.tsx';
import { useReceiving } from '#web/features/statements/useReceiving.ts';
import { useStatement } from '#web/features/statements/useStatement.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { type ApiAnswer, api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { type Load, useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { FilePicker } from '#web/ui/forms/FilePicker.tsx';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { UploadProgress } from '#web/ui/page/Progress.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';

interface Props {
  busy: boolean;
  onSend: (dates: 'dayFirst' | 'monthFirst') => void;
}

/** Asks for an ambiguous file's date order: whether 11/9/2026 is in September or in November. */
function DatesQuestion({ busy, onSend }: Props) {
  return (
    <section className="grid gap-2 justify-items-start mt-3" aria-labelledby="dates-question">
      <h2 id="dates-question">Which comes first, the day or the month?</h2>
      <p>{messages.statement.datesUnclear}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="outlined" disabled={busy} onClick={() => onSend('dayFirst')}>
          Day first: 9/11/2026 is 9 November
        </Button>
        <Button look="outlined" disabled={busy} onClick={() => onSend('monthFirst')}>
          Month first: 9/11/2026 is 11 September
        </Button>
      </div>
    </section>
  );
}

const defaults = { statement: '', list: '', page: '1' };
const lists = [
  { value: 'sure', label: 'Sure', empty: 'No credit has the reference of an open payment.' },
  { value: 'agrees', label: 'Agrees', empty: '' },
  { value: 'toLook', label: 'To look at', empty: 'Nothing here needs a look.' },
  { value: 'unknown', label: 'Unknown', empty: 'Every credit of this statement belongs to a payment.' },
] as const;
type Choices = ReadonlyMap<string, Choice>;

const chosenFor = (lines: readonly StatementLine[]): Choices =>
  new Map(lines.map((line) => [line.id, { line, paymentIds: namedIn(line) }]));

/** As on the other tabs; nothing while it is not there. */
const totalOf = ({ data }: Load<ApiAnswer<typeof listOpenLines>>) =>
  data ? ` ${formatNumber(data.pagination.totalCount)}` : '';

/** Reconciles a bank statement: it is uploaded, certain matches are ticked, and one press records them as received. */
export function Component() {
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [searching, setSearching] = useState<StatementLine>();
  const [findingList, setFindingList] = useState<StatementLine>();
  const [dismissing, setDismissing] = useState<StatementLine>();
  const [remapping, setRemapping] = useState(false);
  const receiving = useReceiving();
  const { attempt } = useAttempt();
  const statement = useStatement(address.statement, ({ statement: { id } }) =>
    change({ statement: id, list: '' }, { replace: true }),
  );
  const { answer } = statement;
  const list =
    lists.find(({ value }) => value === address.list) ??
    (answer && address.list === '' ? (lists.find(({ value }) => answer[value].length > 0) ?? lists[0]) : undefined);

  // Certain matches are ticked once, when the statement has loaded, so that what the office unticks stays unticked.
  const ticked = useRef('');
  useEffect(() => {
    if (!answer || answer.statement.state === 'reading' || ticked.current === answer.statement.id) return;
    ticked.current = answer.statement.id;
    setChoices(chosenFor(answer.sure));
  }, [answer]);

  const isDismissed = address.list === 'dismissed';
  const shownList = list?.value ?? (isDismissed ? 'dismissed' : 'open');
  const dismissedOnly = isDismissed ? { dismissed: true } : {};
  const open = useLoad(listOpenLines, answer && list ? null : { query: { page, ...dismissedOnly } });
  const openTable = usePaging(open, page, onPage);
  const openCount = useLoad(listOpenLines, { query: { page: 1 } });
  const dismissedCount = useLoad(listOpenLines, { query: { page: 1, dismissed: true } });

  const choose = (lines: readonly StatementLine[], idsOf: (line: StatementLine) => string[]) =>
    setChoices((before) => {
      const next = new Map(before);
      for (const line of lines) {
        const paymentIds = idsOf(line);
        if (paymentIds.length > 0) next.set(line.id, choiceOf(line, paymentIds));
        else next.delete(line.id);
      }
      return next;
    });
  const pick = (line: StatementLine, choice: Choice | undefined) =>
    setChoices((before) => {
      const next = new Map(before);
      if (choice) next.set(line.id, choice);
      else next.delete(line.id);
      return next;
    });
  const showAgain = () => {
    void statement.refresh();
    for (const load of [open, openCount, dismissedCount]) load.reload();
  };
  const receive = (approve: boolean) =>
    receiving.receive([...choices.values()], approve, () => {
      setChoices(new Map());
      showAgain();
    });
  const dismiss = (line: StatementLine) => {
    if (line.dismissed === null) return setDismissing(line);
    void attempt(() => api(dismissLine, { body: { lineId: line.id, undo: true } })).then(showAgain);
  };
  const table = { choices, onChoose: choose, onSearch: setSearching, onDismiss: dismiss };
  const lineTable = { ...table, onPick: pick, onFindList: setFindingList };
  const needsMapping = answer?.statement.needsMapping === true && answer.statement.columns.length > 0;

  return (
    <>
      <PageHeader
        title="Reconcile"
        text="Send the statement of the bank as CSV or Excel. Debits and balances are not kept."
      >
        <Link to={paths.admin.payments} className={buttonLook('outlined')}>
          Payments
        </Link>
      </PageHeader>
      <div className="max-w-640">
        <FilePicker
          label="Statement of the bank"
          name="file"
          accept="any"
          taken={`Excel or CSV, up to ${limits.fileBytes / 1024 / 1024} MB`}
          value={statement.file}
          disabled={statement.busy || receiving.busy}
          {...(statement.problem ? { error: statement.problem } : {})}
          onChange={(file) => {
            setRemapping(false);
            if (file) void statement.send(file);
            else statement.forget();
          }}
        />
        {statement.progress !== undefined && <UploadProgress fraction={statement.progress} label="Sending" />}
      </div>
      {statement.askingDates && statement.file ? (
        <DatesQuestion
          busy={statement.busy}
          onSend={(dates) => void statement.send(statement.file!, { ...statement.askingDates?.mapping, dates })}
        />
      ) : answer && statement.file && (needsMapping || remapping) ? (
        <StatementColumns
          key={answer.statement.id}
          columns={answer.statement.columns}
          mapping={answer.statement.mapping}
          busy={statement.busy}
          needed={needsMapping}
          onSend={(mapping) => {
            setRemapping(false);
            void statement.send(statement.file!, mapping);
          }}
        />
      ) : statement.failed ? (
        <TryAgain onClick={statement.reload} text={statement.failed.message} />
      ) : answer?.statement.state === 'reading' ? (
        <>
          <StatementSummary answer={answer} />
          <Storing statement={answer.statement} />
          <UnreadRows rows={statement.unread} left={statement.left} />
        </>
      ) : address.statement !== '' && !answer ? (
        <Loading />
      ) : (
        <>
          {answer && <StatementSummary answer={answer} />}
          {answer && <Storing statement={answer.statement} />}
          {answer && statement.file && (
            <Button small look="text" onClick={() => setRemapping(true)}>
              Choose the columns
            </Button>
          )}
          <UnreadRows rows={statement.unread} left={statement.left} />
          {receiving.left.length > 0 && (
            <Note tone="warning">
              {formatNumber(receiving.left.length)} not received:
              <ul className="list m-0 mt-1">
                {receiving.left.slice(0, 20).map(({ id, lineId, message }) => (
                  <li key={`${lineId} ${id}`}>{message}</li>
                ))}
              </ul>
            </Note>
          )}
          <Tabs
            label="Credits"
            tabs={[
              ...(answer ? lists : []).map(({ value, label }) => ({
                value,
                label: `${label} ${formatNumber(answer?.[value].length ?? 0)}`,
              })),
              {
                value: 'open',
                label: `${answer ? 'All open credits' : 'Open credits of the last 90 days'}${totalOf(openCount)}`,
              },
              { value: 'dismissed', label: `Dismissed${totalOf(dismissedCount)}` },
            ]}
            value={shownList}
            onChange={(chosen) => change({ list: chosen })}
            panel="credits"
          />
          <div id="credits" role="tabpanel" aria-labelledby={`tab-${shownList}`} className="pt-2">
            {answer && list?.value === 'agrees' ? (
              <AgreesList rows={answer.agrees} {...table} />
            ) : answer && list ? (
              <LinesTable
                key={list.value}
                caption={list.label}
                emptyText={list.empty}
                rows={answer[list.value]}
                ticked={list.value === 'sure'}
                {...lineTable}
              />
            ) : (
              <LinesTable
                key={isDismissed ? 'dismissed' : 'open'}
                caption={isDismissed ? 'Dismissed credits' : 'Open credits'}
                emptyText={isDismissed ? 'No credit was dismissed.' : 'No credit is open.'}
                {...openTable}
                {...lineTable}
              />
            )}
          </div>
          {(choices.size > 0 || receiving.busy) && (
            <ReceiveBar
              choices={[...choices.values()]}
              busy={receiving.busy}
              progress={receiving.progress}
              onReceive={(approve) => void receive(approve)}
            />
          )}
        </>
      )}
      {dismissing && (
        <DismissDialog
          line={dismissing}
          onClose={() => setDismissing(undefined)}
          onDone={() => {
            setChoices((before) => new Map([...before].filter(([id]) => id !== dismissing.id)));
            setDismissing(undefined);
            showAgain();
          }}
        />
      )}
      {findingList && (
        <FindListDialog
          line={findingList}
          onChoose={(schedules, label) => {
            pick(findingList, choiceOfSchedules(findingList, schedules, label));
            setFindingList(undefined);
          }}
          onClose={() => setFindingList(undefined)}
        />
      )}
      {searching && (
        <FindPaymentDialog
          line={searching}
          onChoose={(payment) => {
            pick(searching, choiceOf(searching, [payment.id], payment));
            setSearching(undefined);
          }}
          onClose={() => setSearching(undefined)}
        />
      )}
    </>
  );
}
