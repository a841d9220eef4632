import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerPostedForms } from './posted-forms.ts';

let app: FastifyInstance;
let sent: unknown[];
let answer: { status: number; body: object };

beforeEach(() => {
  sent = [];
  answer = { status: 200, body: { success: true, message: 'Thank you.' } };
  app = Fastify();
  app.post('/api/Conference/participateAsGuest/:id', async ({ params, body, ip }, reply) => {
    sent.push({ params, body, ip });
    return reply.code(answer.status).send(answer.body);
  });
  registerPostedForms(app, async (_request, reply, page, refused) =>
    reply.code(refused.status).send({ ...page, refused }),
  );
});
afterEach(() => app.close());

const typed = { name: 'Farida Beg', email: 'farida@example.org', 'answers.food': 'Jain' };
const post = (id: string, form: Record<string, string> = typed) =>
  app.inject({
    method: 'POST',
    url: `/ConferencesDetails/${id}`,
    remoteAddress: '203.0.113.9',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

describe('the guest’s form of a browser without a script', () => {
  it('goes through the API’s own call, with the answers by question, and a reload does not send it again', async () => {
    const reply = await post('c1', { ...typed, 'answers.__proto__ x': 'no', extra: 'no' });
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe('/ConferencesDetails/c1?sent');
    const body = {
      name: 'Farida Beg',
      email: 'farida@example.org',
      mobile: '',
      answers: { food: 'Jain' },
      language: 'en',
    };
    expect(sent).toEqual([{ params: { id: 'c1' }, body, ip: '203.0.113.9' }]);
  });

  it('comes back as its page, with messages and values, when it is refused', async () => {
    const fields = { 'answers.food': 'Please choose one of the options' };
    answer = { status: 400, body: { success: false, code: 'VALIDATION', message: 'Please choose', fields } };
    const reply = await post('c1');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      path: '/ConferencesDetails/c1',
      language: 'en',
      route: '/ConferencesDetails/:id',
      refused: { status: 400, message: 'Please choose', fields, values: typed },
    });
  });

  it('cannot reach another call through the conference’s id', async () => {
    answer = { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'Not found' } };
    await post(encodeURIComponent('../../Contact/createContact?x=1'));
    expect(sent).toMatchObject([{ params: { id: '../../Contact/createContact?x=1' } }]);
  });
});
