import type { ComponentType } from 'react';
import { paths } from '#shared/paths.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { msg } from '#web/lib/languages/text.ts';
import type { LinkPage, ScreenPage } from './app-page.ts';

const link = (path: string, title: string, View: LinkPage['View'], WithoutLink?: ComponentType): LinkPage => ({
  path,
  title,
  frame: 'public',
  View,
  ...(WithoutLink && { WithoutLink }),
});
const member = (path: string, title: string, screen: ScreenPage['screen']): ScreenPage => ({
  path,
  title,
  frame: 'public',
  screen,
});

/** What a mailed link opens. */
export const linkPages: readonly LinkPage[] = [
  link(
    paths.application,
    msg('Your application'),
    lazyPart(() => import('#web/features/corrections/ApplicationView.tsx'), 'ApplicationView'),
    lazyPart(() => import('#web/features/corrections/LinkRequest.tsx'), 'LinkRequest'),
  ),
  link(
    paths.correction,
    msg('Correct your application'),
    lazyPart(() => import('#web/features/corrections/CorrectionForm.tsx'), 'CorrectionForm'),
  ),
  link(
    paths.email,
    msg('Confirm your e-mail address'),
    lazyPart(() => import('#web/features/members/email/ConfirmEmail.tsx'), 'ConfirmEmail'),
  ),
  link(
    paths.notMe,
    msg('This was not me'),
    lazyPart(() => import('#web/features/passkeys/NotMe.tsx'), 'NotMe'),
  ),
  link(
    paths.participation,
    msg('Your participation'),
    lazyPart(() => import('#web/features/participations/GuestPart.tsx'), 'GuestPart'),
  ),
];

export const memberPages: readonly ScreenPage[] = [
  member(paths.memberHome, msg('My Home'), () => import('#web/features/home/HomePage.tsx')),
  member(paths.directory, msg('Directory'), () => import('./member/DirectoryPage.tsx')),
  member(paths.profile, msg('My Profile'), () => import('./member/ProfilePage.tsx')),
  member(paths.membershipStatus, msg('My Membership'), () => import('./member/MembershipStatusPage.tsx')),
  member(paths.memberCard, msg('My Member Card'), () => import('#web/features/card/CardPage.tsx')),
  member(paths.circulars, msg('Circulars'), () => import('#web/features/letters/own/OwnLettersPage.tsx')),
  member(paths.library, msg('Library'), () => import('#web/features/library/own/LibraryPage.tsx')),
  member(`${paths.library}/:id`, msg('Document'), () => import('#web/features/library/own/DocumentPage.tsx')),
  member(paths.votes, msg('Votes'), () => import('#web/features/votes/VotesPage.tsx')),
  member(paths.secretBallot, msg('How your vote stays secret'), () => import('#web/features/votes/SecrecyPage.tsx')),
  member(`${paths.vote('')}:id`, msg('Vote'), () => import('#web/features/votes/VotePage.tsx')),
  member(paths.myConferences, msg('My Conferences'), () => import('#web/features/participations/MyConferences.tsx')),
  member(paths.changePassword, msg('Change Password'), () => import('./member/ChangePasswordPage.tsx')),
];
