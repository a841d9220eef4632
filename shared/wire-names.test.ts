import { expect, test } from 'vitest';
import { z } from 'zod';
import { fromWire, renameErrors, toWire } from './wire-names.ts';
import { namesAmong, namesOf, wire } from './wire-schemas.ts';

const id = wire('_id', z.string());
const answer = z.object({
  data: z.array(z.object({ id, owner: z.object({ id, name: z.string() }).nullable() })),
  questions: z.record(z.string(), z.object({ title: wire('Question', z.string()).optional() })),
  either: z.union([z.object({ id }), z.object({ kind: z.string() })]),
});
const names = namesOf(answer);

const ours = {
  data: [{ id: '1', owner: { id: '2', name: 'x' } }],
  questions: { _id: { title: 'Where?' }, title: {} },
  either: { id: '3' },
};
const onWire = {
  data: [{ _id: '1', owner: { _id: '2', name: 'x' } }],
  questions: { _id: { Question: 'Where?' }, title: {} },
  either: { _id: '3' },
};

test('names differ where the schemas say so, in lists, records and unions, and nowhere else', () => {
  expect(toWire(ours, names)).toEqual(onWire);
  expect(fromWire(onWire, names)).toEqual(ours);
  expect(namesOf(z.object({ id: z.string() }))).toBeUndefined();
});

test('a field that comes under our name, and not under the wire’s, is an unknown one', () => {
  expect(fromWire({ either: { id: '3' }, other: { id: '4' } }, names)).toEqual({
    either: { '?id': '3' },
    other: { id: '4' },
  });
  const hostile = JSON.parse('{"either":{"__proto__":{"_id":"5"},"constructor":{"_id":"6"}}}');
  const read = fromWire(hostile, names) as { either: object };
  expect(Object.getPrototypeOf(read.either)).toBe(Object.prototype);
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
  expect(fromWire(deep, names)).toHaveLength(1);
});

test('errors name fields as their caller does, also within lists', () => {
  const of = { body: namesOf(z.object({ title: wire('Headline', z.string()), rows: z.array(z.object({ id })) })) };
  const errors = { title: 'Please enter it', 'rows.2.id': 'Unknown', other: 'x' };
  const sent = { Headline: 'Please enter it', 'rows.2._id': 'Unknown', other: 'x' };
  expect(renameErrors(errors, of, 'toWire')).toEqual(sent);
  expect(renameErrors(sent, of, 'fromWire')).toEqual(errors);
});

test('two schemas of one part that disagree are refused', () => {
  const one = z.object({ id });
  expect(() => namesOf(one, z.object({ id: z.string() }))).toThrow('id is both');
});

test('names that are data are called as the wire does: a text, a list of them, the keys of an object', () => {
  const among = <Schema extends z.ZodType>(schema: Schema) => namesAmong({ name: 'FullName', state: 'State' }, schema);
  const of = namesOf(
    z.object({
      // A check makes a copy of its schema.
      missing: among(z.array(z.string())).refine(() => true),
      columns: z.record(z.string(), among(z.string())),
      values: among(z.record(z.string(), z.object({ id: id.min(1) }))),
      free: z.string(),
    }),
  );
  const value = {
    missing: ['name', 'email'],
    columns: { 0: 'state', 1: '' },
    values: { name: { id: '1' }, email: { id: '2' } },
    free: 'name',
  };
  const sent = {
    missing: ['FullName', 'email'],
    columns: { 0: 'State', 1: '' },
    values: { FullName: { _id: '1' }, email: { _id: '2' } },
    free: 'name',
  };
  expect(toWire(value, of)).toEqual(sent);
  expect(fromWire(sent, of)).toEqual(value);
  // Our name alone is none of the wire's.
  const read = fromWire({ missing: ['name'], values: { name: {} } }, of);
  expect(read).toEqual({ missing: ['?name'], values: { '?name': {} } });
  expect(renameErrors({ 'values.name': 'x' }, { body: of }, 'toWire')).toEqual({ 'values.FullName': 'x' });
});
