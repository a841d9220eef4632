import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { hasAnyLoggedIn } from '#server/features/auth/auth.queries.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import { missing, ok } from '#server/platform/checks/checks.ts';
import { createLoop, type Loop, nameOf } from '#server/platform/loop.ts';
import { isNewest } from '#server/platform/mail/mail.queries.ts';
import { clock } from '#shared/clock.ts';
import { paths } from '#shared/paths.ts';
import { type EmailChanged, endEmailWishes, endErasureWish } from './changed-email.ts';
import { addUpChanges, deleteEmptyCounts, fewChanges } from './member-counts.queries.ts';
import { membersRoutes } from './members.routes.ts';
import { deleteOldEmailLinks } from './own-email.queries.ts';
import { makeEmailLink, openEmailLink } from './own-email.ts';

/** How long the reason is kept why a link for another e-mail no longer works. */
const emailLinksKeptDays = 30;
/** A mail is tried for two days; who has waited longer for the link asks again. */
const emailWishMs = 3 * 24 * 60 * 60 * 1_000;
const gatherChangesMs = 2_000;

/** A member’s record: what its owner and the office change and download. */
export const members = (needs: { emailChanged: EmailChanged }): Feature => ({
  name: 'members',
  routes: (api, core) => membersRoutes(api, core, needs.emailChanged),
  checks: [
    {
      id: 'members',
      necessary: false,
      async look({ database }) {
        if (await hasAnyLoggedIn(database)) return ok('A member has logged in.');
        return missing('No member has logged in yet.', { text: 'Add the members you have', href: paths.admin.imports });
      },
    },
  ],
  cleanUps: {
    // Even a few changes: they hold names, also of deleted records.
    async memberCounts({ database }) {
      await addUpChanges(database);
      await deleteEmptyCounts(database);
    },
    emailLinks: ({ database }) => deleteOldEmailLinks(database, emailLinksKeptDays),
  },
  mails: ({ config, database }) => ({
    stillTrue: {
      'email-asked': async (db, due) =>
        clock.ms() - due.createdAt.getTime() <= emailWishMs && (due.data.taken !== '' || (await isNewest(db, due))),
    },
    lateValues: {
      async 'email-asked'(due) {
        if (due.data.taken !== '') return { emailLink: '' };
        const emailLink = await makeEmailLink(database, config.publicUrl, due);
        return emailLink === null ? null : { emailLink };
      },
    },
  }),
  accountParts: {
    otherEmail: {
      tables: ['email_links'],
      end: (tx, { subject }) => ('memberId' in subject ? endEmailWishes(tx, subject.memberId) : undefined),
    },
    erasure: {
      tables: ['members'],
      end: (tx, { subject }) => ('memberId' in subject ? endErasureWish(tx, subject.memberId) : undefined),
    },
  },
  links: { email: openEmailLink },
  listens: { members: (core) => serviceOf(core, createCountKeeper).wake() },
  background: (core) => serviceOf(core, createCountKeeper),
});

/** Adds changes of members to the counts soon after they are notified, so that counts stay fast. */
const createCountKeeper = ({ database, log }: Pick<BaseCore, 'database' | 'log'>): Loop =>
  createLoop(
    async () => {
      await addUpChanges(database, fewChanges);
      return Infinity;
    },
    {
      failed(error) {
        log.warn({ reason: nameOf(error) }, 'the counts of members could not be added up');
        return Infinity;
      },
      gatherMs: gatherChangesMs,
    },
  );
