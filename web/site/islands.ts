/** The file of each island's component, which has the island's name. */
const components = {
  Arrival: 'web/site/Arrival.tsx',
  AskForEmail: 'web/site/frame/AskForEmail.tsx',
  ConferenceDetails: 'web/features/participations/ConferenceDetails.tsx',
  ContactForm: 'web/features/contact/ContactForm.tsx',
  CountAgain: 'web/features/votes/CountAgain.tsx',
  Gallery: 'web/features/gallery/Gallery.tsx',
  LanguageQuestion: 'web/features/members/profile/LanguageQuestion.tsx',
  PaymentArea: 'web/features/registrations/apply/PaymentArea.tsx',
  PaymentStatus: 'web/features/registrations/apply/PaymentStatus.tsx',
  ProfileList: 'web/site/frame/ProfileMenu.tsx',
  ProfileMenu: 'web/site/frame/ProfileMenu.tsx',
  Registration: 'web/features/registrations/apply/Registration.tsx',
  ResourceTabs: 'web/features/resources/ResourceTabs.tsx',
  TierTabs: 'web/features/tiers/TierTabs.tsx',
  Waiting: 'web/features/registrations/apply/Waiting.tsx',
};

/** With a `mount` of its own. */
const scripts = { login: 'web/site/frame/login.tsx' };

export type IslandName = keyof typeof components | keyof typeof scripts;

/** The module with the `mount` of each island; that of a component is made by the build (`scripts/web-build/island-scripts.ts`). */
export const islandModules = {
  ...Object.fromEntries(Object.entries(components).map(([name, file]) => [name, `${file}?island=${name}`])),
  ...scripts,
} as Record<IslandName, string>;
