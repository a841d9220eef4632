import { describe, expect, it } from 'vitest';
import type { DoorEntry } from '#shared/contracts/door.ts';
import { DoorList, hashOf, type Scan } from './door-list.ts';

const entry = (id: string, values: Partial<DoorEntry> = {}): DoorEntry => ({
  id,
  code: `hash-of-${id}`,
  name: `Name ${id}`,
  memberNumber: null,
  homeState: '',
  photo: null,
  state: 'registered',
  checkedInAt: null,
  ...values,
});
const scan = (participationId: string, at: string, undo = false): Scan => ({
  ...{ key: 1, conference: 'c', participationId, at, undo },
});
const listOf = (...entries: DoorEntry[]) => {
  const list = new DoorList();
  list.put(entries);
  return list;
};

describe('a door’s list', () => {
  it('checks everybody in once, and then tells the time', () => {
    const list = listOf(entry('a'), entry('b', { checkedInAt: '09:00' }));
    expect(list.checkIn(list.idOf('hash-of-a'), '10:00').kind).toBe('in');
    expect(list.checkIn(list.idOf('hash-of-a'), '10:05')).toMatchObject({ kind: 'already', since: '10:00' });
    expect(list.checkIn('b', '10:05')).toMatchObject({ kind: 'already', since: '09:00' });
    expect(list.checkIn(list.idOf('of nobody'), '10:06').kind).toBe('unknown');
    expect(list.counts()).toEqual({ registered: 2, in: 2 });
  });

  it('knows people by each of their codes, until the list says otherwise', () => {
    const list = listOf(entry('a', { otherCodes: ['older'] }));
    expect(list.checkIn(list.idOf('older'), '10:00').kind).toBe('in');
    expect(list.answerTo(list.idOf('hash-of-a'), '10:05').kind).toBe('already');
    list.put([entry('a')]);
    expect(list.idOf('older')).toBeUndefined();
  });

  it('does not check in people on the waiting list', () => {
    const list = listOf(entry('w', { state: 'waiting', code: '' }));
    expect(list.checkIn('w', '10:00').kind).toBe('waiting');
    expect(list.idOf('')).toBeUndefined();
    expect(list.counts()).toEqual({ registered: 0, in: 0 });
  });

  it('undoes a check-in, and checks in again', () => {
    const list = listOf(entry('a', { checkedInAt: '09:00' }));
    list.undo('a', '10:00');
    expect(list.inSince('a')).toBeNull();
    expect(list.checkIn('a', '10:01').kind).toBe('in');
    expect(list.inSince('a')).toBe('10:01');
  });

  it('keeps unsent scans on top of the server’s entries', () => {
    const list = listOf(entry('a'), entry('b'));
    list.setOwn([scan('a', '10:00'), scan('b', '10:01'), scan('b', '10:02', true)]);
    list.put([entry('a'), entry('b', { checkedInAt: '09:59' })]);
    expect([list.inSince('a'), list.inSince('b')]).toEqual(['10:00', null]);
    list.setOwn([]);
    expect([list.inSince('a'), list.inSince('b')]).toEqual([null, '09:59']);
  });

  it('does not know the code of somebody who has lost the place or left the list', () => {
    const list = listOf(entry('a'), entry('b'));
    list.put([entry('a', { state: 'waiting', code: '' })], ['b']);
    expect([list.idOf('hash-of-a'), list.idOf('hash-of-b'), list.get('b')]).toEqual([undefined, undefined, undefined]);
  });

  it('finds people by parts of names, ignoring case and accents, and by number', () => {
    const list = listOf(entry('a', { name: 'Zoë Fernández' }), entry('b', { memberNumber: 'AIP-M-000123' }));
    expect(list.find('fern zoe').map(({ id }) => id)).toEqual(['a']);
    expect(list.find('m-000123').map(({ id }) => id)).toEqual(['b']);
    expect(list.find('  ')).toEqual([]);
  });

  it('computes the same hash as the server', async () => {
    expect(await hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
