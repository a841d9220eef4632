import { type Core, serviceOf } from '#server/core.ts';
import { holdLogin } from '#server/features/auth/auth.queries.ts';
import { createAuthorisationsService } from '#server/features/checkoff/authorisations.service.ts';
import { findMember, lockMember, type MemberRow, updateMember } from '#server/features/members/members.queries.ts';
import { changedTheRecord } from '#server/features/members/records.ts';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import { notify, type Readable } from '#server/platform/database/client.ts';
import { peopleOfTables } from '#server/platform/database/people.ts';
import type { ActingMember } from '#server/platform/http/access.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { daysAgo } from '#shared/clock.ts';
import { type ConsentPurpose, consentFlags, consentPurposes, type FlagPurpose } from '#shared/consents.ts';
import type { Consent, MySummary, PrivacyNotice } from '#shared/contracts/rights.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { columnOf, needOf, type PersonName, personField, personNames } from '#shared/person-fields.ts';
import { otherItems, seenByTexts, sharingTexts } from '#shared/privacy.ts';
import * as queries from './rights.queries.ts';

const called = 'This record';
const heldNames = personNames.filter((name) => personField(name).kind !== 'flag');

function seenByOf(name: PersonName): string {
  const { seenBy, hiddenBy } = personField(name);
  if (seenBy === 'office') return seenByTexts.office;
  return hiddenBy ? seenByTexts.hidable : seenByTexts.members;
}

/** What is said of a declared field, in a language. */
function declared(name: PersonName, language: Language) {
  const { wire = name, label, purpose, kept } = personField(name);
  const words = (text: string) => inLanguage(text, language);
  return {
    field: wire,
    label: words(label),
    purpose: words(purpose),
    seenBy: words(seenByOf(name)),
    kept: words(kept),
  };
}

function hasValue(row: MemberRow, name: PersonName): boolean {
  const value = row[columnOf(name) as keyof MemberRow];
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== '';
}

const isFlag = (purpose: ConsentPurpose): purpose is FlagPurpose => purpose in consentFlags;
const wrongState = (text: string) => new AppError('WRONG_STATE', text);

