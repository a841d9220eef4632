import {
  mdiAccountCheckOutline,
  mdiAccountGroupOutline,
  mdiAccountOutline,
  mdiArrowDown,
  mdiArrowUp,
  mdiCalendarOutline,
  mdiCashMultiple,
  mdiChartBar,
  mdiChartPie,
  mdiChevronLeft,
  mdiChevronRight,
  mdiClose,
  mdiCogOutline,
  mdiContentCopy,
  mdiDotsHorizontal,
  mdiDownload,
  mdiEmailOutline,
  mdiFileDocumentOutline,
  mdiFormatBold,
  mdiFormatListBulleted,
  mdiHistory,
  mdiHomeOutline,
  mdiImageMultipleOutline,
  mdiKeyboardOutline,
  mdiLibraryOutline,
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
  mdiStar,
  mdiStarOutline,
  mdiViewDashboardOutline,
  mdiVoteOutline,
  mdiWhatsapp,
} from '@mdi/js';
import styles from './icons.module.css';

interface IconProps {
  /** 20 instead of 24 px. */
  fontSize?: 'small';
}

/** The icons of the member and the admin area, named by their meaning. Drawings: Material Design Icons. */
const icon = (path: string) =>
  function Icon({ fontSize }: IconProps) {
    return (
      <svg viewBox="0 0 24 24" className={fontSize ? styles.small : styles.icon} aria-hidden="true">
        <path d={path} />
      </svg>
    );
  };

export const AddNoteIcon = icon(mdiNotePlusOutline);
export const AdministratorsIcon = icon(mdiShieldAccountOutline);
export const ArrowDownIcon = icon(mdiArrowDown);
export const ArrowUpIcon = icon(mdiArrowUp);
export const BoldIcon = icon(mdiFormatBold);
export const ChevronLeftIcon = icon(mdiChevronLeft);
export const ChevronRightIcon = icon(mdiChevronRight);
export const CloseIcon = icon(mdiClose);
export const ConferencesIcon = icon(mdiCalendarOutline);
export const CopyIcon = icon(mdiContentCopy);
export const DownloadIcon = icon(mdiDownload);
export const GalleryIcon = icon(mdiImageMultipleOutline);
export const HomeIcon = icon(mdiHomeOutline);
export const KeyboardIcon = icon(mdiKeyboardOutline);
export const LettersIcon = icon(mdiFileDocumentOutline);
export const LibraryIcon = icon(mdiLibraryOutline);
export const LinksIcon = icon(mdiLinkVariant);
export const ListIcon = icon(mdiFormatListBulleted);
export const LogIcon = icon(mdiHistory);
export const LogoutIcon = icon(mdiLogout);
export const MailIcon = icon(mdiEmailOutline);
export const MenuIcon = icon(mdiMenu);
export const MoreIcon = icon(mdiDotsHorizontal);
export const NewsIcon = icon(mdiNewspaperVariantOutline);
export const OpenInNewIcon = icon(mdiOpenInNew);
export const OverviewIcon = icon(mdiViewDashboardOutline);
export const PaymentsIcon = icon(mdiCashMultiple);
export const PeopleIcon = icon(mdiAccountGroupOutline);
export const PersonIcon = icon(mdiAccountOutline);
export const PhoneIcon = icon(mdiPhoneOutline);
export const RegistrationsIcon = icon(mdiAccountCheckOutline);
export const ReportIcon = icon(mdiChartBar);
export const SharesIcon = icon(mdiChartPie);
export const SearchIcon = icon(mdiMagnify);
export const SettingsIcon = icon(mdiCogOutline);
export const TiersIcon = icon(mdiMedalOutline);
export const VotesIcon = icon(mdiVoteOutline);
export const WhatsAppIcon = icon(mdiWhatsapp);
export const TurnIcon = icon(mdiRotateRight);
export const ZoomInIcon = icon(mdiMagnifyPlusOutline);
export const ZoomOutIcon = icon(mdiMagnifyMinusOutline);

export const StarIcon = icon(mdiStar);
export const StarOutlineIcon = icon(mdiStarOutline);
