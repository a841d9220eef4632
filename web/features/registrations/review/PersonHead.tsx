import type { OfficeRecord } from '#shared/contracts/members.ts';
import type { PersonMoney } from '#shared/contracts/payments.ts';
import type { SeenPerson } from '#shared/contracts/timeline.ts';
import { formatRupees } from '#shared/money.ts';
import { MemberPicture } from '#web/features/members/MemberPicture.tsx';
import { creditNotes, purposeOf } from '#web/features/payments/wording.ts';
import { subscriptionLabels } from '#web/features/subscription/office-labels.ts';
import { subscriptionTones } from '#web/features/subscription/wording.ts';
import { formatDate, formatDay, formatMonth } from '#web/lib/languages/format.ts';
import { Note } from '#web/ui/page/Note.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { statusTone, tierLabel } from './wording.ts';

interface Props {
  person: Omit<SeenPerson, 'id'>;
  money: PersonMoney | null;
  /** In a list of several. */
  small?: boolean;
  /** Without the name, which stands above it. */
  named?: boolean;
}

/** One person for the office, everywhere alike: picture, court, tier, standing, deduction and last payment, as far as the reader is told. */
export function PersonHead({ person, money, small = false, named = true }: Props) {
  const { name, memberNumber, reference, membership, court, status, standing, picture } = person;
  const { deduction, lastPayment, credit } = money ?? {};
  return (
    <span className="flex items-start gap-2">
      {picture !== undefined && <MemberPicture address={picture} size={small ? 40 : 72} />}
      <span className="grid min-w-0">
        {named && (
          <span className={`break-anywhere font-semibold ${small ? '' : 'text-22 font-serif leading-tight'}`}>
            {name}
          </span>
        )}
        <span className={`text-muted break-anywhere ${small ? 'text-14' : ''}`}>
          {[memberNumber ?? reference, tierLabel(membership), court].filter(Boolean).join(' · ')}
        </span>
        <span className="flex flex-wrap items-center gap-4px-2 text-14">
          {status && <StatusDot tone={statusTone(status)}>{status}</StatusDot>}
          {standing && standing.state !== 'none' && (
            <StatusDot tone={subscriptionTones[standing.state]}>
              {`Subscription ${standing.period}: ${subscriptionLabels[standing.state].toLowerCase()}`}
            </StatusDot>
          )}
        </span>
        {deduction && (
          <span className="text-muted break-anywhere text-14">
            {`From the salary since ${formatMonth(deduction.month)}: ${deduction.office}`}
          </span>
        )}
        {lastPayment && (
          <span className="text-muted break-anywhere text-14">
            {`Last payment ${formatRupees(lastPayment.amount)} on ${formatDay(lastPayment.on)}: ${purposeOf({ ...lastPayment, membership: null })}`}
          </span>
        )}
        {credit && creditNotes(credit).length > 0 && (
          <span className="font-semibold text-14">{creditNotes(credit).join(' · ')}</span>
        )}
      </span>
    </span>
  );
}

/** When the member requested erasure, and how it is done; nothing without a request. */
export function ErasureNotice({ record }: { record: OfficeRecord }) {
  if (!record.erasureRequestedAt) return null;
  return (
    <Note tone="warning">
      This member asked for erasure on {formatDate(record.erasureRequestedAt)}. The request is to be answered within one
      month. To erase the record, reject it and then delete it in the Rejected tab.
    </Note>
  );
}
