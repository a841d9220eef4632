import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import HowToRegOutlined from '@mui/icons-material/HowToRegOutlined';
import LinkOutlined from '@mui/icons-material/LinkOutlined';
import MailOutlineOutlined from '@mui/icons-material/MailOutlineOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined';
import type { ComponentType } from 'react';
import { paths } from '#web/paths.ts';

export interface AdminLink {
  to: string;
  label: string;
  Icon: ComponentType<{ fontSize?: 'small' }>;
}

const { admin } = paths;

export const siteLinks: readonly AdminLink[] = [
  { to: admin.overview, label: 'Overview', Icon: DashboardOutlined },
  { to: admin.registrations, label: 'Registrations', Icon: HowToRegOutlined },
  { to: admin.directory, label: 'Directory', Icon: PeopleAltOutlined },
  { to: admin.conferences, label: 'Conferences', Icon: EventOutlined },
  { to: admin.news, label: 'News', Icon: ArticleOutlined },
  { to: admin.gallery, label: 'Gallery', Icon: PhotoLibraryOutlined },
  { to: admin.resources, label: 'Resources', Icon: LinkOutlined },
  { to: admin.contacts, label: 'Contacts', Icon: MailOutlineOutlined },
  { to: admin.settings, label: 'Settings', Icon: SettingsOutlined },
];

export const officeLinks: readonly AdminLink[] = [
  { to: admin.memberships, label: 'Memberships', Icon: WorkspacePremiumOutlined },
  { to: admin.administrators, label: 'Administrators', Icon: AdminPanelSettingsOutlined },
  { to: admin.log, label: 'Log', Icon: HistoryOutlined },
];
