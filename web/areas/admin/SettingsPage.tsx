import { getSettings, type SettingsRecord } from '#shared/contracts/settings.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { LetterSettingsTab } from '#web/features/letters/LetterSettings.tsx';
import { SignersSection } from '#web/features/participations/office/SignersSection.tsx';
import { ReceiptsSection } from '#web/features/receipts/ReceiptsSection.tsx';
import { RequireSecondFactor } from '#web/features/second-factor/RequireSecondFactor.tsx';
import { AssociationTab } from '#web/features/settings/AssociationTab.tsx';
import { OfficeBudget } from '#web/features/settings/OfficeBudget.tsx';
import { PaymentTab } from '#web/features/settings/PaymentTab.tsx';
import { RetentionTab } from '#web/features/settings/RetentionTab.tsx';
import { TextTab } from '#web/features/settings/TextTab.tsx';
import { UpdatesTab } from '#web/features/settings/UpdatesTab.tsx';
import { SubscriptionSection } from '#web/features/subscription/SubscriptionSection.tsx';
import { TemplatesTab } from '#web/features/templates/TemplatesTab.tsx';
import { useOffice } from '#web/lib/office.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useQueryState } from '#web/lib/useQueryState.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Prose, ProseWithHeadings } from '#web/ui/Prose.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

const tabs = [
  { id: 'welcome', label: 'Welcome Message', power: 'content' },
  { id: 'about', label: 'About', power: 'content' },
  { id: 'updates', label: 'Important Updates', power: 'content' },
  { id: 'association', label: 'Association', power: 'full' },
  { id: 'payment', label: 'Payment', power: 'full' },
  { id: 'retention', label: 'Retention', power: 'full' },
  { id: 'letters', label: 'Letters', power: 'full' },
  { id: 'mails', label: 'Mails', power: 'full' },
  { id: 'security', label: 'Security', power: 'full' },
] as const;

export function Component() {
  const [{ tab: wanted }, change] = useQueryState({ tab: 'welcome' });
  const settings = useLoad(getSettings, {});
  const { known, may } = useOffice();
  const shown = tabs.filter(({ power }) => !known || may(power));
  const tab = shown.find(({ id }) => id === wanted)?.id ?? 'welcome';
  return (
    <>
      <PageHeader title="Settings" text="The texts and details of the public site. Changes appear at once." />
      <Tabs
        label="Settings"
        value={tab}
        onChange={(id) => change({ tab: id })}
        panel={`panel-${tab}`}
        className="below-3"
        tabs={shown.map(({ id, label }) => ({ value: id, label }))}
      />
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        <Loaded of={settings}>
          {({ data: [record] }) => record && <Panel tab={tab} settings={record} onSaved={settings.reload} />}
        </Loaded>
      </div>
    </>
  );
}

interface PanelProps {
  tab: (typeof tabs)[number]['id'];
  settings: SettingsRecord;
  onSaved: () => void;
}

function Panel({ tab, settings, onSaved }: PanelProps) {
  switch (tab) {
    case 'welcome':
      return (
        <TextTab
          key={tab}
          title="Welcome Message"
          settings={settings}
          field="Home_data"
          emptyMessage={officeMessages.texts.welcome}
          show={(text) => <Prose text={text} />}
          onSaved={onSaved}
        />
      );
    case 'about':
      return (
        <TextTab
          key={tab}
          title="About"
          settings={settings}
          field="About"
          emptyMessage={officeMessages.texts.about}
          show={(text) => <ProseWithHeadings text={text} />}
          onSaved={onSaved}
        />
      );
    case 'updates':
      return <UpdatesTab settings={settings} onSaved={onSaved} />;
    case 'association':
      return (
        <>
          <AssociationTab settings={settings} onSaved={onSaved} />
          <SignersSection onSaved={onSaved} />
        </>
      );
    case 'payment':
      return (
        <>
          <Payment settings={settings} onSaved={onSaved} />
          <SubscriptionSection />
          <ReceiptsSection onSaved={onSaved} />
        </>
      );
    case 'retention':
      return <RetentionTab settings={settings} onSaved={onSaved} />;
    case 'letters':
      return <LetterSettingsTab />;
    case 'mails':
      return <TemplatesTab />;
    case 'security':
      return (
        <>
          <RequireSecondFactor />
          <OfficeBudget settings={settings} onSaved={onSaved} />
        </>
      );
  }
}

function Payment({ settings, onSaved }: Omit<PanelProps, 'tab'>) {
  const memberships = useLoad(getMemberships, {});
  return (
    <Loaded of={memberships}>
      {({ payment }) => (
        <PaymentTab
          settings={settings}
          payment={payment}
          onSaved={() => {
            onSaved();
            memberships.reload();
          }}
        />
      )}
    </Loaded>
  );
}
