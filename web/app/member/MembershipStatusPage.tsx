import { useEffect, useRef, useState } from 'react';
import { getOwnRecord, type OwnRecord } from '#shared/contracts/members.ts';
import { listOwnPayments } from '#shared/contracts/payments.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { FromSalary } from '#web/features/checkoff/FromSalary.tsx';
import { creditNotes, moneyNotes, purposeOf } from '#web/features/payments/wording.ts';
import { NextYear } from '#web/features/subscription/NextYear.tsx';
import { OtherTiers } from '#web/features/subscription/OtherTiers.tsx';
import { PaymentHistory } from '#web/features/subscription/PaymentHistory.tsx';
import { PayNow } from '#web/features/subscription/PayNow.tsx';
import {
  isFromSalary,
  isPayable,
  salaryText,
  subscriptionText,
  subscriptionTone,
} from '#web/features/subscription/wording.ts';
import type { ApiAnswer } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button, buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import styles from './MembershipStatusPage.module.css';

export function Component() {
  const record = useLoad(getOwnRecord, {});
  const payments = useLoad(listOwnPayments, {});
  const memberships = useLoad(getMemberships, {});
  const reload = () => {
    payments.reload();
    // A received payment may have changed the membership.
    record.reload();
  };
  return (
    <div className="container page">
      <PageHeader title={t('My Membership')} />
      <Loaded of={record}>
        {({ data }) => (
          <Loaded of={payments}>
            {(membership) => (
              <Loaded of={memberships}>
                {(fees) => <Membership record={data} own={membership} fees={fees} onChanged={reload} />}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

interface Props {
  record: OwnRecord;
  own: ApiAnswer<typeof listOwnPayments>;
  fees: ApiAnswer<typeof getMemberships>;
  onChanged: () => void;
}

function Membership({ record, own: { standing, nextYear, credit, data: payments }, fees, onChanged }: Props) {
  // A payment that was just requested is shown first.
  const [question, setQuestion] = useState('');
  const [chosen, setChosen] = useState('');
  /** One that the salary would pay. */
  const [byMyself, setByMyself] = useState('');
  const tier = t(membershipLabels[record.membership as keyof typeof membershipLabels] ?? record.membership);
  const deducted = payments.filter((payment) => isFromSalary(standing, payment));
  // Payable ones come before those the office is checking, the subscription before the rest.
  const open = [
    ...payments.filter((payment) => isPayable(payment) && payment.purpose === 'annual').reverse(),
    ...payments.filter((payment) => isPayable(payment) && payment.purpose !== 'annual'),
    ...payments.filter((payment) => payment.state === 'claimed'),
  ].filter((payment) => payment.id === byMyself || !deducted.includes(payment));
  const shown = open.find(({ id }) => id === chosen) ?? open[0];
  const pay = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!payments.some(({ id }) => id === question)) return;
    setQuestion('');
    setChosen(question);
    setByMyself(question);
    pay.current?.scrollIntoView();
    pay.current?.focus({ preventScroll: true });
  }, [question, payments]);
  return (
    <div className="grid-cols-1 grid gap-5 max-w-960">
      <dl className={`card flex flex-wrap gap-4 m-0 p-3 ${styles.facts}`}>
        <div>
          <dt className="text-14">{t('Membership')}</dt>
          <dd className="text-18">{tier}</dd>
        </div>
        {record.memberNumber && (
          <div>
            <dt className="text-14">{t('Member number')}</dt>
            <dd className="text-18">{record.memberNumber}</dd>
          </div>
        )}
        <div>
          <dt className="text-14">{t('Annual subscription')}</dt>
          <dd className="text-18">
            <StatusDot tone={subscriptionTone(standing, payments)}>{subscriptionText(standing, payments)}</StatusDot>
          </dd>
        </div>
      </dl>
      {standing.salary && deducted.length > 0 && (
        <section aria-label={t('Deduction from the salary')} className="grid gap-1 justify-items-start">
          {byMyself === '' && (
            <p className="m-0 measure">
              <T>
                <strong>{salaryText(standing.salary)}.</strong> You need not do anything more.
              </T>
            </p>
          )}
          {deducted.map(({ id, period }) =>
            id === byMyself ? (
              <p key={id} className="m-0 measure">
                <T>
                  The deduction goes on. What is then deducted for {period} is more than you owe, and the office sends
                  it back to you. To end the deduction, withdraw it under ‘Pay from my salary’.
                </T>
              </p>
            ) : (
              <Button key={id} look="outlined" onClick={() => setQuestion(id)}>
                {t('Pay it myself this time')}
                {deducted.length > 1 && ` (${period})`}
              </Button>
            ),
          )}
        </section>
      )}
      {open.length > 0 && (
        <section aria-labelledby="pay">
          <h2 id="pay" ref={pay} tabIndex={-1} className="text-22 mb-2">
            {open.some(isPayable) ? t('Pay now') : t('With the office')}
          </h2>
          {open.length > 1 && (
            // biome-ignore lint/a11y/useSemanticElements: these are not form fields
            <div role="group" className="card mb-3 divide-y overflow-hidden" aria-label={t('Which payment')}>
              {open.map((payment) => (
                <button
                  key={payment.id}
                  type="button"
                  className={`flex items-center text-muted text-14 bare font-semibold w-full gap-2 ${styles.choiceButton} justify-between min-h-touch`}
                  aria-pressed={payment === shown}
                  onClick={() => setChosen(payment.id)}
                >
                  <span>{[purposeOf(payment), ...moneyNotes(payment)].join(': ')}</span>
                  <span className="whitespace-nowrap">{formatRupees(payment.amount)}</span>
                </button>
              ))}
            </div>
          )}
          {shown && (
            <PayNow key={shown.id} payment={shown} details={fees.payment} online={fees.online} onChanged={onChanged} />
          )}
        </section>
      )}
      {nextYear && (
        <NextYear
          {...nextYear}
          onAsked={(id) => {
            setQuestion(id);
            onChanged();
          }}
        />
      )}
      <FromSalary />
      <section aria-labelledby="payments">
        <h2 id="payments" className="text-22 mb-2">
          {t('Payments and receipts')}
        </h2>
        {creditNotes(credit).length > 0 && <p className="font-semibold mb-2">{creditNotes(credit).join(' · ')}</p>}
        <PaymentHistory payments={payments} />
      </section>
      <section aria-labelledby="card" className="no-print">
        <h2 id="card" className="text-22 mb-2">
          {t('Member card')}
        </h2>
        <Link to={paths.memberCard} className={buttonLook('outlined')}>
          {t('Show my member card')}
        </Link>
      </section>
      <OtherTiers
        membership={record.membership}
        tiers={fees.data}
        payments={payments}
        onAsked={(id) => {
          setQuestion(id);
          onChanged();
        }}
      />
    </div>
  );
}
