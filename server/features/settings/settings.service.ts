import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { recordContentChange } from '#server/features/content/content-change.ts';
import { asKnown } from '#server/features/content/known-version.ts';
import type { Association, ImportantUpdate, PaymentDetails, SettingsRecord } from '#shared/contracts/settings.ts';
import { AppError, recordChanged } from '#shared/errors.ts';
import { defaultSettings, defaultTiers } from './defaults.ts';
import * as queries from './settings.queries.ts';

/** What one save of the settings may change; what is absent stays. */
export interface SettingsChanges {
  Home_data?: string;
  About?: string;
  association?: Association;
  payment?: PaymentDetails;
}

interface UpdateText {
  title: string;
  discription: string;
}

const calledUpdate = 'This important update';

const sections = [
  ['Home_data', 'Welcome message'],
  ['About', 'About text'],
  ['association', 'Association details'],
  ['payment', 'Payment details'],
] as const;

/** Puts in what a fresh site says, at its first start; of processes that start together, one does it. */
export async function ensureSettings({ database }: Pick<Core, 'database'>): Promise<void> {
  await database.transaction(async (tx) => {
    await queries.lockDefaults(tx);
    if (!(await queries.findSettings(tx))) await queries.insertDefaultSettings(tx, defaultSettings);
    await queries.insertMissingTiers(tx, defaultTiers);
  });
}

/**
 * The site's texts and addresses, its important updates, and where fees are paid to.
 * Every change takes the settings' `_id` and throws NOT_FOUND for another one.
 */
export function createSettingsService({ database }: Pick<Core, 'database'>) {
  /** The settings row, held by the transaction. */
  async function hold(tx: Transaction, settingsId: string, version?: number): Promise<void> {
    asKnown(await queries.lockSettings(tx, settingsId), 'This settings record', version);
  }

  async function current(): Promise<queries.SettingsRow> {
    const row = await queries.findSettings(database);
    if (!row) throw new AppError('UNAVAILABLE', 'The site is being set up. Please try again shortly.');
    return row;
  }

  return {
    /** The one settings record as everybody sees it; payment details are not part of it. */
    async get(): Promise<SettingsRecord> {
      const [row, updates] = await Promise.all([current(), queries.listImportantUpdates(database)]);
      return {
        _id: row.id,
        Home_data: row.homeText,
        About: row.aboutText,
        Important_Updates: updates.map(presentUpdate),
        association: row.association,
        version: row.version,
      };
    },

    /** Where fees are paid to. */
    async paymentDetails(): Promise<PaymentDetails> {
      return (await current()).payment;
    },

    /** The association's name and addresses. */
    async association(): Promise<Association> {
      return (await current()).association;
    },

    /**
     * Changes the parts that are given and no other.
     * @returns what to tell the person
     * @throws VALIDATION when no part is given, RECORD_CHANGED when `version` is not the current one
     */
    async update(settingsId: string, changes: SettingsChanges, version: number | undefined, by: string) {
      const changed = sections.filter(([name]) => changes[name] !== undefined).map(([, title]) => title);
      if (changed.length === 0) throw new AppError('VALIDATION', 'There is nothing to change in what was sent.');
      await database.transaction(async (tx) => {
        await hold(tx, settingsId, version);
        await queries.saveSettings(tx, settingsId, {
          homeText: changes.Home_data,
          aboutText: changes.About,
          association: changes.association,
          payment: changes.payment,
        });
        await recordContentChange(tx, by, 'Settings changed', changed.join(', '));
      });
      return `${changed.length === 1 ? changed[0] : 'Settings'} updated successfully`;
    },

    async addUpdate(settingsId: string, { title, discription }: UpdateText, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        await hold(tx, settingsId);
        await queries.appendImportantUpdate(tx, { title, description: discription });
        await recordContentChange(tx, by, 'Important update added', title);
      });
    },

    /** @throws RECORD_CHANGED when `version` is not the current one */
    async editUpdate(
      settingsId: string,
      updateId: string,
      { title, discription }: UpdateText,
      version: number | undefined,
      by: string,
    ): Promise<void> {
      await database.transaction(async (tx) => {
        await hold(tx, settingsId);
        asKnown(await queries.lockImportantUpdate(tx, updateId), calledUpdate, version);
        await queries.saveImportantUpdate(tx, updateId, { title, description: discription });
        await recordContentChange(tx, by, 'Important update edited', title);
      });
    },

    async deleteUpdate(settingsId: string, updateId: string, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        await hold(tx, settingsId);
        const row = asKnown(await queries.lockImportantUpdate(tx, updateId), calledUpdate);
        await queries.removeImportantUpdate(tx, updateId);
        await recordContentChange(tx, by, 'Important update deleted', row.title);
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
        await recordContentChange(tx, by, 'Important updates put into another order', '');
      });
    },
  };
}

export type SettingsService = ReturnType<typeof createSettingsService>;

function presentUpdate(row: queries.ImportantUpdateRow): ImportantUpdate {
  return {
    _id: row.id,
    title: row.title,
    discription: row.description,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  };
}
