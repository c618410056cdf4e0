import { readRole, saveRole } from '@cardinal/contract/api/identity/roles.ts';
import { PERMISSIONS } from '@cardinal/contract/permissions/catalogue.ts';
import { suitsKind } from '@cardinal/contract/permissions/suitsKind.ts';
import { testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gainedByMainRoles } from './newPermissionRules.ts';
import { followNewPermissions } from './newPermissions.ts';

const host = await forThisFile(testApp({ demo: 'people' }));
const IDS = PERMISSIONS.map(({ id }) => id);
const platform = { id: '1', parentId: undefined, kind: 'PLATFORM', granted: null } as const;
const agent = (id: string, parentId: string, granted: readonly string[]) =>
  ({ id, parentId, kind: 'AGENT', granted }) as const;

test('who held a whole page gets what is new on it, and nobody what is not held above', () => {
  const known = ['a.view', 'a.edit', 'b.view'];
  const customers = [
    platform,
    agent('10', '1', known),
    agent('11', '10', ['a.view', 'a.edit']),
    agent('12', '10', ['a.view', 'b.view']),
    agent('13', '12', ['a.view', 'a.edit', 'b.view']),
  ];
  const gained = (added: string[]) => Object.fromEntries(gainedByMainRoles(customers, known, added));
  expect(gained(['a.verify'])).toEqual({ 10: ['a.verify'], 11: ['a.verify'] });
  // A new page is for those who hold all there is for them, and whose customer above holds it.
  expect(gained(['c.view'])).toEqual({ 10: ['c.view'] });
  expect(gained([])).toEqual({});
});

test('a customer with everything its kind may hold has everything after any upgrade', () => {
  fc.assert(
    fc.property(fc.subarray(IDS, { minLength: 1 }), fc.constantFrom('AGENT', 'ENTERPRISE'), (added, kind) => {
      const isNew = new Set(added);
      const known = IDS.filter((id) => !isNew.has(id));
      const granted = known.filter((id) => suitsKind(id, kind));
      fc.pre(granted.length > 0);
      const gained = gainedByMainRoles([platform, { id: '10', parentId: '1', kind, granted }], known, added).get('10');
      expect(new Set([...granted, ...(gained ?? [])])).toEqual(new Set(IDS.filter((id) => suitsKind(id, kind))));
    }),
  );
});

test('after an upgrade main roles hold what is new, once; what a parent takes back stays taken', async () => {
  const ctx = host.app.systemContext('test');
  const verify = 'accountManagement.verify';
  const held = async (id: string) =>
    (await host.db.selectFrom('identity.role').select('permissions').where('id', '=', id).executeTakeFirstOrThrow())
      .permissions;
  const before = await held('3010');
  await host.db
    .updateTable('identity.role')
    .set({ permissions: before.filter((id) => id !== verify) })
    .where('id', '=', '3010')
    .execute();
  await host.db.deleteFrom('identity.known_permission').where('id', '=', verify).execute();
  const custom = await held('2102');
  await Promise.all([followNewPermissions(ctx), followNewPermissions(ctx)]);
  expect(await held('3010')).toEqual(before);
  expect(await held('2102')).toEqual(custom);

  const admin = await host.as('admin');
  const role = await admin.ask(readRole, { query: { id: '3010' } });
  const permissions = before.filter((id) => id !== verify);
  await admin.ask(saveRole, { body: { id: role.id, version: role.version, name: role.name, permissions } });
  await followNewPermissions(ctx);
  expect(await held('3010')).toEqual(permissions);
});
