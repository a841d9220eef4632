import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bundledDistricts } from '#server/features/locations/bundle.ts';
import { defaultTiers } from '#server/features/tiers/default-tiers.ts';
import { conferenceSchema } from '#shared/contracts/conferences.ts';
import { contactSchema } from '#shared/contracts/contact.ts';
import { newsSchema } from '#shared/contracts/news.ts';
import { registrationSchema } from '#shared/contracts/registrations.ts';
import { resourceSchema } from '#shared/contracts/resources.ts';
import { associationSchema, importantUpdateSchema, paymentDetailsSchema } from '#shared/contracts/settings.ts';
import { tierSchema } from '#shared/contracts/tiers.ts';
import { membershipValues } from '#shared/memberships.ts';
import { registrationStatuses } from '#shared/options.ts';
import {
  sampleAssociation,
  sampleConferences,
  sampleContactMessages,
  sampleHindi,
  sampleNews,
  samplePayment,
  sampleResourceLinks,
  sampleTiers,
  sampleUpdates,
} from './content.ts';
import { sampleMember } from './people.ts';
import { idCardPicture, paymentPicture, portraitPicture, sceneNames, scenePicture } from './pictures.ts';
import { seededRandom, seedOf } from './random.ts';

const today = new Date('2026-11-21T06:30:00Z');

describe('the seeded generator', () => {
  it('gives the same sequence for the same seed, and another for another seed', () => {
    const draw = (seed: number) =>
      Array.from({ length: 20 }, () => seededRandom(seed).next()).concat(seededRandom(seed).int(1, 1e9));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(seedOf('member', 1)).not.toBe(seedOf('member', 2));
  });

  it('respects bounds and weights', () => {
    const random = seededRandom(1);
    const values = Array.from({ length: 5_000 }, () => random.int(3, 5));
    expect(new Set(values)).toEqual(new Set([3, 4, 5]));
    const common = Array.from({ length: 5_000 }, () =>
      random.weighted([
        ['often', 9],
        ['seldom', 1],
        ['never', 0],
      ] as const),
    );
    expect(common.filter((value) => value === 'never')).toEqual([]);
    expect(common.filter((value) => value === 'seldom').length).toBeGreaterThan(350);
    expect(common.filter((value) => value === 'seldom').length).toBeLessThan(650);
    expect(random.sample([1, 2, 3], 9)).toEqual([1, 2, 3]);
  });
});

describe('sample members', () => {
  const members = Array.from({ length: 3_000 }, (_, n) => sampleMember(n, today));

  it('are accepted by the registration form', () => {
    for (const { registration } of members) expect(registrationSchema.parse(registration)).toEqual(registration);
  });

  it('live in a district that exists', () => {
    for (const { registration } of members) {
      expect(bundledDistricts(registration.state)).toContain(registration.district);
    }
  });

  it('have unique e-mail addresses and mobile numbers that belong to nobody', () => {
    expect(new Set(members.map(({ registration }) => registration.email)).size).toBe(members.length);
    expect(new Set(members.map(({ registration }) => registration.mobile)).size).toBe(members.length);
    for (const { registration } of members) {
      expect(registration.email).toMatch(/@example\.org$/);
      expect(registration.mobile).toMatch(/^5\d{9}$/);
    }
    expect(sampleMember(999_999, today).registration.mobile).toMatch(/^5\d{9}$/);
  });

  it('are the same every time', () => {
    expect(sampleMember(42, today)).toEqual(members[42]);
  });

  it('show every status among the first dozen, and every tier and kind of payment soon', () => {
    expect(new Set(members.slice(0, 12).map(({ status }) => status))).toEqual(new Set(registrationStatuses));
    expect(new Set(members.slice(0, 60).map(({ registration }) => registration.membership))).toEqual(
      new Set(membershipValues),
    );
    expect(new Set(members.map(({ paymentStatus }) => paymentStatus))).toEqual(
      new Set(['', 'PAYMENT_INITIATED', 'PAYMENT_SUCCESS']),
    );
  });

  it('are rejected for a suitable reason, and the first one can be deleted, as nothing was paid', () => {
    const refused = members.filter(({ status }) => status === 'Rejected');
    expect(refused[0]?.paymentStatus).toBe('');
    for (const { rejectionReason, paymentStatus } of refused) {
      expect(rejectionReason).not.toBe('');
      if (/payment/.test(rejectionReason)) expect(paymentStatus).toBe('PAYMENT_INITIATED');
    }
  });
});

