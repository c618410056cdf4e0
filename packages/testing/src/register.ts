import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import type { AnyRegister } from '@cardinal/contract/framework/register.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Tables } from '@cardinal/server/framework/tables.ts';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** The platform of the demo, and a customer that neither sees nor is seen by an agent of it. */
const [OWNER, STRANGER] = ['1', '20'];

type Proof = {
  /** Whose entry it is, by login. */
  readonly owner: string;
  readonly body: object;
  readonly edited: object;
  /** What the list shows of `edited`, where that differs. */
  readonly shown?: object;
  /** Of columns before and after the edit, as the operation log keeps them. */
  readonly noted?: { readonly before: object; readonly after: object };
  /** Accounts to whom the entry does not exist though they keep the same register. */
  readonly others?: readonly string[];
  /** Where entries of the platform stand by customer: one that is another's does not exist. */
  readonly table?: keyof Tables & string;
};

/** An entry is created, edited and deleted, and what a register promises meanwhile is kept. Answers the entry's id. */
export async function keepsRegister(host: TestApp, register: AnyRegister, proof: Proof): Promise<string> {
  const { idKey, isVersioned, duplicate, notFound } = register;
  const [create, remove] = [register.create as Endpoint, register.remove as Endpoint];
  const owner = await host.as(proof.owner);
  const { id } = (await owner.ask(create, { body: proof.body })) as { id: string };
  const edited = { [idKey]: id, ...proof.edited, ...(isVersioned ? { version: 1 } : {}) };
  await owner.ask(register.edit, { body: edited });
  const rowsOf = async (who: typeof owner) =>
    (await who.ask(register.list as ListEndpoint, { query: { pageSize: 200 } })) as unknown as {
      list: { id: string }[];
    };
  expect((await rowsOf(owner)).list.find((row) => row.id === id)).toMatchObject(proof.shown ?? proof.edited);
  const [log] = await host.db.selectFrom('audit.operation_log').selectAll().orderBy('id', 'desc').limit(1).execute();
  expect(log).toMatchObject({ object_id: id });
  expect(log?.before_value).toMatchObject(proof.noted?.before ?? {});
  expect(log?.after_value).toMatchObject(proof.noted?.after ?? {});
  if (isVersioned) expect((await owner.call(register.edit, { body: edited })).code).toBe(changedByAnother.code);
  if (duplicate) {
    const second = await owner.call(create, { body: { ...proof.body, ...proof.edited } });
    expect(second.code).toBe(duplicate.code);
    const { errors } = second.data as unknown as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field in proof.body)).toEqual([true]);
  }
  const existsNotFor = async (other: typeof owner) => {
    expect((await rowsOf(other)).list.map((row) => row.id)).not.toContain(id);
    expect((await other.call(register.edit, { body: edited })).code).toBe(notFound.code);
    expect((await other.call(remove, { body: { [idKey]: id } })).code).toBe(notFound.code);
  };
  for (const account of proof.others ?? []) await existsNotFor(await host.as(account));
  if (proof.table) {
    const entries = host.db as unknown as Kysely<Record<string, { id: string; customer_id: string }>>;
    const entry = () => entries.updateTable(proof.table as string).where('id', '=', id);
    await entry().set({ customer_id: STRANGER }).execute();
    await existsNotFor(owner);
    await entry().set({ customer_id: OWNER }).execute();
  }
  await owner.ask(remove, { body: { [idKey]: id } });
  expect((await owner.call(remove, { body: { [idKey]: id } })).code).toBe(notFound.code);
  return id;
}
