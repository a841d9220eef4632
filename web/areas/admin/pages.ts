/** The frames and the pages of the back office, by name; visitors do not even fetch this list. */
export const pages = {
  entrance: () => import('./AdminEntranceLayout.tsx'),
  login: () => import('./LoginPage.tsx'),
  layout: () => import('./AdminLayout.tsx'),
  overview: () => import('./OverviewPage.tsx'),
  registrations: () => import('./RegistrationsPage.tsx'),
  directory: () => import('./DirectoryPage.tsx'),
  conferences: () => import('./ConferencesPage.tsx'),
  news: () => import('./NewsPage.tsx'),
  gallery: () => import('./GalleryPage.tsx'),
  resources: () => import('./ResourcesPage.tsx'),
  memberships: () => import('./MembershipsPage.tsx'),
  contacts: () => import('./ContactsPage.tsx'),
  settings: () => import('./SettingsPage.tsx'),
  changePassword: () => import('./ChangePasswordPage.tsx'),
  administrators: () => import('./AdministratorsPage.tsx'),
  log: () => import('./LogPage.tsx'),
};