describe('sample content', () => {
  it('has twelve articles, newest first, one of them inactive', () => {
    const news = sampleNews(today);
    expect(news).toHaveLength(12);
    expect(news.filter(({ active }) => !active)).toHaveLength(1);
    for (const { title, location, description } of news) {
      const input = { title, location, description };
      expect(newsSchema.parse(input)).toEqual(input);
    }
    const dates = news.map(({ publishedAt }) => publishedAt.getTime());
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    expect(Math.max(...dates)).toBeLessThan(today.getTime());
  });

  it('has eight conferences around the day, online and offline', () => {
    const conferences = sampleConferences(today);
    expect(conferences).toHaveLength(8);
    for (const { input } of conferences) expect(conferenceSchema.parse(input)).toEqual(input);
    const upcoming = conferences.filter(({ input }) => input.startsAt > today.toISOString());
    expect(upcoming.length).toBeGreaterThan(2);
    expect(upcoming.length).toBeLessThan(8);
    expect(new Set(conferences.map(({ input }) => input.meetingType)).size).toBe(2);
    expect(conferences[0]?.input.startsAt).toBe('2026-11-30T12:30:00.000Z');
  });

  it('has links, messages, updates and settings that the forms accept', () => {
    for (const link of sampleResourceLinks) expect(resourceSchema.parse(link)).toEqual(link);
    expect(new Set(sampleResourceLinks).size).toBe(sampleResourceLinks.length);
    for (const { daysAgo: _, ...message } of sampleContactMessages)
      expect(contactSchema.parse(message)).toMatchObject(message);
    for (const { title, description, hindi } of sampleUpdates)
      importantUpdateSchema.parse({ title, description, hi: hindi });
    for (const tier of defaultTiers) {
      const hi = sampleTiers[tier.membership];
      expect(tierSchema.parse({ ...tier, fee: tier.feeRupees, hi }).hi).toEqual(hi);
      expect(hi.benefits).toHaveLength(tier.benefits.length);
    }
    for (const texts of [sampleHindi, sampleAssociation.hi!, ...Object.values(sampleTiers)]) {
      for (const text of Object.values(texts).flat()) expect(text).toBe(text.normalize('NFC'));
    }
    expect(associationSchema.parse(sampleAssociation)).toEqual(sampleAssociation);
    expect(paymentDetailsSchema.parse(samplePayment)).toEqual(samplePayment);
  });
});

describe('pictures', () => {
  it('have the expected sizes', async () => {
    const size = async (picture: Buffer) => {
      const { width, height } = await sharp(picture).metadata();
      return [width, height];
    };
    const portrait = await portraitPicture(5, 'Female');
    expect(await size(portrait)).toEqual([600, 600]);
    expect(await size(await idCardPicture(portrait))).toEqual([1280, 860]);
    for (const membership of membershipValues) {
      expect(await size(await paymentPicture(membership, 1))).toEqual([720, 1440]);
    }
    for (const scene of sceneNames) expect(await size(await scenePicture(scene))).toEqual([1600, 1000]);
  });

  it('of payments are all different, because the office is warned of one that is used twice', async () => {
    const numbers = [0, 1, 2, 359, 360, 720];
    const pictures = await Promise.all(numbers.map((number) => paymentPicture('Patron member', number)));
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(numbers.length);
  });
});
