import { directoryBudget, liftBudget } from '#shared/contracts/directory.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';

/** The number of directory pages that a member has opened, and a button to reset it. */
export function DirectoryBudget({ memberId }: { memberId: string }) {
  const budget = useLoad(directoryBudget, { params: { id: memberId } });
  const { busy, attempt } = useAttempt();
  const lift = async () => {
    if (await attempt(() => api(liftBudget, { params: { id: memberId } }))) budget.reload();
  };
  return (
    <section className="mt-4" aria-labelledby="directory-budget">
      <h3 id="directory-budget" className="text-16 m-0 mb-1">
        Directory pages opened
      </h3>
      <Loaded of={budget}>
        {({ data: { day, quarterHour } }) => {
          const usedUp = day.opened >= day.of || quarterHour.opened >= quarterHour.of;
          return (
            <div className="flex flex-wrap items-center gap-2">
              <span>
                Today {day.opened} of {day.of}, in 15 minutes {quarterHour.opened} of {quarterHour.of}
              </span>
              {usedUp && <StatusDot tone="warn">Limit reached</StatusDot>}
              {day.opened > 0 && (
                <Button small look="outlined" busy={busy} onClick={() => void lift()}>
                  Lift the limit
                </Button>
              )}
            </div>
          );
        }}
      </Loaded>
    </section>
  );
}
