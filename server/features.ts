import type { Config } from './config.ts';
import { serviceOf } from './core.ts';
import type { Feature } from './feature.ts';
import { reading } from './features/access-audit/feature.ts';
import { log } from './features/activity-log/feature.ts';
import { administrators } from './features/administrators/feature.ts';
import { auth } from './features/auth/feature.ts';
import { hasBearers } from './features/bearers/bearers.service.ts';
import { bearers } from './features/bearers/feature.ts';
import { texts } from './features/canned-replies/feature.ts';
import { card } from './features/card/feature.ts';
import { cases } from './features/cases/feature.ts';
import { certificates } from './features/certificates/feature.ts';
import { checkoff } from './features/checkoff/feature.ts';
import { conferences } from './features/conferences/feature.ts';
import { contact } from './features/contact/feature.ts';
import { followEmailChange } from './features/corrections/corrections.service.ts';
import { corrections } from './features/corrections/feature.ts';
import { directory } from './features/directory/feature.ts';
import { door } from './features/door/feature.ts';
import { feeds } from './features/feeds/feature.ts';
import { gallery } from './features/gallery/feature.ts';
import { home } from './features/home/feature.ts';
import { imports } from './features/imports/feature.ts';
import { jobs } from './features/job-progress/feature.ts';
import { ledger } from './features/ledger/feature.ts';
import { letters } from './features/letters/feature.ts';
import { library } from './features/library/feature.ts';
import { locations } from './features/locations/feature.ts';
import { mail } from './features/mail-log/feature.ts';
import { media } from './features/media/feature.ts';
import { members } from './features/members/feature.ts';
import { merging } from './features/merging/feature.ts';
import { monitoring } from './features/monitoring/feature.ts';
import { news } from './features/news/feature.ts';
import { online, sendRefund } from './features/online/feature.ts';
import { overview } from './features/overview/feature.ts';
import { conferenceNeeds } from './features/participations/conference-parts.ts';
import { participations } from './features/participations/feature.ts';
import { passkeysInWords } from './features/passkeys/account-passkeys.ts';
import { passkeys } from './features/passkeys/feature.ts';
import { findNotMeEvent } from './features/passkeys/passkeys.queries.ts';
import { createPasskeysService } from './features/passkeys/passkeys.service.ts';
import { payments } from './features/payments/feature.ts';
import { ready } from './features/ready/feature.ts';
import { findMissing } from './features/ready/ready.service.ts';
import { receipts } from './features/receipts/feature.ts';
import { registrations } from './features/registrations/feature.ts';
import { periodsChanged } from './features/registrations/retention.service.ts';
import { rehearsal } from './features/rehearsal/feature.ts';
import { reports } from './features/reports/feature.ts';
import { keepReport } from './features/reports/reports.service.ts';
import { representations } from './features/representations/feature.ts';
import { resources } from './features/resources/feature.ts';
import { rights } from './features/rights/feature.ts';
import { search } from './features/search/feature.ts';
import { secondFactor } from './features/second-factor/feature.ts';
import { beginSecondStep } from './features/second-factor/spend.ts';
import { settings } from './features/settings/feature.ts';
import { shares } from './features/shares/feature.ts';
import { statements } from './features/statements/feature.ts';
import { subscription } from './features/subscription/feature.ts';
import { ownSubscriptionStatus } from './features/subscription/subscription.service.ts';
import { templates } from './features/templates/feature.ts';
import { tiers } from './features/tiers/feature.ts';
import { timeline } from './features/timeline/feature.ts';
import { verification } from './features/verification/feature.ts';
import { votes } from './features/votes/feature.ts';
import { createTakeBack, type TakeBack } from './taking-back.ts';

/**
 * The features, from the lowest to the highest: each uses only those before it, so that there are no import cycles
 * (`scripts/feature-map.test.ts`). What a lower one needs of a higher one is handed to it here.
 */
export const features: readonly Feature[] = [
  // Foundations: all others may use them.
  monitoring,
  media,
  log,
  jobs,
  texts,
  locations,
  settings({ hasBearers, periodsChanged }),
  templates,
  // Access: who acts, and what they may do.
  auth({
    beginSecondStep,
    proveByPasskey: (core, who, proof) => serviceOf(core, createPasskeysService).confirm(who, proof),
    passkeysInWords,
    notMeEvent: findNotMeEvent,
  }),
  reading,
  passkeys,
  secondFactor,
  // People: members, the office's administrators and bearers, visitors who write.
  members({ emailChanged: followEmailChange }),
  administrators,
  bearers,
  contact,
  // Money: payments due and received, and their receipts.
  receipts({ followClosing: keepReport }),
  shares,
  ledger,
  payments({ statusOf: ownSubscriptionStatus, sendRefund }),
  subscription,
  tiers,
  checkoff,
  // Work: what members, applicants and the office do with people and money, news and conferences.
  card,
  news,
  conferences(conferenceNeeds),
  certificates,
  verification,
  participations,
  door,
  letters,
  votes,
  cases,
  corrections,
  registrations,
  online,
  directory,
  imports,
  merging,
  statements,
  reports,
  // Site: the public site's other parts, and what combines all features.
  gallery,
  resources,
  library,
  representations,
  feeds,
  search,
  mail,
  home,
  rights,
  timeline,
  overview,
  rehearsal({ findMissing: (core) => findMissing(core, features) }),
  ready(() => features),
];

/** What takes an account back, for commands too. */
export const takeBackOf = (site: Pick<Config, 'publicUrl'>): TakeBack =>
  createTakeBack(() => features.flatMap(({ accountParts = {} }) => Object.values(accountParts)), site);
