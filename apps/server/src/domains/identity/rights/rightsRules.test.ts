import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { PERMISSIONS } from '@cardinal/contract/permissions/catalogue.ts';
import { suitsKind } from '@cardinal/contract/permissions/suitsKind.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beyondGrant,
  type CustomerGrant,
  ceilingOf,
  effectiveOf,
  everyPermission,
  isWithin,
  permissionsOf,
  type RoleFacts,
} from './rightsRules.ts';

const IDS = PERMISSIONS.map(({ id }) => id);
const MADE = '0d0f2f1c-1111-4222-8333-444455556666';
const every = everyPermission([MADE]);
const grants = fc.subarray([...IDS, MADE]);
const step = (kind: CustomerKind) => grants.map((granted): CustomerGrant => ({ kind, granted }));
/** A path down the tree: the platform, some agents, perhaps an enterprise. */
const way = fc
  .tuple(fc.array(step('AGENT'), { maxLength: 4 }), fc.option(step('ENTERPRISE'), { nil: undefined }))
  .map(([agents, enterprise]): CustomerGrant[] => [
    { kind: 'PLATFORM', granted: null },
    ...agents,
    ...(enterprise ? [enterprise] : []),
  ]);
const role = fc.tuple(fc.constantFrom('main', 'custom'), grants).map(
  ([kind, permissions]): RoleFacts => ({
    id: '1',
    customerId: '1',
    kind: kind as RoleFacts['kind'],
    name: 'r',
    permissions,
  }),
);

test('a customer never has more than the one above it', () => {
  fc.assert(
    fc.property(way, (steps) => {
      for (let at = 1; at < steps.length; at += 1) {
        const above = ceilingOf(steps.slice(0, at), every);
        const own = ceilingOf(steps.slice(0, at + 1), every);
        expect(isWithin(own, above)).toBe(true);
        expect(isWithin(own, new Set(steps[at]?.granted))).toBe(true);
      }
    }),
  );
});

test('what is taken above is gone below at once, and works again when it comes back', () => {
  fc.assert(
    fc.property(way, fc.nat(), fc.constantFrom(...IDS), role, (steps, place, lost, held) => {
      if (steps.length < 2) return;
      const at = 1 + (place % (steps.length - 1));
      const without = steps.map((each, index) =>
        index === at ? { ...each, granted: (each.granted ?? []).filter((id) => id !== lost) } : each,
      );
      expect(permissionsOf([held], ceilingOf(without, every)).has(lost)).toBe(false);
      expect(permissionsOf([held], ceilingOf(steps, every))).toEqual(
        permissionsOf([held], ceilingOf([...steps], every)),
      );
    }),
  );
});

test('an account has the union of its roles, none of them beyond the ceiling', () => {
  fc.assert(
    fc.property(way, fc.array(role, { maxLength: 4 }), (steps, roles) => {
      const ceiling = ceilingOf(steps, every);
      const permissions = permissionsOf(roles, ceiling);
      expect(isWithin(permissions, ceiling)).toBe(true);
      const union = new Set(roles.flatMap((each) => [...effectiveOf(each, ceiling)]));
      expect(new Set(permissions)).toEqual(union);
    }),
  );
});

test('nothing new is granted that the giver or the customer lacks; what was granted before may stay', () => {
  fc.assert(
    fc.property(grants, grants, grants, grants, (wanted, before, giver, ceiling) => {
      const beyond = new Set(beyondGrant(wanted, before, new Set(giver), new Set(ceiling)));
      for (const id of wanted) {
        const isFine = before.includes(id) || (giver.includes(id) && ceiling.includes(id));
        expect(beyond.has(id)).toBe(!isFine);
      }
    }),
  );
});

test('what a menu set withholds is gone from there down, and nothing else is', () => {
  fc.assert(
    fc.property(way, fc.nat(), fc.subarray(IDS), (steps, place, left) => {
      if (steps.length < 2) return;
      const at = 1 + (place % (steps.length - 1));
      const withheld = new Set(left);
      const cut = ceilingOf(
        steps.map((each, index) => (index === at ? { ...each, withheld } : each)),
        every,
      );
      const whole = ceilingOf(steps, every);
      expect(cut).toEqual(new Set([...whole].filter((id) => !withheld.has(id))));
    }),
  );
});

test('the root holds everything, a customer without a grant nothing', () => {
  const root: CustomerGrant = { kind: 'PLATFORM', granted: null };
  expect(ceilingOf([root], every)).toEqual(every);
  expect(ceilingOf([root, { kind: 'AGENT', granted: null }], every).size).toBe(0);
  // A path must begin at a root.
  expect(ceilingOf([], every)).toEqual(every);
});

test('screens of the platform are not granted to others, identifiers made for buttons are', () => {
  expect(suitsKind('menu.edit', 'AGENT')).toBe(false);
  expect(suitsKind('errorLog.view', 'ENTERPRISE')).toBe(false);
  expect(suitsKind('operationLog.verify', 'AGENT')).toBe(false);
  expect(suitsKind('operationLog.view', 'ENTERPRISE')).toBe(true);
  expect(suitsKind('flowCard.stop', 'ENTERPRISE')).toBe(true);
  expect(suitsKind(MADE, 'ENTERPRISE')).toBe(true);
});
