import { describe, expect, test } from 'vitest';
import { CARD_ACTIONS, type CardAction } from '../api/cardBatches/cardActions.ts';
import { CardKind } from '../enumerations/card.ts';
import { ROUTES } from '../routes/table.ts';
import { ACTION_CODES } from '../tasks/taskCatalogue.ts';
import {
  BATCH_ACTIONS,
  BATCH_PERMISSIONS,
  batchPermissionOf,
  guardOfAction,
  identifiersOfAction,
} from './batchActions.ts';
import { isKnownPermission, PERMISSIONS, permissionOf, permissionTitle } from './catalogue.ts';
import { key } from './key.ts';
import { allows, allowsAny, isPermissionId } from './permission.ts';

const GUID = '1b4e28ba-2fa1-11d2-883f-0016d3cca427';

describe('identifiers', () => {
  test('a named key or a GUID, in any case', () => {
    for (const id of ['flowCard.stop', 'GZHConfigureTheWhitelist.add', 'h5PageAccess.view', GUID, GUID.toUpperCase()]) {
      expect(isPermissionId(id), id).toBe(true);
    }
    for (const no of ['', 'flowCard', 'flowCard.', '.stop', 'a.b.c', 'flow card.stop', `${GUID}0`, 7, null, 'x.y\n']) {
      expect(isPermissionId(no), String(no)).toBe(false);
    }
  });

  test('all requested must be held; none requested passes', () => {
    expect(allows(['flowCard.stop', GUID], ['flowCard.stop', GUID])).toBe(true);
    expect(allows(['flowCard.stop'], ['flowCard.stop', GUID])).toBe(false);
    expect(allows([], [])).toBe(true);
    expect(allows([], ['flowCard.stop'])).toBe(false);
  });

  test('one of several ways is enough; none asked passes', () => {
    expect(allowsAny(['batchOperate.stop'], ['flowCard.stop', 'batchOperate.stop'])).toBe(true);
    expect(allowsAny(['flowCard.active'], ['flowCard.stop', 'batchOperate.stop'])).toBe(false);
    expect(allowsAny([], [])).toBe(true);
  });
});

describe('catalogue', () => {
  test('every permission is declared once, in both languages', () => {
    expect(new Set(PERMISSIONS.map(({ id }) => id)).size).toBe(PERMISSIONS.length);
    for (const { id, title } of PERMISSIONS) {
      expect(isPermissionId(id), id).toBe(true);
      expect(title.zh, id).not.toMatch(/^$|\{/);
      expect(title.en, id).toMatch(/^[\x20-\x7e’]+$/);
      expect(title.en, id).not.toContain('{');
    }
  });

  test('the keys the specification names', () => {
    for (const id of [
      'flowCard.stop',
      'flowCard.active',
      'flow.refund',
      'voiceCard.stop',
      'voiceCard.export',
      'tagManagement.set',
      'batchOperate.clearPackage',
      'batchOperate.packageOrder',
      'partnerFind.select',
      'wechatPackage.edit',
      'packageDistribute.distribute',
    ]) {
      expect(isKnownPermission(id), id).toBe(true);
    }
    expect(key('flowCard.stop')).toBe('flowCard.stop');
    expect(isKnownPermission('flowCard.fly')).toBe(false);
    expect(isKnownPermission('constructor')).toBe(false);
  });

  test('every route’s permission is in it', () => {
    for (const { permission, path } of ROUTES) {
      if (permission !== undefined) expect(isKnownPermission(permission), path).toBe(true);
    }
  });

  test('money, secrets and what cannot be undone carry their mark', () => {
    expect(permissionOf('flowCard.money')?.danger).toBe('money');
    expect(permissionOf('flowCard.cancel')?.danger).toBe('irreversible');
    expect(permissionOf('platformConfig.secret')?.danger).toBe('secret');
    expect(permissionOf('realName.viewPlain')?.danger).toBe('personalData');
    for (const { id, danger } of PERMISSIONS.filter((each) => each.id.endsWith('.money')))
      expect(danger, id).toBe('money');
    expect(permissionTitle('roleSys.edit')).toEqual({ zh: '新增和编辑角色', en: 'Add and edit roles' });
    expect(permissionTitle(GUID).zh).toBe(GUID);
  });
});

describe('actions', () => {
  test('each of the 64 actions a person may start has its identifier; those of kind 0 have none', () => {
    expect(BATCH_ACTIONS).toHaveLength(64);
    for (const action of ACTION_CODES) {
      expect(batchPermissionOf(action) === undefined, action).toBe(!BATCH_ACTIONS.includes(action));
    }
    expect(batchPermissionOf('order_package')).toBe('batchOperate.packageOrder');
    expect(batchPermissionOf('clear_package')).toBe('batchOperate.clearPackage');
    expect(() => guardOfAction('generate_bill', 1)).toThrow('Nobody starts generate_bill on cards');
  });

  test('every batch permission opens some action', () => {
    const opened = new Set(BATCH_ACTIONS.map((action) => batchPermissionOf(action)));
    for (const { id } of BATCH_PERMISSIONS.slice(2)) expect(opened.has(id), id).toBe(true);
  });

  test('a batch action is opened by the single-card identifier or by its own', () => {
    expect(guardOfAction('stop_card', 1)).toEqual(['flowCard.stop', 'batchOperate.stop']);
    expect(guardOfAction('stop_card', 2)).toEqual(['voiceCard.stop', 'batchOperate.stop']);
    expect(guardOfAction('stop_card', 3)).toEqual(['nbCard.stop', 'batchOperate.stop']);
    expect(guardOfAction('stop_card', 4)).toEqual(['flowCard.stop', 'batchOperate.stop']);
    expect(guardOfAction('clear_package', 1)).toEqual(['batchOperate.clearPackage']);
  });

  test('in bulk it is opened by that of any kind of card, or by the one of the workbench', () => {
    expect(CARD_ACTIONS.stop_card).toEqual(['flowCard.stop', 'voiceCard.stop', 'nbCard.stop', 'batchOperate.stop']);
    expect(identifiersOfAction('clear_package')).toEqual(['batchOperate.clearPackage']);
    for (const [action, identifiers] of Object.entries(CARD_ACTIONS)) {
      const guards = CardKind.options.flatMap(({ value }) => guardOfAction(action as CardAction, value));
      expect([...identifiers].sort(), action).toEqual([...new Set(guards)].sort());
    }
  });

  test('every identifier that guards an action is in the catalogue', () => {
    for (const action of ACTION_CODES.filter((each) => BATCH_ACTIONS.includes(each))) {
      for (const { value } of CardKind.options) {
        for (const id of guardOfAction(action, value)) expect(isKnownPermission(id), `${action} ${id}`).toBe(true);
      }
    }
  });
});
