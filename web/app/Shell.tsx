import { T } from '#web/lib/languages/T.ts';
import { menuLink } from '#web/site/frame/PhoneMenu.tsx';
import { ProfileList, ProfileMenu } from '#web/site/frame/ProfileMenu.tsx';
import { PublicLayout } from '#web/site/frame/PublicLayout.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import type { AppPage } from './app-page.ts';

/** What the server sends of a page of the app, until its script runs. */
export function Shell({ frame, path }: { frame: AppPage['frame']; path: string }) {
  const waiting = (
    <>
      <Loading tall />
      <noscript>
        <p className="container p-3 text-center">
          <T>This page needs JavaScript. Please turn it on in your browser and load the page again.</T>
        </p>
      </noscript>
    </>
  );
  if (frame === 'office') return waiting;
  return (
    <PublicLayout path={path} profile={<ProfileMenu />} profileLinks={<ProfileList className={menuLink} />}>
      {waiting}
    </PublicLayout>
  );
}
