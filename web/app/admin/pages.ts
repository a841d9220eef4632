import type { WaitingKind } from '#shared/contracts/overview.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { paths } from '#shared/paths.ts';
import type { NeededPower } from '#shared/powers.ts';
import type { ScreenPage } from '../app-page.ts';
import type { EntryIcon } from './entry-icons.ts';

/** A page of the office, in its frame unless it is `bare`. */
export interface OfficePage extends Omit<ScreenPage, 'frame'> {
  /** Required to open it; to others it says what is needed. */
  power: NeededPower;
  /** As of a call. */
  scope?: AnyEndpoint['scope'];
  bare?: true;
}

/** A page with an entry in the menu, whose label is its title. */
export interface MenuPage extends OfficePage {
  icon: EntryIcon;
  /** What is counted beside the entry while it waits for the office, and its word for screen readers. */
  waits?: { kinds: readonly WaitingKind[]; word: string };
  /** Pages that belong to the entry and have none of their own: further lists, or one record each. */
  below?: readonly OfficePage[];
}

export interface MenuGroup {
  name: string;
  pages: readonly MenuPage[];
}

const { admin } = paths;

/** The office's pages: the menu in its order, with what is below each entry. A page is one entry here. */
export const menu: readonly MenuGroup[] = [
  {
    name: 'Work',
    pages: [
      {
        path: admin.overview,
        title: 'Overview',
        power: 'every administrator',
        icon: 'overview',
        screen: () => import('./OverviewPage.tsx'),
      },
      {
        path: admin.registrations,
        title: 'Registrations',
        power: 'members',
        icon: 'registrations',
        waits: { kinds: ['registrations'], word: 'to decide' },
        screen: () => import('./RegistrationsPage.tsx'),
        below: [
          {
            path: admin.imports,
            title: 'Import of members',
            power: 'full',
            screen: () => import('./ImportPage.tsx'),
          },
        ],
      },
      {
        path: admin.contacts,
        title: 'Contacts',
        power: 'members',
        scope: 'allIndia',
        icon: 'mail',
        waits: { kinds: ['messages'], word: 'open' },
        screen: () => import('#web/features/contact/ContactsAdmin.tsx'),
      },
    ],
  },
  {
    name: 'Money',
    pages: [
      {
        path: admin.payments,
        title: 'Payments',
        power: 'money',
        icon: 'payments',
        waits: { kinds: ['payments', 'online'], word: 'to check' },
        screen: () => import('./PaymentsPage.tsx'),
        below: [
          {
            path: admin.reconcile,
            title: 'Reconcile',
            power: 'money',
            screen: () => import('./ReconcilePage.tsx'),
          },
        ],
      },
      {
        path: admin.checkoff,
        title: 'Deductions',
        power: 'money',
        scope: 'ownStates',
        icon: 'people',
        screen: () => import('#web/features/checkoff/CheckoffAdmin.tsx'),
      },
      {
        path: admin.shares,
        title: 'Shares',
        power: 'money',
        scope: 'ownStates',
        icon: 'shares',
        screen: () => import('#web/features/shares/SharesAdmin.tsx'),
      },
      {
        path: admin.memberships,
        title: 'Memberships',
        power: 'full',
        icon: 'tiers',
        screen: () => import('#web/features/tiers/TiersAdmin.tsx'),
      },
    ],
  },
  {
    name: 'People',
    pages: [
      {
        path: admin.directory,
        title: 'Directory',
        power: 'members',
        icon: 'people',
        waits: { kinds: ['erasures'], word: 'ask for erasure' },
        screen: () => import('./DirectoryPage.tsx'),
        below: [
          {
            path: `${admin.person('')}:id`,
            title: 'Person',
            power: 'every administrator',
            screen: () => import('#web/features/timeline/PersonPage.tsx'),
          },
          {
            path: admin.doubles,
            title: 'Likely doubles',
            power: 'members',
            screen: () => import('#web/features/merging/DoublesPage.tsx'),
          },
          {
            path: admin.bounced,
            title: 'Addresses that do not work',
            power: 'members',
            screen: () => import('./BouncedPage.tsx'),
          },
        ],
      },
      {
        path: admin.conferences,
        title: 'Conferences',
        power: ['content', 'members'],
        icon: 'conferences',
        screen: () => import('#web/features/conferences/ConferencesAdmin.tsx'),
        below: [
          {
            path: `${admin.participants('')}:id`,
            title: 'Participants',
            power: 'members',
            screen: () => import('#web/features/participations/office/ParticipantsAdmin.tsx'),
          },
          {
            path: `${admin.attendanceSheet('')}:id`,
            title: 'Attendance sheet',
            power: 'members',
            screen: () => import('#web/features/participations/office/AttendanceSheet.tsx'),
          },
          {
            path: `${admin.checkIn('')}:id`,
            title: 'Check in',
            power: 'members',
            scope: 'allIndia',
            bare: true,
            wasm: true,
            screen: () => import('#web/features/door/DoorPage.tsx'),
          },
        ],
      },
      {
        path: admin.letters,
        title: 'Letters',
        power: 'letters',
        icon: 'letters',
        screen: () => import('#web/features/letters/LettersAdmin.tsx'),
        below: [
          {
            path: `${admin.letter('')}:id`,
            title: 'Letter',
            power: 'letters',
            screen: () => import('#web/features/letters/LetterPage.tsx'),
          },
        ],
      },
    ],
  },
  {
    name: 'Site',
    pages: [
      {
        path: admin.news,
        title: 'News',
        power: 'content',
        icon: 'news',
        screen: () => import('#web/features/news/NewsAdmin.tsx'),
      },
      {
        path: admin.gallery,
        title: 'Gallery',
        power: 'content',
        icon: 'gallery',
        screen: () => import('#web/features/gallery/GalleryAdmin.tsx'),
      },
      {
        path: admin.resources,
        title: 'Resources',
        power: 'content',
        icon: 'links',
        screen: () => import('#web/features/resources/ResourcesAdmin.tsx'),
      },
      {
        path: admin.library,
        title: 'Library',
        power: 'content',
        icon: 'library',
        screen: () => import('#web/features/library/LibraryAdmin.tsx'),
      },
      {
        path: admin.settings,
        title: 'Settings',
        power: 'content',
        icon: 'settings',
        screen: () => import('./SettingsPage.tsx'),
      },
    ],
  },
  {
    name: 'Association',
    pages: [
      {
        path: admin.officeBearers,
        title: 'Office bearers',
        power: 'content',
        icon: 'person',
        screen: () => import('#web/features/bearers/BearersAdmin.tsx'),
        below: [
          {
            path: admin.annualList,
            title: 'Annual list',
            power: 'content',
            screen: () => import('#web/features/bearers/AnnualList.tsx'),
          },
        ],
      },
      {
        path: admin.votes,
        title: 'Votes',
        power: 'votes',
        icon: 'votes',
        waits: { kinds: ['votes', 'objections'], word: 'to decide' },
        screen: () => import('#web/features/votes/office/VotesAdmin.tsx'),
        below: [
          {
            path: `${admin.vote('')}:id`,
            title: 'Vote',
            power: 'votes',
            screen: () => import('#web/features/votes/office/VoteAdminPage.tsx'),
          },
        ],
      },
      {
        path: admin.report,
        title: 'Report',
        power: 'full',
        icon: 'report',
        screen: () => import('#web/features/reports/ReportAdmin.tsx'),
      },
      {
        path: admin.ready,
        title: 'Ready',
        power: 'full',
        icon: 'report',
        screen: () => import('#web/features/ready/ReadyPage.tsx'),
      },
      {
        path: admin.administrators,
        title: 'Administrators',
        power: 'full',
        icon: 'administrators',
        screen: () => import('./AdministratorsPage.tsx'),
        below: [
          {
            path: admin.activity,
            title: 'Activity',
            power: 'full',
            screen: () => import('./ActivityPage.tsx'),
          },
        ],
      },
      {
        path: admin.log,
        title: 'Log',
        power: 'full',
        icon: 'log',
        waits: { kinds: ['mails'], word: 'mails failed' },
        screen: () => import('./LogPage.tsx'),
      },
    ],
  },
];

/** The account's own page, reached from the account's menu. */
const password: OfficePage = {
  path: admin.changePassword,
  title: 'Change Password',
  power: 'every administrator',
  screen: () => import('./ChangePasswordPage.tsx'),
};

const inOffice = <Page extends Omit<ScreenPage, 'frame'>>(page: Page) => ({ ...page, frame: 'office' as const });

/** For administrators who have logged in. */
export const officePages: readonly (OfficePage & ScreenPage)[] = [
  ...menu.flatMap(({ pages }) => pages.flatMap((page) => [page, ...(page.below ?? [])])),
  password,
].map(inOffice);

export const loginPage = inOffice({
  path: admin.login,
  title: 'Login',
  screen: () => import('./LoginPage.tsx'),
});
export const secondFactorPage = inOffice({
  path: admin.secondFactor,
  title: 'Second Factor',
  screen: () => import('./SecondFactorPage.tsx'),
});

/** Each address of the office, for the server. */
export const officeAddresses: readonly ScreenPage[] = [
  loginPage,
  secondFactorPage,
  ...officePages,
  // It leads to the overview.
  { ...officePages[0]!, path: admin.root },
];
