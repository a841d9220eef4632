import {
  mdiAccountCheckOutline,
  mdiAccountGroupOutline,
  mdiAccountOutline,
  mdiArrowDown,
  mdiArrowUp,
  mdiCalendarOutline,
  mdiCashMultiple,
  mdiChartBar,
  mdiChevronLeft,
  mdiChevronRight,
  mdiClose,
  mdiCogOutline,
  mdiContentCopy,
  mdiDotsHorizontal,
  mdiDownload,
  mdiEmailOutline,
  mdiEyeOffOutline,
  mdiEyeOutline,
  mdiHistory,
  mdiImageMultipleOutline,
  mdiKeyboardOutline,
  mdiLinkVariant,
  mdiLogout,
  mdiMagnify,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiMedalOutline,
  mdiMenu,
  mdiNewspaperVariantOutline,
  mdiNotePlusOutline,
  mdiOpenInNew,
  mdiPhoneOutline,
  mdiRotateRight,
  mdiShieldAccountOutline,
  mdiViewDashboardOutline,
} from '@mdi/js';
import { createSvgIcon } from '@mui/material/utils';

/** The icons of the member and the admin area, by what they stand for. Drawings: Material Design Icons. */
const icon = (path: string, name: string) => createSvgIcon(<path d={path} />, name);

export const AddNoteIcon = icon(mdiNotePlusOutline, 'AddNote');
export const AdministratorsIcon = icon(mdiShieldAccountOutline, 'Administrators');
export const ArrowDownIcon = icon(mdiArrowDown, 'ArrowDown');
export const ArrowUpIcon = icon(mdiArrowUp, 'ArrowUp');
export const ChevronLeftIcon = icon(mdiChevronLeft, 'ChevronLeft');
export const ChevronRightIcon = icon(mdiChevronRight, 'ChevronRight');
export const CloseIcon = icon(mdiClose, 'Close');
export const ConferencesIcon = icon(mdiCalendarOutline, 'Conferences');
export const CopyIcon = icon(mdiContentCopy, 'Copy');
export const DownloadIcon = icon(mdiDownload, 'Download');
export const GalleryIcon = icon(mdiImageMultipleOutline, 'Gallery');
export const HideIcon = icon(mdiEyeOffOutline, 'Hide');
export const KeyboardIcon = icon(mdiKeyboardOutline, 'Keyboard');
export const LinksIcon = icon(mdiLinkVariant, 'Links');
export const LogIcon = icon(mdiHistory, 'Log');
export const LogoutIcon = icon(mdiLogout, 'Logout');
export const MailIcon = icon(mdiEmailOutline, 'Mail');
export const MenuIcon = icon(mdiMenu, 'Menu');
export const MoreIcon = icon(mdiDotsHorizontal, 'More');
export const NewsIcon = icon(mdiNewspaperVariantOutline, 'News');
export const OpenInNewIcon = icon(mdiOpenInNew, 'OpenInNew');
export const OverviewIcon = icon(mdiViewDashboardOutline, 'Overview');
export const PaymentsIcon = icon(mdiCashMultiple, 'Payments');
export const PeopleIcon = icon(mdiAccountGroupOutline, 'People');
export const PersonIcon = icon(mdiAccountOutline, 'Person');
export const PhoneIcon = icon(mdiPhoneOutline, 'Phone');
export const RegistrationsIcon = icon(mdiAccountCheckOutline, 'Registrations');
export const ReportIcon = icon(mdiChartBar, 'Report');
export const SearchIcon = icon(mdiMagnify, 'Search');
export const SettingsIcon = icon(mdiCogOutline, 'Settings');
export const ShowIcon = icon(mdiEyeOutline, 'Show');
export const TiersIcon = icon(mdiMedalOutline, 'Tiers');
export const TurnIcon = icon(mdiRotateRight, 'Turn');
export const ZoomInIcon = icon(mdiMagnifyPlusOutline, 'ZoomIn');
export const ZoomOutIcon = icon(mdiMagnifyMinusOutline, 'ZoomOut');
