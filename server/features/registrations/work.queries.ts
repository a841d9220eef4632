import { sql } from 'drizzle-orm';
import type { OfficeWork } from '#server/feature.ts';
import { isReady, members } from '#server/features/members/tables.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { countWaiting, oldestWaiting } from '#server/platform/database/waiting.ts';
import { paths } from '#shared/paths.ts';
import { findWaiting } from './review.queries.ts';

const theirs = (reach: Reach) => within(reach, members.state) ?? sql`true`;
/** Complete and paid; an answered correction is an entry of its own. */
const readyOf = (reach: Reach) =>
  sql`${members} where status = 'New' and ${isReady} and correction_state <> 'answered' and ${theirs(reach)}`;
const answeredOf = (reach: Reach) =>
  sql`${members} where correction_state = 'answered' and status = 'New' and ${theirs(reach)}`;
const erasuresOf = (reach: Reach) => sql`${members} where erasure_requested_at is not null and ${theirs(reach)}`;
const named = sql`name`;
const ready = sql`coalesce(payment_sent_at, created_at)`;
const answered = sql`correction_answered_at`;
const wishedAt = sql`erasure_requested_at`;

/** Registrations that can be decided, corrections that were answered, and wishes to be erased. */
export const registrationWork: readonly OfficeWork[] = [
  {
    kind: 'registration',
    counted: 'registrations',
    power: 'members',
    async find(db, { reach }, isMine) {
      if (isMine) return countWaiting(db, readyOf(reach), ready);
      const { waiting, oldestAt } = await findWaiting(db, reach);
      return { count: waiting, since: oldestAt };
    },
    async oldest(db, { reach }, max) {
      const rows = await oldestWaiting(db, readyOf(reach), named, ready, max);
      return rows.map(({ id, name, since }) => ({
        title: `Decide the registration of ${name}`,
        since,
        href: paths.admin.review(id, 'New'),
      }));
    },
    title: (count) => `${count} more registrations are ready to decide`,
    href: paths.admin.registrations,
  },
  {
    kind: 'correction',
    counted: 'corrections',
    power: 'members',
    find: (db, { reach }) => countWaiting(db, answeredOf(reach), answered),
    async oldest(db, { reach }, max) {
      const rows = await oldestWaiting(db, answeredOf(reach), named, answered, max);
      return rows.map(({ id, name, since }) => ({
        title: `Look at the correction of ${name}`,
        since,
        href: paths.admin.review(id, 'New'),
      }));
    },
    title: (count) => `${count} more corrections were answered`,
    href: paths.admin.registrations,
  },
  {
    kind: 'erasure',
    counted: 'erasures',
    power: 'members',
    find: (db, { reach }) => countWaiting(db, erasuresOf(reach), wishedAt),
    async oldest(db, { reach }, max) {
      const rows = await oldestWaiting(db, erasuresOf(reach), named, wishedAt, max);
      return rows.map(({ id, name, since }) => ({
        title: `${name} wishes to be erased`,
        since,
        href: paths.admin.person(id),
      }));
    },
    title: (count) => `${count} more people wish to be erased`,
    href: paths.admin.registrations,
  },
];
