import { paths } from '#shared/paths.ts';
import { msg } from '#web/lib/text.ts';
import { addressesOfOffice } from './admin/pages.ts';
import type { AppPage } from './app-page.ts';

/** The file of what all pages of the app load. */
export const appFile = 'web/app/main.tsx';

const member = (path: string, title: string): AppPage => ({ path, title, frame: 'public' });
/** What a mailed link opens. */
export const linkPages = {
  application: member(paths.application, msg('Your application')),
  correction: member(paths.correction, msg('Correct your application')),
  email: member(paths.email, msg('Confirm your e-mail address')),
  notMe: member(paths.notMe, msg('This was not me')),
  participation: member(paths.participation, msg('Your participation')),
};

export const memberPages = {
  home: member(paths.memberHome, msg('My Home')),
  directory: member(paths.directory, msg('Directory')),
  profile: member(paths.profile, msg('My Profile')),
  membershipStatus: member(paths.membershipStatus, msg('My Membership')),
  card: member(paths.memberCard, msg('My Member Card')),
  circulars: member(paths.circulars, msg('Circulars')),
  library: member(paths.library, msg('Library')),
  document: member(`${paths.library}/:id`, msg('Document')),
  votes: member(paths.votes, msg('Votes')),
  secretBallot: member(paths.secretBallot, msg('How your vote stays secret')),
  vote: member(`${paths.vote('')}:id`, msg('Vote')),
  conferences: member(paths.myConferences, msg('My Conferences')),
  changePassword: member(paths.changePassword, msg('Change Password')),
};

export const appPages: readonly AppPage[] = [
  ...Object.values(linkPages),
  ...Object.values(memberPages),
  ...addressesOfOffice,
];
