import { and, asc, eq, max } from 'drizzle-orm';
import type { Core } from '#server/core.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { contactMessages } from '#server/features/contact/tables.ts';
import { galleryImages } from '#server/features/gallery/tables.ts';
import { news } from '#server/features/news/tables.ts';
import { resourceLinks } from '#server/features/resources/tables.ts';
import { defaultSettings } from '#server/features/settings/defaults.ts';
import { importantUpdates, settings } from '#server/features/settings/tables.ts';
import { defaultTiers } from '#server/features/tiers/default-tiers.ts';
import { tiers } from '#server/features/tiers/tables.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { StoredPicture } from '#server/platform/database/columns.ts';
import {
  sampleAssociation,
  sampleConferences,
  sampleContactMessages,
  sampleHindi,
  sampleNews,
  samplePayment,
  samplePictures,
  sampleResourceLinks,
  sampleTiers,
  sampleUpdates,
} from '../sample/content.ts';
import { type SceneName, scenePicture } from '../sample/pictures.ts';
import { inParallel } from './in-parallel.ts';
import { seedLibrary } from './library.ts';
import type { ContentKind } from './tables.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Adds the missing kinds of content, and fills empty settings that only the office would know. */
export async function seedContent(
  core: Core,
  missing: ContentKind[],
  today: Date,
  note: (line: string) => void,
): Promise<void> {
  if (missing.length > 0) note(`Adding ${missing.join(', ')} …`);
  for (const kind of missing) await kinds[kind](core, today);
  await seedSettings(core);
}

/** Stores a picture and runs the change that shows it. */
async function withPicture(
  { database, pictures }: Core,
  scene: SceneName,
  insert: (tx: Transaction, picture: StoredPicture) => Promise<void>,
): Promise<void> {
  const picture = await pictures.store(await scenePicture(scene), 'picture');
  await database.transaction(async (tx) => {
    await pictures.attach(tx, picture);
    await insert(tx, picture);
  });
}

const kinds: Record<ContentKind, (core: Core, today: Date) => Promise<void>> = {
  documents: seedLibrary,
  async news(core, today) {
    await inParallel(sampleNews(today), ({ picture: scene, publishedAt, ...item }) =>
      withPicture(core, scene, async (tx, picture) => {
        await tx.insert(news).values({ ...item, createdAt: publishedAt, picture });
      }),
    );
  },
  async conferences(core, today) {
    await inParallel(sampleConferences(today), ({ input, active, picture: scene }) =>
      withPicture(core, scene, async (tx, picture) => {
        await tx.insert(conferences).values({
          title: input.title,
          meetingType: input.meetingType,
          meetingId: input.meetingId,
          meetingPassword: input.meetingPassword,
          meetingAddress: input.meetingAddress,
          meetingLink: input.meetingLink,
          startsAt: new Date(input.startsAt),
          description: input.description,
          joinMembersOnly: input.joinMembersOnly,
          active,
          picture,
        });
      }),
    );
  },
  async gallery(core, today) {
    await inParallel([...samplePictures.entries()], ([index, scene]) =>
      withPicture(core, scene, async (tx, picture) => {
        await tx.insert(galleryImages).values({ picture, createdAt: new Date(today.getTime() - index * dayMs) });
      }),
    );
  },
  async links({ database }, today) {
    const rows = sampleResourceLinks.map((entry, index) => ({
      ...entry,
      createdAt: new Date(today.getTime() - index * dayMs),
    }));
    await database.insert(resourceLinks).values(rows);
  },
  async messages({ database }, today) {
    const rows = sampleContactMessages.map(({ name, email, mobile, message, daysAgo }) => ({
      name: name,
      email,
      mobile,
      message,
      // Older ones were answered by telephone.
      state: daysAgo > 14 ? ('answered' as const) : ('open' as const),
      createdAt: new Date(today.getTime() - daysAgo * dayMs),
    }));
    await database.insert(contactMessages).values(rows);
  },
};

/** Fills the office's address, telephone and account only where they are empty. */
async function seedSettings({ database }: Core): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx.select().from(settings).limit(1).for('update');
    if (!row) return;
    const association = row.association.phone === '' && row.association.supportEmail === '';
    const payment = row.payment.upiId === '' && row.payment.accountNumber === '';
    if (association || payment) {
      await tx
        .update(settings)
        .set({
          association: association ? { ...sampleAssociation, name: row.association.name } : row.association,
          payment: payment ? samplePayment : row.payment,
        })
        .where(eq(settings.id, row.id));
    }
    if (row.homeText === defaultSettings.homeData && row.aboutText === defaultSettings.about) {
      await tx
        .update(settings)
        .set({ hindi: { ...sampleHindi, ...row.hindi } })
        .where(eq(settings.id, row.id));
    }
    for (const { membership, title } of defaultTiers) {
      const isAsItCame = and(eq(tiers.membership, membership), eq(tiers.title, title), eq(tiers.hindi, {}));
      await tx.update(tiers).set({ hindi: sampleTiers[membership] }).where(isAsItCame);
    }
    const present = await tx.select().from(importantUpdates).orderBy(asc(importantUpdates.position));
    const absent = sampleUpdates.filter((update) => !present.some((each) => each.title === update.title));
    if (absent.length === 0) return;
    const [last] = await tx.select({ position: max(importantUpdates.position) }).from(importantUpdates);
    const next = (last?.position ?? 0) + 1;
    await tx.insert(importantUpdates).values(absent.map((update, index) => ({ ...update, position: next + index })));
  });
}
