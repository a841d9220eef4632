import type { StatementAnswer } from '#shared/contracts/statements.ts';
import { formatExactRupees, formatNumber } from '#shared/money.ts';
import { counted } from '#web/lib/languages/format.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { Progress } from '#web/ui/page/Progress.tsx';
import type { LeftSheets, Unread } from './useStatement.ts';

/** A summary of the file: the number of credits, their sum, and whether the file's balances agree. */
export function StatementSummary({ answer }: { answer: StatementAnswer }) {
  const { credits, balances, seenBefore, alreadyReceived, dismissed } = answer;
  const parts = [
    seenBefore > 0 ? `${formatNumber(seenBefore)} booked` : '',
    alreadyReceived > 0 ? `${formatNumber(alreadyReceived)} of payments received by hand` : '',
    dismissed > 0 ? `${formatNumber(dismissed)} dismissed` : '',
  ].filter((part) => part !== '');
  return (
    <>
      <p className="m-0 mt-2 mb-2" role="status">
        {counted(credits.count, 'credit')} in this statement, {formatExactRupees(credits.amount)} in all
        {parts.length > 0 && `: ${parts.join(', ')}`}.
        {balances === 'agree' && ' This agrees with the balances or totals of the file.'}
      </p>
      {balances === 'differ' && (
        <Note tone="warning">
          The credits do not agree with the balances or totals of the file. Please check that all of its rows were read.
        </Note>
      )}
    </>
  );
}

/** How far a large file is stored. */
export function Storing({ statement: { state, progress } }: { statement: StatementAnswer['statement'] }) {
  if (state === 'failed') {
    return <Note tone="error">The credits of this statement could not be stored. Please send it again.</Note>;
  }
  if (state !== 'reading') return null;
  const label = `${formatNumber(progress.done)} of ${formatNumber(progress.total)} credits are stored`;
  return (
    <section className="mt-2 mb-2" aria-label="Storing">
      <p className="m-0 mb-2">{label}. You can leave this page and come back.</p>
      <Progress label={label} fraction={progress.total === 0 ? undefined : progress.done / progress.total} />
    </section>
  );
}

const firstShown = 20;

/** Rows that are neither a credit nor a debit and could not be interpreted, and sheets that were left out. */
export function UnreadRows({ rows, left }: { rows: Unread; left: LeftSheets }) {
  if (rows.length === 0 && left.length === 0) return null;
  const sheets = new Set(rows.map(({ sheet }) => sheet));
  const list = (part: Unread) => (
    <ul className="list m-0 mt-1">
      {part.map(({ sheet, row, text, reason }) => (
        <li key={`${sheet} ${row}`}>
          {sheets.size > 1 && `${sheet}, `}Row {row}: {text}. {reason}
        </li>
      ))}
    </ul>
  );
  return (
    <Note tone="warning" className="mt-2 mb-2">
      {rows.length > 0 && `${counted(rows.length, 'row')} could not be read. Please look at them in the file.`}
      {rows.length > 0 && list(rows.slice(0, firstShown))}
      {rows.length > firstShown && (
        <details>
          <summary>{formatNumber(rows.length - firstShown)} more</summary>
          {list(rows.slice(firstShown))}
        </details>
      )}
      {left.length > 0 && (
        <ul className="list m-0 mt-1" aria-label="Sheets that were left out">
          {left.map(({ sheet, reason }) => (
            <li key={sheet}>
              Sheet {sheet} was left out. {reason}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
