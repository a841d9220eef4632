import type { Readable } from './client.ts';

/** Builds a statement once per database: that is most of the work of a short one. */
export function preparedOnce<Db extends Readable, Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    const statement = known.get(db) ?? prepare(db);
    known.set(db, statement);
    return statement;
  };
}
