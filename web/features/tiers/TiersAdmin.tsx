import { useState } from 'react';
import { dashboardCounts } from '#shared/contracts/registrations.ts';
import { getMemberships, type Tier } from '#shared/contracts/tiers.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { HindiState } from '#web/features/content/InBoth.tsx';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { counted } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TierDialog } from './TierDialog.tsx';
import styles from './TiersAdmin.module.css';

const countNames = {
  'Patron member': 'Patron Member',
  'lifetime member': 'Lifetime Member',
  'Individual member': 'Individual Member',
} as const;

type Open = { kind: 'edit' | 'add'; membership: MembershipValue } | { kind: 'choose' } | null;

/** The three tiers: their texts and fees, and the number of members of each. */
export function Component() {
  const list = useLoad(getMemberships, {});
  const counts = useLoad(dashboardCounts, {});
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const tiers = list.data?.data ?? [];
  const withdrawn = tiers.filter((tier) => !tier.offered);
  const tier =
    open && 'membership' in open ? tiers.find(({ membership }) => membership === open.membership) : undefined;

  return (
    <>
      <PageHeader title="Memberships" text="Changes appear on the Membership page at once.">
        <Button onClick={() => setOpen({ kind: 'choose' })}>Add membership</Button>
      </PageHeader>
      <Loaded of={list}>
        {({ data }) => (
          <div className="grid gap-2 grid-cols-2-from-md grid-cols-3-from-lg">
            {data.map((entry) => (
              <TierCard
                key={entry.membership}
                tier={entry}
                count={counts.data?.data[countNames[entry.membership]]}
                onEdit={() => setOpen({ kind: 'edit', membership: entry.membership })}
              />
            ))}
          </div>
        )}
      </Loaded>
      {tier && (
        <TierDialog
          key={tier.membership}
          tier={tier}
          adding={open?.kind === 'add'}
          onClose={close}
          reload={list.reload}
        />
      )}
      {open?.kind === 'choose' && (
        <ModalDialog open title="Add membership" onClose={close}>
          {withdrawn.length === 0 ? (
            <p>
              All three types of membership are offered already: Patron, Permanent/Lifetime and Individual. To change
              one, close this and choose Edit. A type that you withdraw can be added again here.
            </p>
          ) : (
            <>
              <p>Which type do you want to offer again?</p>
              <div className="flex flex-wrap gap-1">
                {withdrawn.map(({ membership, title }) => (
                  <Button key={membership} look="outlined" onClick={() => setOpen({ kind: 'add', membership })}>
                    {title}
                  </Button>
                ))}
              </div>
            </>
          )}
        </ModalDialog>
      )}
    </>
  );
}

function TierCard({ tier, count, onEdit }: { tier: Tier; count: number | undefined; onEdit: () => void }) {
  return (
    <article className={`card flex flex-col items-start p-3 ${styles.card}`}>
      <StatusDot tone={tier.offered ? 'good' : 'neutral'}>{tier.offered ? 'Offered' : 'Withdrawn'}</StatusDot>
      <HindiState hi={tier.hi} older={tier.older} />
      <h2 className="text-22 m-0 mt-1 mb-4px">{tier.title}</h2>
      <p className="text-muted m-0">{tier.heading}</p>
      <p className="font-semibold font-serif m-0 mt-2 text-28">{formatRupees(tier.fee)}</p>
      <p className="text-muted">{count === undefined ? ' ' : counted(count, 'member')}</p>
      <ul>
        {tier.benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      <Button look="outlined" aria-label={`Edit ${tier.title}`} onClick={onEdit}>
        Edit
      </Button>
    </article>
  );
}
