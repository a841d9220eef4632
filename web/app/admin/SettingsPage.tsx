import { useEffect, useRef } from 'react';
import { getSettings } from '#shared/contracts/settings.ts';
import { getSubscription } from '#shared/contracts/subscription.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { paths } from '#shared/paths.ts';
import { SignersSection } from '#web/features/certificates/SignersSection.tsx';
import { LetterSettingsTab } from '#web/features/letters/LetterSettings.tsx';
import { ReceiptsSection } from '#web/features/receipts/ReceiptsSection.tsx';
import { RequireSecondFactor } from '#web/features/second-factor/RequireSecondFactor.tsx';
import { AssociationTab } from '#web/features/settings/AssociationTab.tsx';
import { OfficeBudget } from '#web/features/settings/OfficeBudget.tsx';
import { PaymentTab } from '#web/features/settings/PaymentTab.tsx';
import { RetentionTab } from '#web/features/settings/RetentionTab.tsx';
import { TextTab } from '#web/features/settings/TextTab.tsx';
import { UpdatesTab } from '#web/features/settings/UpdatesTab.tsx';
import type { SettingsProps } from '#web/features/settings/useSettingsForm.ts';
import { SubscriptionForm } from '#web/features/subscription/SubscriptionForm.tsx';
import { TemplatesTab } from '#web/features/templates/TemplatesTab.tsx';
import { useBelow } from '#web/lib/browser/useBelow.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { SettingsList } from './SettingsList.tsx';
import styles from './SettingsPage.module.css';
import { type SettingsPageId, settingGroups } from './settings-pages.ts';
import { useSetting } from './useSetting.ts';

/** The settings of the annual subscription. */
function SubscriptionSection() {
  const load = useLoad(getSubscription, {});
  return <Loaded of={load}>{({ data }) => <SubscriptionForm settings={data} onSaved={load.reload} />}</Loaded>;
}

export function Component() {
  const [{ tab: wanted, setting }, change] = useQueryState({ tab: '', setting: '' });
  const settings = useLoad(getSettings, {});
  const { known, may } = useOffice();
  const onPhone = useBelow('sm');
  const groups = settingGroups
    .map(({ name, pages }) => ({ name, pages: pages.filter(({ power }) => !known || may(power)) }))
    .filter(({ pages }) => pages.length > 0);
  const shown = groups.flatMap(({ pages }) => pages);
  const chosen = shown.find(({ id }) => id === wanted) ?? (onPhone ? undefined : shown[0]);
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(chosen?.id);
  useEffect(() => {
    // Chosen in the list, which a phone no longer shows.
    if (before.current !== chosen?.id) title.current?.focus();
    before.current = chosen?.id;
  }, [chosen?.id]);
  useSetting(setting, () => change({ setting: '' }));
  const list = <SettingsList groups={groups} current={chosen?.id} />;
  return (
    <>
      <PageHeader title="Settings" text="The texts and details of the public site. Changes appear at once." />
      <div className={styles.page}>
        {onPhone && chosen ? (
          <Link className="tap" to={paths.admin.settings}>
            All settings
          </Link>
        ) : (
          list
        )}
        {chosen && (
          <div id="setting" className={`min-w-0 ${styles.panel}`}>
            <h2 ref={title} id="setting-title" tabIndex={-1} className="text-22 m-0 mb-2">
              {chosen.label}
            </h2>
            <Loaded of={settings}>
              {({ data: [record] }) => record && <Panel tab={chosen.id} settings={record} onSaved={settings.reload} />}
            </Loaded>
          </div>
        )}
      </div>
    </>
  );
}

function Panel({ tab, settings, onSaved }: SettingsProps & { tab: SettingsPageId }) {
  switch (tab) {
    case 'welcome':
      return <TextTab key={tab} field="homeText" settings={settings} onSaved={onSaved} />;
    case 'about':
      return <TextTab key={tab} field="aboutText" settings={settings} onSaved={onSaved} />;
    case 'updates':
      return <UpdatesTab settings={settings} onSaved={onSaved} />;
    case 'association':
      return <AssociationTab settings={settings} onSaved={onSaved} />;
    case 'certificates':
      return <SignersSection onSaved={onSaved} />;
    case 'payment':
      return <Payment settings={settings} onSaved={onSaved} />;
    case 'subscription':
      return <SubscriptionSection />;
    case 'receipts':
      return <ReceiptsSection onSaved={onSaved} />;
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

function Payment({ settings, onSaved }: SettingsProps) {
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
