import { globSync, readFileSync } from 'node:fs';

/** A use of a table in the server's source: by a feature of `server/features`, a part of `server/parts`, or another folder of `server`. */
export interface TableUse {
  table: string;
  by: string;
  file: string;
  writes: boolean;
}

const ownerOf = (file: string): string => {
  const [, folder = '', name = ''] = file.split('/');
  return ['features', 'parts', 'platform'].includes(folder) ? name : folder;
};

/** The tables by their names in TypeScript: the name in SQL, and the folder that declares and owns each. */
export function declaredTables(): Map<string, { inSql: string; owner: string }> {
  const declarations = globSync('server/*/*/{,*.}tables.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(
      ([, name = '', inSql = '']) => [name, { inSql, owner: ownerOf(file) }] as const,
    ),
  );
  return new Map(declarations);
}

/** The tables that a file imports: their local names to the declared ones. */
function importedTables(text: string, tables: ReadonlyMap<string, unknown>): Map<string, string> {
  const lists = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '[^']*\/(?:[\w-]+\.)?tables\.ts'/g)];
  const names = lists.flatMap(([, list = '']) => list.split(',').map((each) => each.trim().replace(/^type /, '')));
  return new Map(
    names.flatMap((name) => {
      const [declared = '', local = declared] = name.split(' as ');
      return tables.has(declared) ? [[local, declared] as const] : [];
    }),
  );
}

/**
 * All uses of tables outside the files that declare them, by Drizzle's calls and by SQL in template strings. A table that is
 * passed to a function of another file counts for the one that passes it.
 */
export function tableUses(): TableUse[] {
  const tables = declaredTables();
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts') && !file.endsWith('tables.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const strings = [...text.replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '').matchAll(/`[^`]*`/g)].join('\n');
    const imported = importedTables(text, tables);
    const used = new Map<string, boolean>();
    const note = (table: string, writes: boolean) => used.set(table, writes || (used.get(table) ?? false));
    for (const [local, table] of imported) {
      const call = new RegExp(String.raw`(\.(insert|update|delete)|\browQueries)\(\s*${local}\s*\)`);
      const statement = new RegExp(String.raw`\b(insert into|update|delete from)\s+\$\{${local}\}`, 'i');
      note(table, call.test(text) || statement.test(text));
    }
    for (const [table, { inSql }] of tables) {
      const named = (verbs: string) => new RegExp(String.raw`\b(${verbs})\s+"?${inSql}"?(\s|$|\))`, 'im').test(strings);
      if (named('insert into|update|delete from')) note(table, true);
      else if (named('from|join')) note(table, false);
    }
    return [...used].map(([table, writes]) => ({ table, by: ownerOf(file), file, writes }));
  });
}
