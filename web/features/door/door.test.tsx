import { afterEach, expect, it, vi } from 'vitest';
import { setLoginHandler, setTransport } from '#web/lib/calls/api.ts';
import { beginSession } from '#web/lib/login/session.ts';
import { Door } from './door.ts';

afterEach(() => vi.restoreAllMocks());

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

it('is not offline when somebody took long to log in again', async () => {
  const calls: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const call = new AbortController();
    calls.push(call);
    return call.signal;
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const at = new Date().toISOString();
  setTransport(async ({ headers, signal }) => {
    signal?.throwIfAborted();
    if (!headers.authorization?.endsWith('second')) {
      return answer(401, { success: false, code: 'NOT_LOGGED_IN', message: 'Please log in.' });
    }
    // As on the wire.
    const conference = { _id: 'c', WebinarName: 'Evidence', MeetingDate: at, endsAt: null };
    return answer(200, { success: true, at, conference, data: [], gone: [] });
  });
  beginSession('admin_one_first', false);
  setLoginHandler(async () => {
    for (const call of calls) call.abort(new DOMException('', 'TimeoutError'));
    beginSession('admin_one_second', false);
    return true;
  });
  const door = new Door('c');
  const states: string[] = [];
  door.subscribe(() => states.push(`${door.getState().phase} ${door.getState().online}`));
  await door.open();
  await vi.waitFor(() => expect(door.getState().title).toBe('Evidence'), 10_000);
  door.close();
  expect(new Set(states)).toEqual(new Set(['ready true']));
});
