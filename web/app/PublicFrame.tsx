import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { useLanguageQuestion } from '#web/lib/languages/language-question.ts';
import { useEmailQuestion } from '#web/lib/login/email-question.ts';
import { useSession } from '#web/lib/login/session.ts';
import { menuLink } from '#web/site/frame/PhoneMenu.tsx';
import { ProfileList, ProfileMenu } from '#web/site/frame/ProfileMenu.tsx';
import { PublicLayout } from '#web/site/frame/PublicLayout.tsx';

const EmailQuestion = lazyPart(() => import('#web/features/members/email/EmailQuestion.tsx'), 'EmailQuestion');

const LanguageQuestion = lazyPart(
  () => import('#web/features/members/profile/LanguageQuestion.tsx'),
  'LanguageQuestion',
);

/** The site's frame around the members' pages. */
export function PublicFrame() {
  const { pathname, search } = useLocation();
  const asksForEmail = useEmailQuestion();
  const asksForLanguage = useLanguageQuestion();
  const session = useSession();
  return (
    <PublicLayout
      path={pathname}
      address={`${pathname}${search}`}
      line={
        <Suspense fallback={null}>{asksForLanguage && session?.role === 'member' && <LanguageQuestion />}</Suspense>
      }
      profile={<ProfileMenu />}
      profileLinks={<ProfileList className={menuLink} />}
    >
      <Outlet />
      {asksForEmail && session?.role === 'member' && (
        <Suspense fallback={null}>
          <EmailQuestion />
        </Suspense>
      )}
    </PublicLayout>
  );
}
