import type { Core } from '#server/core.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import { notify } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { LetterSettings } from '#shared/contracts/letters.ts';
import { AppError } from '#shared/errors.ts';
import * as queries from './letters.queries.ts';

/** How fast letters are sent, and how early notices. */
export function createLetterSettings({ database }: Pick<Core, 'database'>) {
  return {
    async read(): Promise<LetterSettings> {
      return presented(await queries.findLetterSettings(database));
    },

    /** @throws VALIDATION when nothing is sent, RECORD_CHANGED */
    async change(
      values: Partial<Omit<LetterSettings, 'version'>>,
      version: number | undefined,
      by: string,
    ): Promise<LetterSettings> {
      const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      if (Object.keys(changes).length === 0) throw new AppError('VALIDATION', serverMessages.nothingSent);
      return database.transaction(async (tx) => {
        const before = presented(assertVersion(await queries.lockLetterSettings(tx), 'This settings record', version));
        const after = presented(await queries.saveLetterSettings(tx, changes));
        const names = Object.keys(changes) as (keyof LetterSettings)[];
        const changed = names.filter((name) => before[name] !== after[name]);
        const note = changed.map((name) => `${name}: ${before[name]} → ${after[name]}`).join('; ');
        await recordContentChange(tx, 'settings', by, 'Settings changed', 'Letters', note);
        await notify(tx, 'letters');
        return after;
      });
    },
  };
}

const presented = ({ perMinute, clearDays, bouncesUntilStop, version }: queries.LetterSettingsRow): LetterSettings => ({
  perMinute,
  clearDays,
  bouncesUntilStop,
  version,
});
