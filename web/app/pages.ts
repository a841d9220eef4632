import { paths } from '#shared/paths.ts';

/** A page of the app; the server answers its address with the app's shell. */
export interface AppPage {
  path: string;
  title: string;
  /** `public` has the site's header and footer. */
  frame: 'public' | 'office';
  /** It runs WebAssembly, which only the reader of QR codes does. */
  wasm?: true;
}

/** The file of what all pages of the app load. */
export const appFile = 'web/app/main.tsx';

const member = (path: string, title: string): AppPage => ({ path, title, frame: 'public' });
const office = (path: string, title: string, more: Pick<AppPage, 'wasm'> = {}): AppPage => ({
  path,
  title,
  frame: 'office',
  ...more,
});

/** What a mailed link opens. */
export const linkPages = {
  application: member(paths.application, 'Your application'),
  correction: member(paths.correction, 'Correct your application'),
  email: member(paths.email, 'Confirm your e-mail address'),
  notMe: member(paths.notMe, 'This was not me'),
  participation: member(paths.participation, 'Your participation'),
};

export const memberPages = {
  home: member(paths.memberHome, 'My Home'),
  directory: member(paths.directory, 'Directory'),
  profile: member(paths.profile, 'My Profile'),
  membershipStatus: member(paths.membershipStatus, 'My Membership'),
  card: member(paths.memberCard, 'My Member Card'),
  circulars: member(paths.circulars, 'Circulars'),
  library: member(paths.library, 'Library'),
  document: member(`${paths.library}/:id`, 'Document'),
  votes: member(paths.votes, 'Votes'),
  secretBallot: member(paths.secretBallot, 'How your vote stays secret'),
  vote: member(`${paths.vote('')}:id`, 'Vote'),
  conferences: member(paths.myConferences, 'My Conferences'),
  changePassword: member(paths.changePassword, 'Change Password'),
};

export const entrancePages = {
  login: office(paths.admin.login, 'Login'),
  secondFactor: office(paths.admin.secondFactor, 'Second Factor'),
};

/** Without the office's frame. */
export const doorPage = office(`${paths.admin.checkIn('')}:id`, 'Check in', { wasm: true });

export const officePages = {
  overview: office(paths.admin.overview, 'Overview'),
  registrations: office(paths.admin.registrations, 'Registrations'),
  imports: office(paths.admin.imports, 'Import of members'),
  payments: office(paths.admin.payments, 'Payments'),
  reconcile: office(paths.admin.reconcile, 'Reconcile'),
  shares: office(paths.admin.shares, 'Shares'),
  checkoff: office(paths.admin.checkoff, 'Deductions'),
  directory: office(paths.admin.directory, 'Directory'),
  person: office(`${paths.admin.person('')}:id`, 'Person'),
  doubles: office(paths.admin.doubles, 'Likely doubles'),
  bounced: office(paths.admin.bounced, 'Addresses that do not work'),
  conferences: office(paths.admin.conferences, 'Conferences'),
  participants: office(`${paths.admin.participants('')}:id`, 'Participants'),
  attendanceSheet: office(`${paths.admin.attendanceSheet('')}:id`, 'Attendance sheet'),
  letters: office(paths.admin.letters, 'Letters'),
  letter: office(`${paths.admin.letter('')}:id`, 'Letter'),
  votes: office(paths.admin.votes, 'Votes'),
  vote: office(`${paths.admin.vote('')}:id`, 'Vote'),
  news: office(paths.admin.news, 'News'),
  gallery: office(paths.admin.gallery, 'Gallery'),
  resources: office(paths.admin.resources, 'Resources'),
  library: office(paths.admin.library, 'Library'),
  officeBearers: office(paths.admin.officeBearers, 'Office bearers'),
  annualList: office(paths.admin.annualList, 'Annual list'),
  report: office(paths.admin.report, 'Report'),
  memberships: office(paths.admin.memberships, 'Memberships'),
  contacts: office(paths.admin.contacts, 'Contacts'),
  settings: office(paths.admin.settings, 'Settings'),
  changePassword: office(paths.admin.changePassword, 'Change Password'),
  activity: office(paths.admin.activity, 'Activity'),
  administrators: office(paths.admin.administrators, 'Administrators'),
  log: office(paths.admin.log, 'Log'),
};

export const appPages: readonly AppPage[] = [
  ...Object.values(linkPages),
  ...Object.values(memberPages),
  ...Object.values(entrancePages),
  doorPage,
  office(paths.admin.root, 'Overview'),
  ...Object.values(officePages),
];
