import type { Core } from '#server/core.ts';
import { offerFirstTexts } from '#server/features/canned-replies/first-texts.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { mailFullAdministrators } from '#server/platform/mail/to-office.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type {
  Association,
  ImportantUpdate,
  PaymentDetails,
  RegistrationRule,
  Retention,
  Security,
  SettingsRecord,
} from '#shared/contracts/settings.ts';
import { AppError, recordChanged } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { messages } from '#shared/messages.ts';
import { type PaymentChange, paymentChanges } from '#shared/payment-changes.ts';
import { afterChange, type SecondTexts } from '#shared/second-texts.ts';
import { defaultSettings } from './defaults.ts';
import * as queries from './settings.queries.ts';

/** The sections that one save may change; absent ones stay. */
export interface SettingsChanges {
  homeText?: string;
  aboutText?: string;
  hi?: SecondTexts<'homeText' | 'aboutText'> | undefined;
  association?: Association;
  payment?: PaymentDetails;
  retention?: Retention;
  guestDays?: number;
  security?: Security;
}

interface UpdateText {
  title: string;
  description: string;
  hi?: SecondTexts<'title' | 'description'> | undefined;
}

const beingSetUp = 'The site is being set up. Please try again shortly.';
const calledUpdate = 'This important update';

const sections = [
  ['homeText', 'Welcome message'],
  ['aboutText', 'About text'],
  ['hi', 'Hindi texts'],
  ['association', 'Association details'],
  ['payment', 'Payment details'],
  ['retention', 'Retention periods'],
  ['guestDays', 'Data of guests'],
  ['security', 'Security'],
] as const;

/** Inserts the default settings at the first start; of processes that start together, one does it. */
export async function ensureSettings({ database }: Pick<Core, 'database'>): Promise<void> {
  await database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'defaults');
    if (!(await queries.findSettings(tx))) {
      await queries.insertDefaultSettings(tx, defaultSettings);
      await offerFirstTexts(tx);
    }
  });
}

/**
 * The site's texts and addresses, its important updates, and the payment details.
 * Every change takes the settings' id and throws NOT_FOUND for another one.
 */
