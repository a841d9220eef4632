import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/client.ts';
import { administrators } from '#server/database/tables/auth.ts';
import { members } from '#server/database/tables/members.ts';
import { createSession } from '#server/features/auth/sessions.service.ts';

/** Anything with a database: the booted app of a test, or a core. */
interface Site {
  database: Database;
}

/** A new administrator; without a password hash nobody can log in as one, but a session can be made. */
export async function newAdministrator(
  { database }: Site,
  values: Partial<typeof administrators.$inferInsert> = {},
): Promise<typeof administrators.$inferSelect> {
  const [row] = await database
    .insert(administrators)
    .values({ email: `office-${randomUUID().slice(0, 8)}@example.org`, ...values })
    .returning();
  return row!;
}

/** A new Approved member with a complete row, for tests in which it only matters that there is one. */
export async function newMember(
  { database }: Site,
  values: Partial<typeof members.$inferInsert> = {},
): Promise<typeof members.$inferSelect> {
  const mark = randomUUID().slice(0, 8);
  const [row] = await database
    .insert(members)
    .values({
      reference: `AIP-2026-${mark}`,
      memberNumber: `M-${mark}`,
      status: 'Approved',
      tier: 'Individual member',
      name: 'Kavita Deshmukh',
      nameSearch: 'kavita deshmukh',
      gender: 'Female',
      email: `member-${mark}@example.org`,
      mobile: '9812345678',
      dateOfBirth: '1980-05-17',
      court: 'District Court Pune',
      idNumber: 'MAH 1234',
      yearsOfExperience: '12',
      yearsOfRecruitment: '2012',
      interest: 'Webinars',
      contribution: 'Lectures',
      specialisations: ['NDPS Act, 1985'],
      international: 'No',
      state: 'Maharashtra',
      district: 'Pune',
      subDistrict: 'Haveli',
      termsVersion: '2025-01-01',
      consentAt: new Date(),
      consentTo: 'website',
      approvedAt: values.status && values.status !== 'Approved' ? null : new Date(),
      ...values,
    })
    .returning();
  return row!;
}

/** A token of a new administrator, or of the given one. */
export async function adminToken(site: Site, administratorId?: string): Promise<string> {
  return createSession(site.database, { administratorId: administratorId ?? (await newAdministrator(site)).id });
}

/** A token of a new Approved member, or of the given one. */
export async function memberToken(site: Site, memberId?: string): Promise<string> {
  return createSession(site.database, { memberId: memberId ?? (await newMember(site)).id });
}
