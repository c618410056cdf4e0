import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { splitPrefix, withPrefix } from './englishPath.ts';
import { addressOf, type ParametersOf, pathOf, routeAt, routeIgnoringCase, routeOf } from './matching.ts';
import { ROUTES } from './table.ts';

test('an address finds its route, whatever its query', () => {
  expect(routeOf('/cardsManagement/cardDetailLt?iccid=8986&tab=usage')?.route.path).toBe(
    '/cardsManagement/cardDetailLt',
  );
  expect(routeOf('/dashboard/')?.route.path).toBe('/dashboard');
  expect(routeOf('/')?.route.path).toBe('/');
  expect(pathOf('/orderList/packageOrderRecord/?iccid=1#x')).toBe('/orderList/packageOrderRecord');
});

test('routes with several parameters take all their parts', () => {
  const parametersOf = (path: string) => routeOf(path)?.parameters;
  expect(parametersOf('/flowPoolManagement/flowPoolDetail/P1/7/cards')).toEqual({
    poolCode: 'P1',
    poolId: '7',
    activeName: 'cards',
  });
  expect(parametersOf('/operationManagement/speedLimitManagement/detail/1/2/3')).toEqual({
    id: '1',
    platformId: '2',
    platformConfigId: '3',
  });
  expect(parametersOf('/packageManagement/flowStrategy/1/2')).toEqual({ strategyId: '1', platformId: '2' });
  expect(parametersOf('/packageManagement/flowStrategy/1/2/3')).toEqual({
    strategyId: '1',
    platformId: '2',
    fluidControllerStrategyPackageRecordId: '3',
  });
  expect(parametersOf('/billSettlement/billSummary/1/2')).toEqual({ id: '1', platformId: '2' });
  expect(parametersOf('/invoiceManagement/stockCardDetail/8986/1')).toEqual({ iccid: '8986', platform: '1' });
  expect(parametersOf('/wxAppManagement/wechatNoticeDetail/child/9')).toEqual({ childType: 'child', taskId: '9' });
  expect(parametersOf('/customQichong/ExternalPage/a%2Fb%20c')).toEqual({ token: 'a/b c' });
});

test('what is no route of ours matches nothing', () => {
  for (const path of [
    '/nonsense',
    '/cardsManagement',
    '/cardsManagement/flowcardmanagement',
    '/flowPoolManagement/flowPoolDetail/P1/7',
    '/flowPoolManagement/flowPoolDetail/P1//cards',
    '/userManagement/userDetail/%E0%A4%A',
    '/userManagement/userDetail/',
    '',
    'dashboard',
  ]) {
    expect(routeOf(path), path).toBeUndefined();
  }
});

test('an address that differs in case only is offered', () => {
  expect(routeIgnoringCase('/cardsmanagement/CLEARUPBLANCE')?.path).toBe('/cardsManagement/clearUpBlance');
  expect(routeIgnoringCase('/cardsManagement/clearUpBalance')).toBeUndefined();
});

test('an address made from a route finds that route and its parameters again', () => {
  expectTypeOf<ParametersOf<'/billSettlement/billSummary/:id/:platformId'>>().toExtend<{
    id: string;
    platformId: string;
  }>();
  expect(addressOf('/orderList/packageOrderRecord', {}, { iccid: ['1', '2'], tab: 'x', none: undefined })).toBe(
    '/orderList/packageOrderRecord?iccid=1&iccid=2&tab=x',
  );
  fc.assert(
    fc.property(fc.constantFrom(...ROUTES), fc.string({ minLength: 1 }), (route, value) => {
      // Browsers resolve these two themselves, encoded or not.
      fc.pre(value !== '.' && value !== '..');
      fc.pre(value.isWellFormed());
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const parameters = Object.fromEntries(names.map((name) => [name, value]));
      const found = routeOf(addressOf(route.path, parameters as never));
      expect(found?.route).toBe(routeAt(route.path));
      expect(found?.parameters).toEqual(parameters);
    }),
  );
});

test('English paths are the same routes under their prefix', () => {
  expect(splitPrefix('/en/login?redirect=%2Fx')).toEqual({ prefix: '/en', path: '/login?redirect=%2Fx' });
  expect(splitPrefix('/en')).toEqual({ prefix: '/en', path: '/' });
  expect(splitPrefix('/en?x=1')).toEqual({ prefix: '/en', path: '/?x=1' });
  expect(splitPrefix('/english')).toEqual({ prefix: '', path: '/english' });
  for (const full of ['/en', '/en/dashboard', '/dashboard', '/', '/system/menu?x=1']) {
    expect(withPrefix(splitPrefix(full))).toBe(full);
  }
});