export function createSettingsService({ database }: Pick<Core, 'database'>) {
  /** The settings row, locked until the transaction ends. */
  async function hold(tx: Transaction, settingsId: string, version?: number): Promise<queries.SettingsRow> {
    const row = await queries.lockSettings(tx);
    return assertVersion(row?.id === settingsId ? row : undefined, 'This settings record', version);
  }

  async function current(db: Readable = database.reader): Promise<queries.SettingsRow> {
    const row = await queries.findSettings(db);
    if (!row) throw new AppError('UNAVAILABLE', beingSetUp);
    return row;
  }

  /** A secretly changed account could divert all payments: every administrator is notified of every change. */
  async function tellAdministrators(tx: Transaction, moved: PaymentChange[], by: string): Promise<void> {
    const data = {
      by,
      changes: moved.map(({ label, from, to }) => `${label}: ${from || '(empty)'} → ${to || '(empty)'}`).join('\n'),
    };
    await mailFullAdministrators(tx, { kind: 'payment-details-changed', data });
  }

  return {
    /** The settings record without payment details; `security` is for the office only. */
    async get(): Promise<Omit<SettingsRecord, 'officeBearers'> & { security: Security }> {
      const [row, updates] = await Promise.all([current(), queries.listImportantUpdates(database.reader)]);
      return {
        id: row.id,
        homeText: row.homeText,
        aboutText: row.aboutText,
        hi: row.hindi,
        older: row.older,
        importantUpdates: updates.map(presentUpdate),
        association: row.association,
        registration: row.registration,
        retention: row.retention,
        guestDays: row.guestDays,
        security: row.security,
        version: row.version,
      };
    },

    /** @throws CLOSED with the office's sentence while visitors may not register */
    async mustBeOpen(language: Language): Promise<void> {
      const { open, sentence, sentenceHi } = (await current(database)).registration;
      if (open) return;
      throw new AppError('CLOSED', (language === 'hi' && sentenceHi) || sentence || messages.registration.closed);
    },

    /** Closes the registration or opens it again; texts that are not sent stay. */
    async setRegistration(changes: Partial<RegistrationRule>, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await queries.lockSettings(tx);
        if (!row) throw new AppError('UNAVAILABLE', beingSetUp);
        const registration = { ...row.registration, ...changes };
        await queries.saveSettings(tx, row.id, { registration });
        const action = registration.open ? 'Registration opened' : 'Registration closed';
        await recordContentChange(tx, 'settings', by, action, '');
      });
    },

    /** The payment details for fees. */
    async paymentDetails(): Promise<PaymentDetails> {
      return (await current()).payment;
    },

    /** The association's name and addresses. */
    async association(): Promise<Association> {
      return (await current()).association;
    },

    /** How long unsuccessful applications are kept. */
    async retention(db: Readable = database): Promise<Retention> {
      return (await current(db)).retention;
    },

    /**
     * Changes the given sections. Changed payment details are mailed to every administrator.
     * @returns the message for the administrator
     * @throws VALIDATION without any section, RECORD_CHANGED when `version` is not the current one
     */
    async update(settingsId: string, changes: SettingsChanges, version: number | undefined, by: string) {
      const changed = sections.filter(([name]) => changes[name] !== undefined).map(([, title]) => title);
      if (changed.length === 0) throw new AppError('VALIDATION', serverMessages.nothingSent);
      await database.transaction(async (tx) => {
        const before = await hold(tx, settingsId, version);
        const english = { homeText: before.homeText, aboutText: before.aboutText };
        await queries.saveSettings(tx, settingsId, {
          homeText: changes.homeText,
          aboutText: changes.aboutText,
          ...afterChange(before, changes.hi, isOther(english, changes)),
          association: changes.association && changedAssociation(before.association, changes.association),
          ...(changes.association && { associationSavedAt: clock.now() }),
          payment: changes.payment,
          retention: changes.retention,
          guestDays: changes.guestDays,
          security: changes.security,
        });
        const moved = changes.payment ? paymentChanges(before.payment, changes.payment) : [];
        await recordContentChange(
          tx,
          'settings',
          by,
          'Settings changed',
          changed.join(', '),
          moved.map(changeForLog).join('; '),
        );
        if (moved.length > 0) await tellAdministrators(tx, moved, by);
      });
      return `${changed.length === 1 ? changed[0] : 'Settings'} updated successfully`;
    },

    async addUpdate(settingsId: string, { title, description, hi }: UpdateText, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        await hold(tx, settingsId);
        await queries.appendImportantUpdate(tx, {
          title,
          description: description,
          ...afterChange({ hindi: {}, older: [] }, hi, () => false),
        });
        await recordContentChange(tx, 'settings', by, 'Important update added', title);
      });
    },

    /** @throws RECORD_CHANGED when `version` is not the current one */
    async editUpdate(
      settingsId: string,
      updateId: string,
      { title, description, hi }: UpdateText,
      version: number | undefined,
      by: string,
    ): Promise<void> {
      await database.transaction(async (tx) => {
        await hold(tx, settingsId);
        const before = assertVersion(await queries.lockImportantUpdate(tx, updateId), calledUpdate, version);
        const isChanged = isOther({ title: before.title, description: before.description }, { title, description });
        const values = { title, description: description, ...afterChange(before, hi, isChanged) };
        await queries.saveImportantUpdate(tx, updateId, values);
        await recordContentChange(tx, 'settings', by, 'Important update edited', title);
      });
    },

    async deleteUpdate(settingsId: string, updateId: string, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        await hold(tx, settingsId);
        const row = assertVersion(await queries.lockImportantUpdate(tx, updateId), calledUpdate);
        await queries.removeImportantUpdate(tx, updateId);
        await recordContentChange(tx, 'settings', by, 'Important update deleted', row.title);
      });
    },

    /** @throws RECORD_CHANGED when `order` does not name every update exactly once */
    async orderUpdates(settingsId: string, order: string[], by: string): Promise<void> {
      await database.transaction(async (tx) => {
        await hold(tx, settingsId);
        const present = (await queries.listImportantUpdates(tx)).map(({ id }) => id);
        const named = new Set(order.map((id) => id.toLowerCase()));
        const fits = order.length === present.length && present.every((id) => named.has(id));
        if (!fits) throw recordChanged();
        await queries.orderImportantUpdates(tx, [...named]);
        await recordContentChange(tx, 'settings', by, 'Important updates put into another order', '');
      });
    },
  };
}

/** Whether a change gives an English text another content. */
const isOther = (before: Readonly<Record<string, unknown>>, after: object) => (name: string) => {
  const text = (after as Readonly<Record<string, unknown>>)[name];
  return text !== undefined && text !== before[name];
};

function changedAssociation(
  before: queries.SettingsRow['association'],
  { hi, older: _older, ...changes }: Association,
): queries.SettingsRow['association'] {
  const after = { grievanceOfficer: before.grievanceOfficer, ...changes };
  const english = (of: typeof after) => ({ ...of, designation: of.grievanceOfficer?.designation });
  const isChanged = isOther(english({ ...before, grievanceOfficer: before.grievanceOfficer }), english(after));
  const { hindi, older } = afterChange({ hindi: before.hi ?? {}, older: before.older ?? [] }, hi, isChanged);
  return { ...after, hi: hindi, older };
}

/** The log, which is kept for ever, must not contain names and account numbers; the rest tells which account it was. */
function changeForLog({ name, label, from, to }: PaymentChange): string {
  if (name === 'payeeName' || name === 'accountName') return label;
  const shown = (value: string) => {
    if (value === '') return '(empty)';
    if (name === 'upiId') return value.replace(/^(..).*@/, '$1…@');
    return name === 'accountNumber' ? `…${value.slice(-4)}` : value;
  };
  return `${label}: ${shown(from)} → ${shown(to)}`;
}

function presentUpdate(row: queries.ImportantUpdateRow): ImportantUpdate {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    hi: row.hindi,
    older: row.older,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
