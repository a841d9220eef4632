import { randomBytes } from 'node:crypto';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';
import { fromWire, toWire, type WireNames } from '#shared/wire-names.ts';

export const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** The moment of the row's insertion, by the clock that tests can set. */
export const insertedAt = () => moment().notNull().defaultNow().$defaultFn(clock.now);

/** A public picture: `hash` is its address, `width` and `height` those of the largest size. */
export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
  /** The widths that exist, ascending. */
  widths: number[];
  /** Whether each width exists as AVIF besides WebP. */
  avif?: boolean;
}

/** A column of its own domain, by which the storage finds every table that shows pictures. */
export const storedPicture = customType<{ data: StoredPicture; driverData: unknown }>({
  dataType: () => 'stored_picture',
  toDriver: (picture) => JSON.stringify(picture),
  fromDriver: (value) => value as StoredPicture,
});

/** JSON whose keys or texts are names that the wire calls otherwise: stored as there, so that earlier versions can read it. */
export const jsonInWireNames = <Data>(names: WireNames | undefined) =>
  customType<{ data: Data; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (data) => JSON.stringify(toWire(data, names)),
    fromDriver: (stored) => fromWire(stored, names) as Data,
  })();

/** A list of such names. */
export const textsInWireNames = (names: Readonly<Record<string, string>>) =>
  customType<{ data: string[]; driverData: string[] }>({
    dataType: () => 'text[]',
    toDriver: (list) => toWire(list, { '=': names }),
    fromDriver: (stored) => fromWire(stored, { '=': names }),
  })();

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const createdAt = () =>
  timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow().$defaultFn(clock.now);

/** The program's time in a statement, evaluated when the statement is sent; never the database's own `now()`. */
export const currentTime: SQLWrapper = { getSQL: () => sql`${clock.now().toISOString()}::timestamptz` };

/** 128 random bits as 22 characters: what the QR code of a document carries, so that who sees it can verify it. */
export const newCode = (): string => randomBytes(16).toString('base64url');
