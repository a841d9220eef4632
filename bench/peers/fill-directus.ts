// Copies the directory into Directus: the columns that members see of others, and indexes that its queries can use.
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { withClient } from '#server/database/with-client.ts';
import { needed } from './site-database.ts';

const columns = {
  id: 'uuid primary key',
  status: 'text',
  hide_entry: 'boolean',
  tier: 'text',
  tier_rank: 'integer',
  name: 'text',
  name_search: 'text',
  designation: 'text',
  organization: 'text',
  court: 'text',
  state: 'text',
  district: 'text',
  sub_district: 'text',
  specialisations: 'text',
  email: 'text',
  mobile: 'text',
};
const chosen = Object.keys(columns).map((name) =>
  name === 'specialisations' ? `array_to_string(${name}, '; ')` : name,
);

const url = needed('DIRECTUS_URL');
const peer = needed('DIRECTUS_DATABASE_URL');

async function call(path: string, method: string, body: object, token?: string): Promise<Record<string, string>> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return text === '' ? {} : (JSON.parse(text) as { data: Record<string, string> }).data;
}

await withClient(peer, async (target) => {
  await target.query(`drop table if exists members; create extension if not exists pg_trgm;
    create table members (${Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})`);
  await withClient(needed('DATABASE_URL'), (source: pg.Client) =>
    pipeline(
      source.query(to(`copy (select ${chosen.join(', ')} from members) to stdout`)),
      target.query(from('copy members from stdin')),
    ),
  );
  await target.query(`create index on members (status, hide_entry, tier_rank, name_search, id);
    create index on members (state, tier_rank, name_search, id);
    create index on members using gin (name_search gin_trgm_ops)`);
  await target.query('vacuum analyze members');
});
const { access_token: session = '' } = await call('/auth/login', 'POST', {
  email: needed('DIRECTUS_EMAIL'),
  password: needed('DIRECTUS_PASSWORD'),
});
// Registers the table, which Directus did not create.
await call('/collections', 'POST', { collection: 'members', meta: { icon: 'person' }, schema: null }, session).catch(
  (error: Error) => {
    if (!/already|exists|INVALID_PAYLOAD/.test(error.message)) throw error;
  },
);
await call('/utils/cache/clear', 'POST', {}, session);
await call('/users/me', 'PATCH', { token: needed('DIRECTUS_TOKEN') }, session);
console.log('Directus has the directory, and answers to DIRECTUS_TOKEN.');
