import type { z } from 'zod';
import type { Core } from '#server/core.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import { searchable } from '#server/platform/database/searchable.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import type { categoriesSchema, DocumentCategory } from '#shared/contracts/library.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { afterChange } from '#shared/second-texts.ts';
import { findCategories, saveCategoryList } from './categories.queries.ts';

const texts = messages.library;

type CategoriesChange = z.output<typeof categoriesSchema> & { version: number };

/** The list of categories. */
export function createCategoriesService({ database }: Pick<Core, 'database'>) {
  const { reader: db } = database;
  return {
    async list(from: Readable = db): Promise<{ categories: DocumentCategory[]; version: number }> {
      const categories = await findCategories(from);
      return {
        categories: categories.map(({ name, count, hindi, older }) => ({ name, count, hi: hindi, older })),
        version: Math.max(0, ...categories.map(({ version }) => version)),
      };
    },

    /** @throws RECORD_CHANGED, VALIDATION, WRONG_STATE */
    async save({ categories: list, version }: CategoriesChange, by: string) {
      await database.transaction(async (tx) => {
        await lockUntilCommit(tx, 'libraryCategories');
        const before = await findCategories(tx);
        const current = Math.max(0, ...before.map((each) => each.version));
        assertVersion({ version: current }, 'The list', version);
        const plain = list.map(({ name }) => searchable(name));
        const second = plain.findIndex((name, at) => plain.indexOf(name) < at);
        if (second >= 0) {
          const fields = { [`categories.${second}.name`]: texts.categoryTwice };
          throw new AppError('VALIDATION', texts.categoryTwice, { fields });
        }
        const used = new Set<string>();
        const entries = list.map(({ name, was = name, hi }) => {
          const category = before.find((each) => each.name === was && !used.has(each.id));
          if (category) used.add(category.id);
          const texts = afterChange(category ?? { hindi: {}, older: [] }, hi, () => category?.name !== name);
          return { id: category?.id ?? null, name, ...texts };
        });
        const removed = before.filter(({ id }) => !used.has(id));
        const inUse = removed.find(({ count }) => count > 0);
        if (inUse)
          throw new AppError(
            'WRONG_STATE',
            `Documents are in the category ‘${inUse.name}’. Please give them another one first.`,
          );
        await saveCategoryList(
          tx,
          entries,
          removed.map(({ id }) => id),
          current + 1,
        );
        await recordContentChange(
          tx,
          'library',
          by,
          'Categories of the library changed',
          list.map(({ name }) => name).join(', '),
        );
      });
      return this.list(database);
    },
  };
}
