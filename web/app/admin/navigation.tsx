import type { ComponentType } from 'react';
import type { WaitingKind } from '#shared/contracts/overview.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { paths } from '#shared/paths.ts';
import { everyAdministrator, type NeededPower } from '#shared/powers.ts';
import {
  AdministratorsIcon,
  ConferencesIcon,
  GalleryIcon,
  LettersIcon,
  LibraryIcon,
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
  SharesIcon,
  TiersIcon,
  VotesIcon,
} from '#web/ui/page/icons.tsx';

export interface AdminLink {
  to: string;
  label: string;
  /** A page that is reached from this one and has no entry of its own. */
  below?: string;
  /** Required to see the entry; to others the page says what is needed. */
  power: NeededPower;
  /** As of a call. */
  scope?: AnyEndpoint['scope'];
  /** Required for the page below, if it is another power. */
  belowPower?: NeededPower;
  /** What is counted beside the entry while it waits for the office, and its word for screen readers. */
  waits?: { kinds: readonly WaitingKind[]; word: string };
  Icon: ComponentType<{ fontSize?: 'small' }>;
}

const { admin } = paths;

/** The page after a logout: the login, in lower case. */
export const logoutTarget = admin.login.toLowerCase();

export interface LinkGroup {
  name: string;
  links: readonly AdminLink[];
}

/** The sidebar's entries. A page of its own needs one line here. */
export const linkGroups: readonly LinkGroup[] = [
  {
    name: 'Work',
    links: [
      { to: admin.overview, label: 'Overview', power: everyAdministrator, Icon: OverviewIcon },
      {
        to: admin.registrations,
        label: 'Registrations',
        power: 'members',
        below: admin.imports,
        belowPower: 'full',
        waits: { kinds: ['registrations'], word: 'to decide' },
        Icon: RegistrationsIcon,
      },
      {
        to: admin.contacts,
        label: 'Contacts',
        power: 'members',
        scope: 'allIndia',
        waits: { kinds: ['messages'], word: 'open' },
        Icon: MailIcon,
      },
    ],
  },
  {
    name: 'Money',
    links: [
      {
        to: admin.payments,
        label: 'Payments',
        power: 'money',
        below: admin.reconcile,
        waits: { kinds: ['payments', 'online'], word: 'to check' },
        Icon: PaymentsIcon,
      },
      { to: admin.checkoff, label: 'Deductions', power: 'money', scope: 'ownStates', Icon: PeopleIcon },
      { to: admin.shares, label: 'Shares', power: 'money', scope: 'ownStates', Icon: SharesIcon },
      { to: admin.memberships, label: 'Memberships', power: 'full', Icon: TiersIcon },
    ],
  },
  {
    name: 'People',
    links: [
      {
        to: admin.directory,
        label: 'Directory',
        power: 'members',
        below: admin.bounced,
        waits: { kinds: ['erasures'], word: 'ask for erasure' },
        Icon: PeopleIcon,
      },
      { to: admin.conferences, label: 'Conferences', power: ['content', 'members'], Icon: ConferencesIcon },
      { to: admin.letters, label: 'Letters', power: 'letters', Icon: LettersIcon },
    ],
  },
  {
    name: 'Site',
    links: [
      { to: admin.news, label: 'News', power: 'content', Icon: NewsIcon },
      { to: admin.gallery, label: 'Gallery', power: 'content', Icon: GalleryIcon },
      { to: admin.resources, label: 'Resources', power: 'content', Icon: LinksIcon },
      { to: admin.library, label: 'Library', power: 'content', Icon: LibraryIcon },
      { to: admin.settings, label: 'Settings', power: 'content', Icon: SettingsIcon },
    ],
  },
  {
    name: 'Association',
    links: [
      { to: admin.officeBearers, label: 'Office bearers', power: 'content', below: admin.annualList, Icon: PersonIcon },
      {
        to: admin.votes,
        label: 'Votes',
        power: 'votes',
        Icon: VotesIcon,
        waits: { kinds: ['votes', 'objections'], word: 'to decide' },
      },
      { to: admin.report, label: 'Report', power: 'full', Icon: ReportIcon },
      {
        to: admin.administrators,
        label: 'Administrators',
        power: 'full',
        below: admin.activity,
        Icon: AdministratorsIcon,
      },
      { to: admin.log, label: 'Log', power: 'full', waits: { kinds: ['mails'], word: 'mails failed' }, Icon: LogIcon },
    ],
  },
];

/** Pages about one record: the beginning of their addresses and the entry to which they belong. */
const recordPages: readonly { begins: string; of: string; power: NeededPower; scope?: AnyEndpoint['scope'] }[] = [
  { begins: admin.person(''), of: admin.directory, power: everyAdministrator },
  { begins: admin.doubles, of: admin.directory, power: 'members' },
  { begins: admin.participants(''), of: admin.conferences, power: 'members' },
  { begins: admin.attendanceSheet(''), of: admin.conferences, power: 'members' },
  { begins: admin.letter(''), of: admin.letters, power: 'letters' },
  { begins: admin.vote(''), of: admin.votes, power: 'votes' },
  { begins: admin.checkIn(''), of: admin.conferences, power: 'members', scope: 'allIndia' },
];
const recordPageAt = (here: string) => recordPages.find(({ begins }) => here.startsWith(begins.toLowerCase()));

/** Whether the page at an address belongs to an entry without being its own. @param here in lower case */
export const isBelow = ({ to, below }: AdminLink, here: string): boolean =>
  below?.toLowerCase() === here || recordPageAt(here)?.of === to;

/** The power that the page at an address needs; undefined if every administrator may open it. */
export function neededAt(pathname: string): Pick<AdminLink, 'power' | 'scope'> | undefined {
  const here = pathname.toLowerCase().replace(/\/$/, '');
  for (const { to, below, power, belowPower = power, scope } of linkGroups.flatMap(({ links }) => links)) {
    if (to.toLowerCase() === here) return { power, scope };
    if (below?.toLowerCase() === here) return { power: belowPower, scope: scope === 'allIndia' ? scope : undefined };
  }
  return recordPageAt(here);
}
