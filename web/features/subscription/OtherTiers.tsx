import { useState } from 'react';
import type { Payment } from '#shared/contracts/payments.ts';
import { requestUpgrade } from '#shared/contracts/subscription.ts';
import type { Tier } from '#shared/contracts/tiers.ts';
import { membershipLabels, membershipValues } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';

interface Props {
  /** The member's own tier. */
  membership: string;
  tiers: readonly Tier[];
  payments: readonly Payment[];
  /** Called with the id of the payment that is now due. */
  onAsked: (id: string) => void;
}

const isOpen = ({ purpose, state }: Payment) =>
  purpose === 'upgrade' && (state === 'due' || state === 'claimed' || state === 'refused');

/** The memberships above the member's own, each with the difference in fees. */
export function OtherTiers({ membership, tiers, payments, onAsked }: Props) {
  const [chosen, setChosen] = useState<Tier>();
  const rank = (value: string) => (membershipValues as readonly string[]).indexOf(value);
  const higher = tiers.filter((tier) => tier.offered && rank(tier.membership) < rank(membership));
  if (higher.length === 0) return null;
  const fee = tiers.find((tier) => tier.membership === membership)?.fee ?? 0;
  const open = payments.find(isOpen);
  const difference = (tier: Tier) => formatRupees(Math.max(0, tier.fee - fee));
  const ask = async (tier: Tier) => {
    const { message, payment } = await api(requestUpgrade, { body: { membership: tier.membership } });
    toast.success(message);
    onAsked(payment.id);
  };
  return (
    <section aria-labelledby="other-tiers">
      <h2 id="other-tiers" className="text-22 mb-1">
        {t('Another membership')}
      </h2>
      <p className="text-muted measure">
        <T>
          You pay the difference of the one-time fees. Your membership changes once the office has received it. For a
          lower membership please write to the office.
        </T>
      </p>
      <ul className="card divide-y">
        {higher.map((tier) => {
          const label = t(membershipLabels[tier.membership]);
          const isAsked = open?.membership === tier.membership;
          return (
            <li key={tier.membership} className="flex items-center gap-2 px-2 py-12px justify-between">
              <div className="grid">
                <strong>{label}</strong>
                <span className="text-muted">{isAsked ? formatRupees(open.amount) : difference(tier)}</span>
              </div>
              {isAsked ? (
                <span className="text-muted">{t('Asked for')}</span>
              ) : (
                <Button
                  look="outlined"
                  disabled={open?.state === 'claimed'}
                  aria-label={t(`Change to ${label}`)}
                  onClick={() => setChosen(tier)}
                >
                  {t('Change')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {chosen && (
        <ConfirmDialog
          open
          title={t(`Change to ${t(membershipLabels[chosen.membership])}?`)}
          confirmLabel={t('Ask for the change')}
          onConfirm={() => ask(chosen)}
          onClose={() => setChosen(undefined)}
        >
          {open
            ? t(`${difference(chosen)} will be due. What you have asked for before is then no longer due.`)
            : t(`${difference(chosen)} will be due.`)}
        </ConfirmDialog>
      )}
    </section>
  );
}
