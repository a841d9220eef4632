import { getSubscription } from '#shared/contracts/subscription.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { SubscriptionForm } from './SubscriptionForm.tsx';

/** The settings of the annual subscription. */
export function SubscriptionSection() {
  const load = useLoad(getSubscription, {});
  return <Loaded of={load}>{({ data }) => <SubscriptionForm settings={data} onSaved={load.reload} />}</Loaded>;
}
