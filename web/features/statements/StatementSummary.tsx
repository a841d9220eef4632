import type { StatementAnswer } from '#shared/contracts/statements.ts';
import { formatExactRupees, formatNumber } from '#shared/money.ts';
import { counted } from '#web/lib/counted.ts';
import { Note } from '#web/ui/Note.tsx';
import type { Unread } from './useStatement.ts';

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
      <p className="flush above-2 below-2" role="status">
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

const firstShown = 20;

/** Rows that are neither a credit nor a debit and could not be interpreted. */
export function UnreadRows({ rows }: { rows: Unread }) {
  if (rows.length === 0) return null;
  const list = (part: Unread) => (
    <ul className="listed flush above-1">
      {part.map(({ row, text, reason }) => (
        <li key={row}>
          Row {row}: {text}. {reason}
        </li>
      ))}
    </ul>
  );
  return (
    <Note tone="warning" className="above-2 below-2">
      {counted(rows.length, 'row')} could not be read. Please look at them in the file.
      {list(rows.slice(0, firstShown))}
      {rows.length > firstShown && (
        <details>
          <summary>{formatNumber(rows.length - firstShown)} more</summary>
          {list(rows.slice(firstShown))}
        </details>
      )}
    </Note>
  );
}
