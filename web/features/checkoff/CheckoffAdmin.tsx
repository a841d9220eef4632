import { pageNumber, useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { Authorisations } from './Authorisations.tsx';
import { defaults, type PartProps } from './address.ts';
import { CheckoffSettings } from './CheckoffSettings.tsx';
import { Missing } from './Missing.tsx';
import { PayingOffices } from './PayingOffices.tsx';
import { Recognition } from './Recognition.tsx';
import { Schedules } from './Schedules.tsx';
import { ScheduleView } from './ScheduleView.tsx';

const tabs = [
  { value: 'offices', label: 'Paying offices' },
  { value: 'authorisations', label: 'Authorisations' },
  { value: 'schedules', label: 'Lists' },
  { value: 'missing', label: 'Missing' },
  { value: 'recognition', label: 'Recognition' },
  { value: 'settings', label: 'Settings' },
] as const;

/** The subscription paid from the salary: paying offices, authorisations, and the lists that come with the money. */
export function Component() {
  const [address, change, { onPage }] = useQueryState(defaults);
  const { may } = useOffice();
  const shown = may('money') ? tabs : tabs.slice(0, 2);
  const tab = shown.find(({ value }) => value === address.tab)?.value ?? 'offices';
  const part: PartProps = { address, change, page: pageNumber(address.page), onPage };
  return (
    <>
      <PageHeader title="Deductions" text="The subscription that paying offices deduct from salaries" />
      <Tabs
        label="Deductions"
        tabs={shown}
        value={tab}
        onChange={(next) => change({ ...defaults, tab: next })}
        panel="deductions"
      />
      <div id="deductions" role="tabpanel" aria-labelledby={`tab-${tab}`} className="grid gap-3 pt-2">
        {tab === 'offices' && <PayingOffices {...part} />}
        {tab === 'authorisations' && <Authorisations {...part} />}
        {tab === 'schedules' &&
          (address.schedule === '' ? (
            <Schedules {...part} />
          ) : (
            <ScheduleView key={address.schedule} id={address.schedule} onClose={() => change({ schedule: '' })} />
          ))}
        {tab === 'missing' && <Missing {...part} />}
        {tab === 'recognition' && <Recognition />}
        {tab === 'settings' && <CheckoffSettings />}
      </div>
    </>
  );
}
