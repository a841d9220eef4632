import type { ComponentType } from 'react';
import { paths } from '#shared/paths.ts';
import {
  AdministratorsIcon,
  ConferencesIcon,
  GalleryIcon,
  LinksIcon,
  LogIcon,
  MailIcon,
  NewsIcon,
  OverviewIcon,
  PaymentsIcon,
  PeopleIcon,
  PersonIcon,
  RegistrationsIcon,
  ReportIcon,
  SettingsIcon,
  TiersIcon,
} from '#web/ui/icons.tsx';

export interface AdminLink {
  to: string;
  label: string;
  /** A page that is reached from there and has no entry of its own. */
  below?: string;
  Icon: ComponentType<{ fontSize?: 'small' }>;
}

const { admin } = paths;

/** Where a logout leads: the login, as its address is spelt then. */
export const loggedOut = admin.login.toLowerCase();

export const siteLinks: readonly AdminLink[] = [
  { to: admin.overview, label: 'Overview', Icon: OverviewIcon },
  { to: admin.registrations, label: 'Registrations', below: admin.imports, Icon: RegistrationsIcon },
  { to: admin.directory, label: 'Directory', Icon: PeopleIcon },
  { to: admin.conferences, label: 'Conferences', Icon: ConferencesIcon },
  { to: admin.news, label: 'News', Icon: NewsIcon },
  { to: admin.gallery, label: 'Gallery', Icon: GalleryIcon },
  { to: admin.resources, label: 'Resources', Icon: LinksIcon },
  { to: admin.contacts, label: 'Contacts', Icon: MailIcon },
  { to: admin.settings, label: 'Settings', Icon: SettingsIcon },
];

export const officeLinks: readonly AdminLink[] = [
  { to: admin.payments, label: 'Payments', below: admin.reconcile, Icon: PaymentsIcon },
  { to: admin.officeBearers, label: 'Office bearers', Icon: PersonIcon },
  { to: admin.report, label: 'Report', Icon: ReportIcon },
  { to: admin.memberships, label: 'Memberships', Icon: TiersIcon },
  { to: admin.administrators, label: 'Administrators', Icon: AdministratorsIcon },
  { to: admin.log, label: 'Log', Icon: LogIcon },
];
