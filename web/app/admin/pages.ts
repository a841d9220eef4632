import { paths } from '#shared/paths.ts';
import type { AppPage } from '../app-page.ts';

const office = (path: string, title: string, more: Pick<AppPage, 'wasm'> = {}): AppPage => ({
  path,
  title,
  frame: 'office',
  ...more,
});

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

/** Each address of the office. */
export const addressesOfOffice: readonly AppPage[] = [
  ...Object.values(entrancePages),
  doorPage,
  office(paths.admin.root, 'Overview'),
  ...Object.values(officePages),
];
