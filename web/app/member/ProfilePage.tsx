import { useState } from 'react';
import { getOwnRecord } from '#shared/contracts/members.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { EmailSection } from '#web/features/members/email/EmailSection.tsx';
import { LanguageSection } from '#web/features/members/profile/LanguageSection.tsx';
import { MyData } from '#web/features/members/profile/MyData.tsx';
import { ProfileForm } from '#web/features/members/profile/ProfileForm.tsx';
import { Passkeys } from '#web/features/passkeys/Passkeys.tsx';
import { SecondFactor } from '#web/features/second-factor/SecondFactor.tsx';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { Note } from '#web/ui/page/Note.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';

const heading = 'text-22 pb-6px border-b mb-1';

export function Component() {
  const { data, failed, loading, reload } = useLoad(getOwnRecord, {});
  const [changedElsewhere, setChangedElsewhere] = useState(false);
  const record = data?.data;
  const tier = record && (membershipLabels[record.membership as keyof typeof membershipLabels] ?? record.membership);

  return (
    <div className="container page">
      <PageHeader
        title={t('My Profile')}
        text={record && [tier && t(tier), record.memberNumber].filter(Boolean).join(' · ')}
      />
      {record === undefined ? (
        failed && !loading ? (
          <TryAgain onClick={reload} />
        ) : (
          <Loading />
        )
      ) : (
        <div className="grid gap-5 max-w-960">
          {changedElsewhere && (
            <Note
              tone="warning"
              action={
                <Button
                  look="outlined"
                  small
                  onClick={() => {
                    setChangedElsewhere(false);
                    reload();
                  }}
                >
                  {t('Load it again')}
                </Button>
              }
            >
              <T>
                Your record was changed elsewhere while you were editing it. Loading it again replaces what you have
                typed.
              </T>
            </Note>
          )}
          {/* A new version of the record resets the form. */}
          <ProfileForm
            key={record.version}
            record={record}
            onSaved={reload}
            onChangedElsewhere={() => setChangedElsewhere(true)}
          />
          <EmailSection record={record} className="grid gap-1" heading={heading} />
          <LanguageSection record={record} className="grid gap-1" heading={heading} />
          <Passkeys className="grid gap-1" heading={heading} />
          <SecondFactor className="grid gap-1" heading={heading} />
          <MyData record={record} onChanged={reload} />
        </div>
      )}
    </div>
  );
}
