import { paths } from '#shared/paths.ts';

interface NavigationLink {
  to: string;
  label: string;
}

/** The header's links, in their order. */
export const headerLinks: readonly NavigationLink[] = [
  { to: paths.home, label: 'Home' },
  { to: paths.about, label: 'About' },
  { to: paths.news, label: 'News' },
  { to: paths.conferences, label: 'Conferences' },
  { to: paths.directory, label: 'Directory' },
  { to: paths.resources, label: 'Resources' },
  { to: paths.gallery, label: 'Gallery' },
  { to: paths.membership, label: 'Membership' },
  { to: paths.contact, label: 'Contact Us' },
];

/** The footer's links, in their order. */
export const footerLinks: readonly NavigationLink[] = [
  { to: paths.about, label: 'About' },
  { to: paths.resources, label: 'Resources' },
  { to: paths.documents, label: 'Documents' },
  { to: paths.membership, label: 'Membership' },
  { to: paths.news, label: 'News' },
  { to: paths.conferences, label: 'Conferences' },
  { to: paths.privacyPolicy, label: 'Privacy Policy' },
  { to: paths.termsConditions, label: 'Terms and Conditions' },
  { to: paths.refundPolicy, label: 'Refund Policy' },
];
