import { beforeEach, describe, expect, it } from 'vitest';
import * as contract from '#shared/contracts/resources.ts';
import { startTestApp } from '#tests/app.ts';
import { resourceLinkFactory } from '#tests/factories/content.ts';
import { adminToken } from '#tests/logins.ts';

const site = await startTestApp();
const token = await adminToken(site);
beforeEach(() => site.database.pool.query('delete from resource_links'));

const links = async () => (await site.ok(contract.listResources, {})).resources;
const addresses = async () => (await links()).map(({ link }) => link);
const unknownId = '7f0e3c1a-58a4-4f5e-9a53-0d9c9f8d2b11';

describe('useful links', () => {
  it('are added, changed and deleted; the newest comes first', async () => {
    const link = ' https://www.indiacode.nic.in/ ';
    expect(await site.ok(contract.createResource, { body: { link } }, { token })).toEqual({
      success: true,
      message: 'Link added successfully',
    });
    await site.ok(contract.createResource, { body: { link: 'http://example.org/?a=1&b=2' } }, { token });
    expect(await addresses()).toEqual(['http://example.org/?a=1&b=2', 'https://www.indiacode.nic.in/']);
    const old = (await links())[1]!;
    const body = { link: 'https://example.org/new', id: old.id };
    expect(await site.ok(contract.updateResource, { body }, { token })).toEqual({
      success: true,
      message: 'Link updated successfully',
    });
    expect((await links())[1]).toEqual({ ...old, link: 'https://example.org/new', version: 2 });
    const params = { id: old.id };
    expect((await site.ok(contract.deleteResource, { params }, { token })).message).toBe('Link deleted successfully');
    expect(await addresses()).toEqual(['http://example.org/?a=1&b=2']);
    expect((await site.fails(contract.deleteResource, { params }, { token })).status).toBe(404);
    expect((await site.fails(contract.updateResource, { body }, { token })).status).toBe(404);
  });

  it.each([
    [undefined, 'Please enter resource link'],
    ['  ', 'Please enter resource link'],
    ['javascript:alert(1)', 'Please enter a link that begins with https:// or http://'],
    ['JaVaScRiPt:alert(1)', 'Please enter a link that begins with https:// or http://'],
    ['data:text/html,<script>1</script>', 'Please enter a link that begins with https:// or http://'],
    ['//example.org', 'Please enter a link that begins with https:// or http://'],
    ['example.org', 'Please enter a link that begins with https:// or http://'],
    ['https://', 'Please enter a link that begins with https:// or http://'],
    ['ftp://example.org', 'Please enter a link that begins with https:// or http://'],
    ['https://trusted.example@evil.example', 'Please enter a link that begins with https:// or http://'],
    [`https://example.org/${'x'.repeat(2_000)}`, 'Please enter a link that begins with https:// or http://'],
  ])('refuse %s, when added and when changed', async (link, message) => {
    const { id } = await resourceLinkFactory(site);
    const before = await links();
    const added = await site.fails(contract.createResource, { body: { link } }, { token });
    expect(added).toMatchObject({ status: 400, body: { fields: { link: message } } });
    const changed = await site.fails(contract.updateResource, { body: { link, id } }, { token });
    expect(changed).toMatchObject({ status: 400, body: { fields: { link: message } } });
    expect(await links()).toEqual(before);
  });

  it('are not overwritten with a stale version', async () => {
    const { id } = await resourceLinkFactory(site);
    const save = (link: string) => site.call(contract.updateResource, { body: { link, id, version: 1 } }, { token });
    const answers = await Promise.all([save('https://one.example'), save('https://two.example')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('of another id are not there', async () => {
    expect((await site.fails(contract.deleteResource, { params: { id: unknownId } }, { token })).status).toBe(404);
  });
});
