import sharp from 'sharp';
import { conferences } from '#server/features/conferences/tables.ts';
import { contactMessages } from '#server/features/contact/tables.ts';
import { galleryImages } from '#server/features/gallery/tables.ts';
import { news } from '#server/features/news/tables.ts';
import { resourceLinks } from '#server/features/resources/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import type { StoredPicture } from '#server/platform/database/columns.ts';
import { createFiles } from '#server/platform/storage/files.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import type { TestApp, TestFile } from '#tests/app.ts';

/** Anything with a database: the app of a test, or a core. */
interface Site {
  database: Database;
}

const places = ['New Delhi', 'Lucknow', 'Bengaluru', 'Pune', 'Kolkata', 'Chennai', 'Jaipur', 'Guwahati'];
const subjects = [
  'electronic evidence',
  'the new criminal codes',
  'witness protection',
  'NDPS trials',
  'bail hearings',
];
const day = 86_400_000;

let count = 0;
const pick = <T>(list: readonly T[], index: number) => list[index % list.length]!;

/** A news item; each one is newer than the one made before it. */
/** A picture of which only the row exists: news without one cannot be published. */
export const anyPicture = { hash: '0'.repeat(32), width: 400, height: 300, widths: [400] };

export async function newsFactory(
  { database }: Site,
  values: Partial<typeof news.$inferInsert> = {},
): Promise<typeof news.$inferSelect> {
  const index = ++count;
  const subject = pick(subjects, index);
  const [row] = await database
    .insert(news)
    .values({
      title: `Training on ${subject}, part ${index}`,
      location: pick(places, index),
      description: `Prosecutors from many districts met to discuss ${subject}.\n\nThe next meeting is being prepared.`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
      ...values,
    })
    .returning();
  return row!;
}

/** A conference; online, and some days ahead unless said otherwise. */
export async function conferenceFactory(
  { database }: Site,
  values: Partial<typeof conferences.$inferInsert> = {},
): Promise<typeof conferences.$inferSelect> {
  const index = ++count;
  const subject = pick(subjects, index);
  const [row] = await database
    .insert(conferences)
    .values({
      title: `Webinar on ${subject}, part ${index}`,
      meetingType: 'Online',
      meetingId: `8${String(index).padStart(9, '0')}`,
      meetingPassword: `pass${index}`,
      meetingAddress: `Conference hall, ${pick(places, index)}`,
      meetingLink: `https://meet.example.org/${index}`,
      startsAt: new Date(Date.now() + (7 + (index % 50)) * day),
      description: `A practical session on ${subject} with questions from the floor.`,
      ...values,
    })
    .returning();
  return row!;
}

/** Inserts only the row: its files do not exist unless `picture` was stored before. */
export async function galleryImageFactory(
  { database }: Site,
  picture: StoredPicture,
): Promise<typeof galleryImages.$inferSelect> {
  const [row] = await database.insert(galleryImages).values({ picture }).returning();
  return row!;
}

export async function resourceLinkFactory(
  { database }: Site,
  values: Partial<typeof resourceLinks.$inferInsert> = {},
): Promise<typeof resourceLinks.$inferSelect> {
  const index = ++count;
  const [row] = await database
    .insert(resourceLinks)
    .values({ link: `https://www.example.org/${index}`, ...values })
    .returning();
  return row!;
}

export async function contactMessageFactory(
  { database }: Site,
  values: Partial<typeof contactMessages.$inferInsert> = {},
): Promise<typeof contactMessages.$inferSelect> {
  const index = ++count;
  const [row] = await database
    .insert(contactMessages)
    .values({
      name: 'Meera Nair',
      email: `meera.${index}@example.org`,
      mobile: '9812300000',
      message: 'How can I become a member?',
      ...values,
    })
    .returning();
  return row!;
}

/** A picture to send, different for each `seed`. */
export async function testPicture(seed: number, { width = 900, height = 600 } = {}): Promise<TestFile> {
  const background = { r: (seed * 53) % 256, g: (seed * 97) % 256, b: (seed * 193) % 256 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `picture-${seed}.jpg`, type: 'image/jpeg', bytes };
}

/** The same as a data URL, as the gallery expects it. */
export async function testDataUrl(seed: number, size?: { width?: number; height?: number }): Promise<string> {
  const { type, bytes } = await testPicture(seed, size);
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Deletes unused files, as the site does a few seconds after a change. */
export async function runFileCleanUp({ app, config, database }: TestApp): Promise<void> {
  const storage = await openStorage(config);
  const files = createFiles({ config, database, storage, log: app.log });
  await files.cleanUp();
  await files.close();
}