/** What the law gives a person: to see what is held, who has seen it, and to agree or not. */
export function createRightsService(core: Core) {
  const { database } = core;
  const authorisations = serviceOf(core, createAuthorisationsService);

  async function consentOf(db: Readable, row: MemberRow, purpose: ConsentPurpose): Promise<Consent> {
    const base = { purpose, needed: purpose === 'membership', since: null, version: null };
    if (purpose === 'membership') return { ...base, given: true, since: row.consentAt.toISOString() };
    if (isFlag(purpose)) return { ...base, given: row[consentFlags[purpose].flag] === consentFlags[purpose].is };
    const since =
      purpose === 'salaryDeduction'
        ? (await queries.findLiveAuthorisation(db, row.id))?.askedAt
        : await queries.findEntered(db, row.id);
    return { ...base, given: since !== undefined, since: since?.toISOString() ?? null };
  }

  async function sharedWith(db: Readable, row: MemberRow, language: Language): Promise<MySummary['sharedWith']> {
    const live = await queries.findLiveAuthorisation(db, row.id);
    const shared = [
      ...((await queries.hasOffice(db, row.state)) ? [{ name: row.state, ...sharingTexts.state }] : []),
      ...(live ? [{ name: live.office, ...sharingTexts.payingOffice }] : []),
    ];
    return shared.map(({ name, purpose, data }) => ({
      name,
      purpose: inLanguage(purpose, language),
      data: inLanguage(data, language),
    }));
  }

  return {
    /** @throws NOT_FOUND */
    summary: (memberId: string, language: Language): Promise<MySummary> =>
      database.snapshot(async (db) => {
        const row = orNotFound(await findMember(db, memberId, 'unrestricted'), called);
        const counted = await queries.countReadings(db, memberId, daysAgo(limits.kept.readingDays));
        const consents: Consent[] = [];
        for (const purpose of consentPurposes) consents.push(await consentOf(db, row, purpose));
        return {
          held: heldNames.map((name) => ({ ...declared(name, language), given: hasValue(row, name) })),
          counts: await queries.countTraces(db, memberId),
          readings: counted.map((reading) => ({ ...reading, power: null, state: null })),
          sharedWith: await sharedWith(db, row, language),
          consents,
        };
      }),

    /**
     * Gives or takes back a consent; the same value again changes nothing.
     * @throws NEEDED for what membership needs; WRONG_STATE for what a press alone cannot give or take back
     */
    async change(caller: ActingMember, purpose: ConsentPurpose, given: boolean): Promise<Consent> {
      const { memberId } = caller;
      if (purpose === 'membership')
        throw new AppError('NEEDED', 'Your membership rests on it. To end it, please ask for erasure.');
      if (purpose === 'salaryDeduction') {
        const live = await queries.findLiveAuthorisation(database, memberId);
        if (given && !live)
          throw wrongState('The deduction needs your signed letter. Please use the form under My Membership.');
        if (!given && live) await authorisations.withdraw(live.id, memberId);
      } else if (purpose === 'officeBearers') {
        const entered = await queries.findEntered(database, memberId);
        if (given && !entered) throw wrongState('You are not entered as an office bearer.');
        if (!given && entered) throw wrongState('Please ask the office to take your name off the public list.');
      }
      return database.transaction(async (tx) => {
        const row = orNotFound(await lockMember(tx, memberId, 'unrestricted'), called);
        await holdLogin(tx, caller);
        if (!isFlag(purpose)) return consentOf(tx, row, purpose);
        const { flag, is } = consentFlags[purpose];
        const value = given === is;
        if (row[flag] === value) return consentOf(tx, row, purpose);
        await updateMember(tx, memberId, { [flag]: value });
        await writeLog(tx, {
          kind: 'member',
          by: 'member',
          subject: row.reference,
          action: changedTheRecord,
          note: personField(flag).term,
          memberId,
        });
        await notify(tx, 'members');
        return consentOf(tx, { ...row, [flag]: value }, purpose);
      });
    },

    async notice(language: Language): Promise<PrivacyNotice> {
      const settings = await findSettings(database.reader);
      const words = (text: string) => inLanguage(text, language);
      const { grievanceOfficer, supportEmail = '', phone = '' } = settings?.association ?? {};
      const officer = grievanceOfficer?.name ? grievanceOfficer : undefined;
      const names = personNames.filter((name) => needOf(name, 'registration') || needOf(name, 'payment'));
      return {
        items: [
          ...names.map((name) => ({ form: 'registration' as const, ...declared(name, language) })),
          ...otherItems.map(({ label, purpose, seenBy, kept, ...rest }) => ({
            ...rest,
            label: words(label),
            purpose: words(purpose),
            seenBy: words(seenByTexts[seenBy]),
            kept: words(kept),
          })),
        ],
        rights: [
          { what: words('See what we hold about you'), href: paths.profile },
          { what: words('Have it corrected'), href: paths.profile },
          { what: words('Have it erased'), href: paths.profile },
          { what: words('Take back what you agreed to'), href: paths.profile },
          { what: words('Complain to us'), href: paths.contact },
        ],
        identifiers: [words('Member number'), words('Reference'), words('E-mail')],
        days: limits.dataDays,
        board: { name: words('Data Protection Board of India'), address: words('New Delhi') },
        contact: {
          name: officer?.name ?? '',
          designation: officer?.designation ?? '',
          email: officer?.email || supportEmail,
          phone: officer?.phone || phone,
        },
      };
    },

    retention: () =>
      peopleOfTables().map(({ table, what = '', nobody, class: of, kept, ends }) => ({
        table,
        what: what || nobody || table.replaceAll('_', ' '),
        class: of,
        kept: kept ?? usualPeriods[of].kept,
        ends: ends ?? usualPeriods[of].ends,
      })),
  };
}

/** Of tables that name no period of their own. */
const usualPeriods = {
  person: { kept: 'With the record', ends: 'Erasure of the record' },
  money: { kept: 'For good, without the person after erasure', ends: 'Nothing' },
  log: { kept: '366 days, what was decided for good', ends: 'The clean-up' },
  content: { kept: 'Until the office changes it', ends: 'The office' },
  technical: { kept: 'While it is needed', ends: 'The clean-up' },
};
