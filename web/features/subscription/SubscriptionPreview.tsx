import { previewSubscription, subscriptionChanges } from '#shared/contracts/subscription.ts';
import { formatRupees } from '#shared/money.ts';
import { counted } from '#web/lib/counted.ts';
import { useLoad } from '#web/lib/useLoad.ts';

interface Values {
  amount: string;
  firstYear: string;
  freeFromMonth: string;
}

/** The number of members whom these settings would charge, and the amount. */
export function SubscriptionPreview({ values: { amount, firstYear, freeFromMonth } }: { values: Values }) {
  const query = { amount, firstYear, freeFromMonth };
  const isRight = subscriptionChanges.safeParse(query).success;
  const { data, failed, loading } = useLoad(previewSubscription, isRight ? { query } : null);
  if (!isRight) return null;
  if (failed && !loading) return <p>The number of members could not be found out.</p>;
  if (!data) return <p role="status">Counting the members …</p>;
  const { members, amount: inAll } = data.data;
  return (
    <p role="status">
      {members === 0
        ? `Nobody is left to be asked for ${firstYear}.`
        : `For ${firstYear}: ${counted(members, 'member')}, ${formatRupees(inAll)} in all.`}
    </p>
  );
}
