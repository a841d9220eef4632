import type { ComponentType } from 'react';
import { membershipValues } from '#shared/memberships.ts';
import { paths } from '#shared/paths.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { msg } from '#web/lib/languages/text.ts';
import type { AssociationInfo } from '#web/lib/meta/association.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import type { ListLink, PageAddress, PageParameters } from './page-address.ts';

/**
 * A document: `load` reads its data with `api()`, and an error shows the error page (NOT_FOUND: a friendly 404; wrap optional data in
 * `quietly()`); `Page` is rendered to text and never hydrated. What needs a script is an `Island`.
 */
export interface Document<Data> {
  load?: (address: PageAddress) => Promise<Data> | Data;
  meta: PageMeta | ((data: Data, association: AssociationInfo) => PageMeta);
  Page: ComponentType<{ data: Data; refused?: RefusedForm | undefined }>;
}

export interface SitePage {
  path: string;
  /** Under which the server's build lists the page's styles. */
  source: string;
  load: () => Promise<Document<unknown>>;
  /** The parameters that change the page; all others are ignored when it is rendered and cached. */
  parameters?: PageParameters;
  list?: ListLink;
  /** Without header and footer. */
  bare?: boolean;
}

function page<Data>(
  path: string,
  name: string,
  load: () => Promise<Document<Data>>,
  more: Pick<SitePage, 'parameters' | 'list' | 'bare'> = {},
): SitePage {
  // A page gets the data that it has loaded itself.
  return { path, source: `web/site/pages/${name}.tsx`, load: load as unknown as SitePage['load'], ...more };
}

const archive = { parameters: { page: 'page' } } as const;
const byId = { parameters: { id: 'id' } } as const;
const news = { to: paths.news, label: msg('Go to the latest news') };
const conferences = { to: paths.conferences, label: msg('Go to the conferences') };

/** All documents. */
export const pages: readonly SitePage[] = [
  page(paths.home, 'HomePage', () => import('./pages/HomePage.tsx')),
  page(paths.about, 'AboutPage', () => import('./pages/AboutPage.tsx')),
  page(paths.newsArchive(), 'NewsArchivePage', () => import('./pages/NewsArchivePage.tsx'), {
    ...archive,
    list: news,
  }),
  page(`${paths.news}/:id?`, 'NewsPage', () => import('./pages/NewsPage.tsx'), { ...byId, list: news }),
  page(paths.conferences, 'ConferencesPage', () => import('./pages/ConferencesPage.tsx')),
  page(paths.conferencesArchive(), 'ConferencesArchivePage', () => import('./pages/ConferencesArchivePage.tsx'), {
    ...archive,
    list: conferences,
  }),
  page(`${paths.conference('')}:id`, 'ConferenceDetailsPage', () => import('./pages/ConferenceDetailsPage.tsx'), {
    parameters: { id: 'id', sent: [''] },
    list: conferences,
  }),
  page(paths.resources, 'ResourcesPage', () => import('./pages/ResourcesPage.tsx'), {
    parameters: { tab: ['information-centre'] },
  }),
  page(paths.documents, 'DocumentsPage', () => import('./pages/DocumentsPage.tsx'), {
    parameters: { search: 'text', category: 'text', page: 'page' },
  }),
  page(`${paths.document('')}:id`, 'DocumentPage', () => import('./pages/DocumentPage.tsx'), byId),
  page(`${paths.voteResult('')}:id`, 'VoteResultPage', () => import('./pages/VoteResultPage.tsx'), byId),
  page(paths.gallery, 'GalleryPage', () => import('./pages/GalleryPage.tsx')),
  page(paths.officeBearers, 'OfficeBearersPage', () => import('./pages/OfficeBearersPage.tsx')),
  page(paths.membership, 'MembershipPage', () => import('./pages/MembershipPage.tsx'), {
    // Only the browser reads the parameter with the registration's id.
    parameters: { isRegistered: ['true'], membership: membershipValues },
  }),
  page(paths.contact, 'ContactPage', () => import('./pages/ContactPage.tsx'), { parameters: { sent: [''] } }),
  page(paths.privacyPolicy, 'PrivacyPolicyPage', () => import('./pages/PrivacyPolicyPage.tsx')),
  page(paths.termsConditions, 'TermsConditionsPage', () => import('./pages/TermsConditionsPage.tsx')),
  page(paths.refundPolicy, 'RefundPolicyPage', () => import('./pages/RefundPolicyPage.tsx')),
  page(paths.paymentStatus, 'PaymentStatusPage', () => import('./pages/PaymentStatusPage.tsx'), {
    parameters: { status: ['success', 'pending'], again: 'text' },
    bare: true,
  }),
];
