import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginMember } from '#shared/contracts/auth.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { memberDocument } from '#shared/contracts/members.ts';
import { getNewsItem, listNews, toggleNews } from '#shared/contracts/news.ts';
import { registerMember, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { failureOf } from './failures.ts';
import type { TransportRequest } from './upload.ts';
import { fileName } from './useDownload.ts';

/** The modules hold the session, so each test loads its own, with only the browser objects that they need. */
async function load() {
  vi.resetModules();
  const api = await import('./api.ts');
  const session = await import('#web/lib/login/session.ts');
  const sent: TransportRequest[] = [];
  let answer: (request: TransportRequest, count: number) => Response | Promise<Response> = () =>
    json({ success: true });
  api.setTransport(async (request) => {
    sent.push(request);
    return answer(request, sent.length);
  });
  return {
    ...api,
    ...session,
    sent,
    answer: (next: typeof answer) => {
      answer = next;
    },
  };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

const fail = (code: string, status: number, more: object = {}) =>
  json({ success: false, code, message: `It is ${code}`, ...more }, status);
const bearer = (request: TransportRequest | undefined) => request?.headers.authorization;

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  it('puts parameters into path and query, and leaves out empty ones', async () => {
    const { api, sent } = await load();
    await api(getNewsItem, { params: { id: 'a/b c' } });
    await api(searchDirectory, { query: { state: 'Jammu & Kashmir', district: '', page: 2 } });
    await api(getSettings);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/News/getNews/a%2Fb%20c',
      'GET /api/Directory/searchDirectory?State=Jammu+%26+Kashmir&page=2',
      'GET /api/Settings/get',
    ]);
  });

  it('sends JSON, or nothing at all', async () => {
    const { api, sent } = await load();
    await api(loginMember, { body: { email: 'a@b.in', password: 'x' } });
    await api(toggleNews, { params: { id: '1' } });
    expect(sent[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ email: 'a@b.in', password: 'x' });
    expect(sent[1]?.headers['content-type']).toBeUndefined();
    expect(sent[1]?.body).toBeUndefined();
  });

  it('sends a form with files, lists as repeated parts even when they hold one', async () => {
    const { api, sent } = await load();
    const picture = new File(['x'], 'me.jpg', { type: 'image/jpeg' });
    const body = { name: 'Asha', specialisations: ['NDPS Act, 1985'], designation: undefined };
    await api(registerMember, { body: body as never, files: { picture } });
    const form = sent[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['ProsecutorName', 'Specialisation[]', 'profile_Pic']);
    expect(form.getAll('Specialisation[]')).toEqual(['NDPS Act, 1985']);
    expect((form.get('profile_Pic') as File).name).toBe('me.jpg');
    expect(sent[0]?.headers['content-type']).toBeUndefined();
  });

  it('sends a form also when no file was chosen', async () => {
    const { api, sent } = await load();
    await api(uploadPaymentScreenshot, { params: { id: '1' }, body: { utr: '42' }, files: {} });
    expect(sent[0]?.body).toBeInstanceOf(FormData);
  });

  it('returns a file with its name', async () => {
    const { api, answer } = await load();
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="id.pdf"; filename*=UTF-8\'\'%E0%A4%86%20id.pdf',
    };
    answer(() => new Response('bytes', { headers }));
    const file = await api(memberDocument, { params: { id: '1' } });
    expect(fileName(file.disposition)).toBe('आ id.pdf');
    expect(await file.blob.text()).toBe('bytes');
  });

  it('sends the current token', async () => {
    const { api, sent, beginSession, endSession } = await load();
    await api(getSettings);
    beginSession('member_1', false);
    await api(getSettings);
    endSession();
    await api(getSettings);
    expect(sent.map(bearer)).toEqual([undefined, 'Bearer member_1', undefined]);
  });
});

