/** The member area's frame and pages by name; loaded only for members. */
export const pages = {
  layout: () => import('./MemberLayout.tsx'),
  directory: () => import('./DirectoryPage.tsx'),
  membershipStatus: () => import('./MembershipStatusPage.tsx'),
  profile: () => import('./ProfilePage.tsx'),
  conferences: () => import('./ConferencesPage.tsx'),
  card: () => import('./CardPage.tsx'),
  circulars: () => import('#web/features/letters/own/OwnLettersPage.tsx'),
  library: () => import('#web/features/library/own/LibraryPage.tsx'),
  document: () => import('#web/features/library/own/DocumentPage.tsx'),
  votes: () => import('#web/features/votes/VotesPage.tsx'),
  vote: () => import('#web/features/votes/VotePage.tsx'),
  secretBallot: () => import('#web/features/votes/SecrecyPage.tsx'),
  changePassword: () => import('./ChangePasswordPage.tsx'),
};
