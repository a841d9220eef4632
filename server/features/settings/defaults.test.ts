import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#server/features/settings/defaults.ts';
import { defaultTiers } from '#server/features/tiers/default-tiers.ts';
import { associationSchema, importantUpdateSchema, paymentDetailsSchema } from '#shared/contracts/settings.ts';
import { tierSchema } from '#shared/contracts/tiers.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';

describe('the default settings', () => {
  it('pass the rules of the office’s forms', () => {
    expect(associationSchema.parse(defaultSettings.association)).toEqual(defaultSettings.association);
    expect(paymentDetailsSchema.parse(defaultSettings.payment)).toEqual(defaultSettings.payment);
    for (const { title, description } of defaultSettings.importantUpdates) {
      expect(importantUpdateSchema.parse({ title, description: description })).toEqual({
        title,
        description: description,
      });
    }
    for (const text of [defaultSettings.homeData, defaultSettings.about]) {
      expect(text).toBe(text.trim());
      expect(text.length).toBeLessThanOrEqual(limits.articleLength);
    }
  });

  it('have three tiers with their fees, in the order of priority', () => {
    expect(defaultTiers.map(({ membership }) => membership)).toEqual(membershipValues);
    expect(defaultTiers.map(({ feeRupees }) => feeRupees)).toEqual([25_000, 10_000, 1_000]);
    expect(defaultTiers.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    for (const { title, heading, feeRupees, benefits } of defaultTiers) {
      expect(tierSchema.parse({ title, heading, fee: feeRupees, benefits })).toMatchObject({
        title,
        heading,
        benefits,
      });
      expect(new Set(benefits).size).toBe(benefits.length);
    }
  });

  it('invent no way to reach or pay the association', () => {
    const { phone, supportEmail, officeEmail, address, socialLinks } = defaultSettings.association;
    expect([phone, supportEmail, officeEmail, address, ...socialLinks]).toEqual(['', '', '', '']);
    expect(Object.values(defaultSettings.payment).every((value) => value === '')).toBe(true);
  });
});