describe('a failure', () => {
  it('becomes an error with code, message and fields', async () => {
    const { api, answer } = await load();
    answer(() => fail('VALIDATION', 400, { fields: { email: 'Please enter Email id' } }));
    await expect(api(getSettings)).rejects.toMatchObject({
      name: 'AppError',
      code: 'VALIDATION',
      message: 'It is VALIDATION',
      fields: { email: 'Please enter Email id' },
    });
  });

  it('tells how long to wait', async () => {
    const { api, answer } = await load();
    answer(() => json({ success: false, code: 'TOO_MANY', message: 'Later' }, 429, { 'retry-after': '60' }));
    await expect(api(getSettings)).rejects.toMatchObject({ code: 'TOO_MANY', retryAfter: 60 });
  });

  it.each([
    [502, '<html>Bad gateway</html>', 'UNAVAILABLE'],
    [413, 'too large', 'TOO_LARGE'],
    [404, '', 'NOT_FOUND'],
    [400, '"text"', 'MALFORMED'],
    [500, '{"code":"constructor","message":5}', 'UNAVAILABLE'],
  ])('of something in between (%i) has a plain message', async (status, body, code) => {
    const { api, answer } = await load();
    answer(() => new Response(body, { status }));
    await expect(api(getSettings)).rejects.toMatchObject({
      code,
      message: 'Something went wrong. Please try again in a moment.',
    });
  });

  it.each([
    [
      json({ success: false, code: 'EMAIL_TAKEN', message: 'Taken', fields: { email: 'Taken' } }),
      'EMAIL_TAKEN',
      'Taken',
    ],
    [json({ success: false, message: 'Not today' }), 'MALFORMED', 'Not today'],
    [new Response('<html>Sign in to the guest network</html>'), 'UNAVAILABLE', 'Something went wrong.'],
    [json('ok'), 'UNAVAILABLE', 'Something went wrong.'],
  ])('is one with status 200 too', async (response, code, message) => {
    const { api, answer } = await load();
    answer(() => response);
    await expect(api(getSettings)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('of the network has a plain message', async () => {
    const { api, answer } = await load();
    answer(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(api(getSettings)).rejects.toThrow(
      'The server could not be reached. Please check your connection and try again.',
    );
    vi.stubGlobal('navigator', { onLine: false });
    await expect(api(getSettings)).rejects.toThrow('You seem to be offline.');
    // A script that a form needs, as for its rules.
    expect(failureOf(new TypeError('Failed to fetch dynamically imported module')).message).toMatch(/^You seem/);
  });

  it('of an aborted call is the signal’s reason', async () => {
    const { api, answer } = await load();
    const controller = new AbortController();
    answer(() => {
      controller.abort();
      return Promise.reject(new TypeError('aborted'));
    });
    await expect(api(getSettings, {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a session that has ended', () => {
  it('opens one login for all pending calls, which are then repeated', async () => {
    const { api, sent, answer, beginSession, setLoginHandler } = await load();
    beginSession('member_a_old', false);
    answer((request) =>
      bearer(request) === 'Bearer member_a_new' ? json({ success: true, data: [] }) : fail('NOT_LOGGED_IN', 401),
    );
    const ask = vi.fn(async () => {
      await Promise.resolve();
      beginSession('member_a_new', false);
      return true;
    });
    setLoginHandler(ask);
    await Promise.all([api(getSettings), api(getSettings), api(getSettings)]);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(ask).toHaveBeenCalledWith('member');
    expect(sent).toHaveLength(6);
    expect(stored.get('token')).toBe('member_a_new');
  });

  it('makes later calls wait while the login is open', async () => {
    const { api, answer, beginSession, setLoginHandler } = await load();
    beginSession('member_a_old', false);
    answer((request) =>
      bearer(request) === 'Bearer member_a_new' ? json({ success: true, data: [] }) : fail('NOT_LOGGED_IN', 401),
    );
    let later: Promise<unknown> | undefined;
    const ask = vi.fn(async () => {
      later = api(getSettings);
      await new Promise((resolve) => setTimeout(resolve));
      beginSession('member_a_new', false);
      return true;
    });
    setLoginHandler(ask);
    await api(getSettings);
    await expect(later).resolves.toMatchObject({ success: true });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('has its answer discarded where visitors get less: the call is repeated after the login', async () => {
    const { api, sent, answer, beginSession, setLoginHandler } = await load();
    beginSession('admin_a_old', false);
    answer((request) =>
      bearer(request) === 'Bearer admin_a_new'
        ? json({ success: true, news: ['shown', 'hidden'] })
        : json({ success: true, news: ['shown'] }, 200, { 'x-session': 'ended' }),
    );
    expect(await api(listNews)).toMatchObject({ news: ['shown'] });
    setLoginHandler(async () => {
      beginSession('admin_a_new', false);
      return true;
    });
    expect(await api(listNews, {}, { loggedIn: true })).toMatchObject({ news: ['shown', 'hidden'] });
    expect(sent.map(bearer)).toEqual(['Bearer admin_a_old', 'Bearer admin_a_old', 'Bearer admin_a_new']);
  });

  it('drops the token and fails when nobody logs in', async () => {
    const { api, sent, answer, beginSession, setLoginHandler } = await load();
    beginSession('admin_old', false);
    answer(() => fail('NOT_LOGGED_IN', 401));
    setLoginHandler(async () => false);
    await expect(api(getSettings)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(stored.has('token')).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it('does not open the login again when the repeated call is refused too', async () => {
    const { api, answer, beginSession, setLoginHandler } = await load();
    beginSession('member_a_old', false);
    answer(() => fail('NOT_LOGGED_IN', 401));
    const ask = vi.fn(async () => {
      beginSession('member_a_new', false);
      return true;
    });
    setLoginHandler(ask);
    await expect(api(getSettings)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('does not remove a token from a newer login', async () => {
    const { api, answer, beginSession, setLoginHandler } = await load();
    beginSession('member_a_old', false);
    setLoginHandler(async () => false);
    answer((_, count) => {
      if (count > 1) return json({ success: true });
      beginSession('member_a_new', false);
      return fail('NOT_LOGGED_IN', 401);
    });
    await api(getSettings);
    expect(stored.get('token')).toBe('member_a_new');
  });

  it('is not confused with a wrong password', async () => {
    const { api, answer, setLoginHandler } = await load();
    const ask = vi.fn(async () => true);
    setLoginHandler(ask);
    answer(() => fail('LOGIN_FAILED', 401));
    await expect(api(loginMember, { body: { email: 'a@b.in', password: 'x' } })).rejects.toMatchObject({
      code: 'LOGIN_FAILED',
    });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('a call that asks for the password again', () => {
  const asksOnce = (request: TransportRequest) =>
    request.url.endsWith('/Session/confirm') ? json({ success: true }) : fail('CONFIRMATION_NEEDED', 403);

  it('is repeated after the password was given, which is asked for once for all calls', async () => {
    const { api, sent, answer, setConfirmationHandler } = await load();
    let result = false;
    answer((request) => (result ? json({ success: true }) : asksOnce(request)));
    const ask = vi.fn(async () => {
      await Promise.resolve();
      result = true;
      return true;
    });
    setConfirmationHandler(ask);
    await Promise.all([api(getSettings), api(getSettings)]);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(4);
  });

  it('fails with a plain message when it is not given, and keeps token and page', async () => {
    const { api, sent, answer, beginSession, setConfirmationHandler, setForbiddenHandler } = await load();
    beginSession('admin_1', false);
    const lead = vi.fn();
    setForbiddenHandler(lead);
    setConfirmationHandler(async () => false);
    answer(asksOnce);
    await expect(api(getSettings)).rejects.toMatchObject({
      code: 'CONFIRMATION_NEEDED',
      message: 'This was not done, because it needs your password.',
    });
    expect([sent.length, lead.mock.calls.length, stored.get('token')]).toEqual([1, 0, 'admin_1']);
  });

  it('asks for it after a login if both are missing', async () => {
    const { api, answer, beginSession, setConfirmationHandler, setLoginHandler } = await load();
    beginSession('admin_a_old', false);
    let result = false;
    answer((request) => {
      if (bearer(request) !== 'Bearer admin_a_new') return fail('NOT_LOGGED_IN', 401);
      return result ? json({ success: true }) : asksOnce(request);
    });
    setLoginHandler(async () => {
      beginSession('admin_a_new', false);
      return true;
    });
    setConfirmationHandler(async () => {
      result = true;
      return true;
    });
    await expect(api(getSettings)).resolves.toMatchObject({ success: true });
  });
});

it('a call that is not allowed for the role leads to the person’s own area and keeps the token', async () => {
  const { api, answer, beginSession, setForbiddenHandler } = await load();
  beginSession('member_1', false);
  const lead = vi.fn();
  setForbiddenHandler(lead);
  answer(() => fail('FORBIDDEN', 403));
  await expect(api(getSettings)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(lead).toHaveBeenCalledWith('member', 'FORBIDDEN');
  expect(stored.get('token')).toBe('member_1');
});
