import { paths } from '#shared/paths.ts';
import { msg } from '#web/lib/languages/text.ts';

interface NavigationLink {
  to: string;
  label: string;
}

/** The header's links, in their order. */
export const headerLinks: readonly NavigationLink[] = [
  { to: paths.home, label: msg('Home') },
  { to: paths.about, label: msg('About') },
  { to: paths.news, label: msg('News') },
  { to: paths.conferences, label: msg('Conferences') },
  { to: paths.directory, label: msg('Directory') },
  { to: paths.resources, label: msg('Resources') },
  { to: paths.gallery, label: msg('Gallery') },
  { to: paths.membership, label: msg('Membership') },
  { to: paths.contact, label: msg('Contact Us') },
];

/** The footer's links, in their order. */
export const footerLinks: readonly NavigationLink[] = [
  { to: paths.about, label: msg('About') },
  { to: paths.resources, label: msg('Resources') },
  { to: paths.documents, label: msg('Documents') },
  { to: paths.membership, label: msg('Membership') },
  { to: paths.news, label: msg('News') },
  { to: paths.conferences, label: msg('Conferences') },
  { to: paths.privacyPolicy, label: msg('Privacy Policy') },
  { to: paths.termsConditions, label: msg('Terms and Conditions') },
  { to: paths.refundPolicy, label: msg('Refund Policy') },
];
