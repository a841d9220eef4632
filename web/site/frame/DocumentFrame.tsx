import type { ReactNode } from 'react';
import { LoginDialog } from '#web/features/auth/LoginDialog.tsx';
import { arrivalKey } from '#web/lib/browser/arrival.ts';
import { askLanguageKey } from '#web/lib/languages/language-question.ts';
import { askEmailKey } from '#web/lib/login/email-question.ts';
import { Island } from '../Island.tsx';
import { menuLink } from './PhoneMenu.tsx';
import { ProfileList, ProfileMenu } from './ProfileMenu.tsx';
import { PublicLayout } from './PublicLayout.tsx';

interface Props {
  /** Of the page's address. */
  path: string;
  /** The address with its query. */
  address: string;
  /** Without header and footer. */
  bare: boolean;
  children: ReactNode;
}

/** What is around every document: header and footer, the login dialog until it opens, and what a page before has left to do. */
export function DocumentFrame({ path, address, bare, children }: Props) {
  return (
    <>
      {bare ? (
        children
      ) : (
        <PublicLayout
          path={path}
          address={address}
          profile={<Island name="ProfileMenu" of={ProfileMenu} props={{}} when="session" />}
          profileLinks={<Island name="ProfileList" of={ProfileList} props={{ className: menuLink }} when="session" />}
          line={<Island name="LanguageQuestion" when={`tab:${askLanguageKey}`} />}
        >
          {children}
        </PublicLayout>
      )}
      <template id="login">
        <Island name="login" of={Login} props={{}} ahead={[]} />
      </template>
      <Island name="Arrival" when={`tab:${arrivalKey}`} />
      <Island name="AskForEmail" when={`tab:${askEmailKey}`} />
    </>
  );
}

const nothing = () => {};

function Login() {
  return <LoginDialog area="member" again={false} onLoggedIn={nothing} onClose={nothing} />;
}
