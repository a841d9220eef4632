import { useEffect, useRef, useState } from 'react';
import type { OfficePayment } from '#shared/contracts/payments.ts';
import type { StatementLine } from '#shared/contracts/statements.ts';
import { formatExactRupees, formatRupees } from '#shared/money.ts';
import { payerOf } from '#web/features/payments/office-wording.ts';
import { purposeOf } from '#web/features/payments/wording.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Choice, namedIn } from './choices.ts';
import { type MarkedPart, markedClaim, markedRow } from './marks.ts';
import styles from './Statement.module.css';

interface Props {
  rows: readonly StatementLine[];
  choices: ReadonlyMap<string, Choice>;
  onChoose: (lines: readonly StatementLine[], paymentIds: (line: StatementLine) => string[]) => void;
  onSearch: (line: StatementLine) => void;
  onDismiss: (line: StatementLine) => void;
}

/** As many rows are shown at first, and with each press. */
const atOnce = 50;

/** Credits with a number that one person has given: each is read, and ticked; the space bar ticks, and the next one comes. */
export function AgreesList({ rows, choices, onChoose, onSearch, onDismiss }: Props) {
  const [shown, setShown] = useState(atOnce);
  const list = useRef<HTMLOListElement>(null);
  // The person who has just sent the file reads on; a press on the tab stays there.
  useEffect(() => {
    if (document.activeElement?.getAttribute('role') !== 'tab') list.current?.querySelector('input')?.focus();
  }, []);
  if (rows.length === 0)
    return (
      <p className="card text-muted m-0 text-center px-2 py-5">No credit has a number that one person has given.</p>
    );

  const together = rows.filter(({ otherName }) => !otherName);
  const open = together.filter(({ id }) => !choices.has(id));
  const tick = (line: StatementLine, on: boolean, box: HTMLInputElement) => {
    onChoose([line], () => (on ? namedIn(line) : []));
    if (!on) return;
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])];
    const next = boxes.slice(boxes.indexOf(box) + 1).find(({ checked }) => !checked);
    // After the last one there is nothing left but to receive them, once the bar is there.
    if (next) next.focus();
    else setTimeout(() => document.querySelector<HTMLElement>('[data-receive]')?.focus());
  };
  return (
    <div className="grid gap-2">
      <p className="m-0">
        Please compare what the bank wrote with what the person wrote. The space bar ticks a credit and goes to the
        next.
      </p>
      <ol className="no-underline grid gap-1" ref={list} aria-label="Agrees">
        {rows.slice(0, shown).map((line) => (
          <Row
            key={line.id}
            line={line}
            isTicked={choices.has(line.id)}
            onTick={tick}
            onSearch={onSearch}
            onDismiss={onDismiss}
          />
        ))}
      </ol>
      {shown < rows.length ? (
        <Button look="outlined" onClick={() => setShown(shown + atOnce)}>
          Show more
        </Button>
      ) : (
        together.length > 1 && (
          <Button look="outlined" disabled={open.length === 0} onClick={() => onChoose(open, (line) => namedIn(line))}>
            Tick the {together.length} that I have read
          </Button>
        )
      )}
    </div>
  );
}

interface RowProps extends Pick<Props, 'onSearch' | 'onDismiss'> {
  line: StatementLine;
  isTicked: boolean;
  onTick: (line: StatementLine, on: boolean, box: HTMLInputElement) => void;
}

function Row({ line, isTicked, onTick, onSearch, onDismiss }: RowProps) {
  const { date, amount, narration, texts, payments, otherName, named } = line;
  const [first] = payments;
  const name = first ? payerOf(first).name : '';
  const claim = payments.map(({ utr }) => utr).join(' ');
  const what = `${formatExactRupees(amount)} of ${formatDay(date)}`;
  return (
    <li className={`card px-2 py-1 ${styles.agrees}`}>
      <TickBox
        checked={isTicked}
        onChange={({ target }) => onTick(line, target.checked, target)}
        aria-label={`Receive ${what} for ${name}, ${payments.map(({ reference }) => reference).join(', ')}`}
      />
      <span className="grid gap-2px">
        <strong className="whitespace-nowrap">{formatExactRupees(amount)}</strong>
        <span className="text-muted text-14 whitespace-nowrap">{formatDay(date)}</span>
      </span>
      <div className="grid gap-2px min-w-0">
        <span className="text-muted text-14">The bank wrote</span>
        {[narration, ...texts].map((text) => (
          <span key={text} className="break-anywhere">
            <Marked parts={markedRow(text, claim, name)} />
          </span>
        ))}
        <strong className={otherName ? 'text-bad' : 'text-14'}>
          {!otherName ? `Named: ${named}` : named === '' ? 'No name' : `Another name: ${named}`}
        </strong>
      </div>
      <div className="grid gap-2px min-w-0">
        <span className="text-muted text-14">The person wrote</span>
        {payments.map((payment) => (
          <Claim key={payment.id} payment={payment} row={[narration, ...texts]} />
        ))}
      </div>
      <div className={`flex flex-wrap items-center ${styles.others}`}>
        <Button small look="text" onClick={() => onSearch(line)} aria-label={`Find the payment for ${what}`}>
          Find the payment
        </Button>
        <Button small look="text" onClick={() => onDismiss(line)} aria-label={`Dismiss ${what}`}>
          Not a payment
        </Button>
      </div>
    </li>
  );
}

function Claim({ payment, row }: { payment: OfficePayment; row: readonly string[] }) {
  return (
    <>
      <span className="break-anywhere">
        <Marked parts={markedClaim(payerOf(payment).name, row)} />, <Marked parts={markedClaim(payment.utr, row)} />
      </span>
      <span className="text-muted text-14">
        {payment.reference}, {purposeOf(payment)}, {formatRupees(payment.amount)}
      </span>
    </>
  );
}

function Marked({ parts }: { parts: readonly MarkedPart[] }) {
  let at = 0;
  return parts.map(({ text, marked }) => {
    at += text.length;
    return marked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>;
  });
}
