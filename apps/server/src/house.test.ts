import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isKnownPermission } from '@cardinal/contract/permissions/catalogue.ts';
import { OperationType } from '@cardinal/contract/tasks/operationTypes.ts';
import { testDatabase } from '@cardinal/testing/database.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { describe, expect, it } from 'vitest';
import { DOMAINS } from './domains.ts';
import { openApiDocument, schemaOf } from './framework/openapi.ts';
import { placementMap, validateDomains } from './framework/registry.ts';
import type { Tables } from './framework/tables.ts';
import { placementViolations } from './runtime/conformance.ts';

const routes = DOMAINS.flatMap((domain) => domain.routes);
const endpoints = routes.map((route) => route.endpoint);

const base = await forThisFile(testDatabase<Tables>());

describe('the house', () => {
  it('stands: rooms in order, every path and name once, nothing unguarded', () => {
    expect(validateDomains(DOMAINS)).toEqual([]);
  });

  it('mirrors the contract: an endpoint is declared in the folder of the room that binds it', async () => {
    const folder = join(import.meta.dirname, '../../../packages/contract/src/api');
    const folderOf = new Map<unknown, string>();
    for (const path of globSync('*/*.ts', { cwd: folder })) {
      const exported = Object.values((await import(join(folder, path))) as object);
      // Endpoints common to several rooms are exported as an object of endpoints.
      for (const value of exported.flatMap((each) => [each, ...Object.values(each ?? {})])) {
        folderOf.set(value, dirname(path));
      }
    }
    const elsewhere = DOMAINS.flatMap(({ name, routes, served }) =>
      [...routes, ...(served?.routes ?? [])].map(({ endpoint }) => ({
        name: endpoint.name,
        room: name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        declaredIn: folderOf.get(endpoint),
      })),
    ).filter(({ room, declaredIn }) => declaredIn !== room);
    expect(elsewhere).toEqual([]);
  });

  it('every permission an endpoint asks is in the catalogue', () => {
    const unknown = endpoints.flatMap(({ name, permission }) =>
      typeof permission === 'string'
        ? []
        : permission.filter((each) => !isKnownPermission(each)).map((each) => `${name}: ${each}`),
    );
    expect(unknown).toEqual([]);
  });

  it('every permission a field asks is in the catalogue', () => {
    const unknown = endpoints.flatMap((endpoint) =>
      Object.entries((endpoint as { fields?: Record<string, { permission?: string }> }).fields ?? {})
        .filter(([, field]) => field.permission && !isKnownPermission(field.permission))
        .map(([name, field]) => `${endpoint.name}.${name}: ${field.permission}`),
    );
    expect(unknown).toEqual([]);
  });

  it('every change that is recorded names an operation type of the log, and what only asks is not recorded', () => {
    const recorded = endpoints.filter(({ method, isRecorded }) => method !== 'GET' && isRecorded !== false);
    const wrong = recorded.filter(({ operation }) => operation === undefined || !OperationType.has(operation));
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(recorded.filter(({ name }) => /preview/i.test(name)).map(({ name }) => name)).toEqual([]);
  });

  it('every change asks for an idempotency key unless repeating it is harmless or it proves who asks', () => {
    const without = endpoints
      .filter((each) => each.method !== 'GET' && each.idempotency === 'none')
      .map((each) => each.name);
    const harmless = /preview|upload|login|logout|report|captcha|preference|test|again|export|download|view/i;
    // A repetition is refused: the password has changed, the code is used up, the set-up is over.
    const proofs = [
      'auth.changePassword',
      'auth.beginTwoStep',
      'auth.confirmTwoStep',
      'auth.renewRecoveryCodes',
      'auth.endTwoStep',
      'setup.begin',
      'setup.finish',
      // Beginning again only offers another way in; what the provider answered counts once.
      'singleSignOn.begin',
      'singleSignOn.finish',
      // Asks the provider; what it answers counts once.
      'payments.ask',
      'cashOuts.confirm',
      'h5.followTransferToReceive',
      'cashOutChecks.query',
      'retailOrders.queryPayment',
      'retailRefunds.query',
      'statements.fetch',
      'subAccounts.query',
      // The code of WeChat counts once.
      'h5.signInByCode',
      // Says what became of a code; wrong ones are counted.
      'redeemCodes.lookUp',
    ];
    expect(without.filter((name) => !harmless.test(name) && !proofs.includes(name))).toEqual([]);
  });

  it('every change that requires a key and takes or tells a secret says so, and no other', () => {
    const secret =
      /"(password|secret|clientSecret|credentials|confirmationCode|recoveryCodes|accountNumber|bankCard)":/;
    const keyed = endpoints.filter(({ idempotency }) => idempotency === 'required');
    const holding = keyed.filter((each) =>
      secret.test(JSON.stringify([schemaOf(each.body, 'input'), schemaOf(each.answer, 'output')])),
    );
    expect(keyed.filter(({ holdsSecret }) => holdsSecret).map(({ name }) => name)).toEqual(
      holding.map(({ name }) => name),
    );
  });

  it('every table has a place in a distributed database, and its keys allow it', async () => {
    const violations = await placementViolations(base.database.pool, placementMap(DOMAINS));
    expect(violations).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument(endpoints, 'test') as {
    openapi: string;
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
  );

  it('says of every operation who may call it, on what, and how often', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(operations.length).toBe(endpoints.length);
    for (const { at, operation } of operations) {
      expect(operation['x-permission'], at).toBeTruthy();
      expect(['customer-tree', 'own', 'global'], at).toContain(operation['x-scope']);
      expect(['required', 'none'], at).toContain(operation['x-idempotency']);
    }
  });

  it('lists the refusals of every operation by their codes', () => {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const said = JSON.stringify(document.paths[path]?.[endpoint.method.toLowerCase()]?.['responses']);
      for (const refusal of endpoint.refusals) expect(said, endpoint.name).toContain(`"${refusal.code}"`);
    }
  });

  it('has an example for every operation that needs input, and it fits its own schema', () => {
    const missing: string[] = [];
    for (const { name, example, params, query, body, kind, method } of endpoints) {
      const parts = [
        params.safeParse(example?.params ?? {}),
        query.safeParse(example?.query ?? {}),
        ...(method === 'GET' || kind === 'upload' ? [] : [body.safeParse(example?.body)]),
      ];
      if (parts.some((part) => !part.success)) missing.push(name);
    }
    expect(missing).toEqual([]);
  });
});
