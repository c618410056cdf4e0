import { providerGaveNothing } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { invalid, malformed, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Answer, type Caller, TEST_NOW, testApp } from '@cardinal/testing/app.ts';
import { forThisFile } from '@cardinal/testing/forThisFile.ts';
import { ID_KINDS } from '@cardinal/testing/idKinds.ts';
import {
  filled,
  type IdPlace,
  type Input,
  idPlaces,
  isIn,
  isOfACustomer,
  placeKind,
} from '@cardinal/testing/idPlaces.ts';
import { type Objects, objectsOf } from '@cardinal/testing/objects.ts';
import { accountOperations, heldBy, opens, ROLE_ACCOUNTS, type RoleAccount } from '@cardinal/testing/operations.ts';
import { sheetOf } from '@cardinal/testing/sheets.ts';
import { watchedRows } from '@cardinal/testing/watchedRows.ts';
import { describe, expect, it } from 'vitest';

/** The demo's fixed customers and their ancestors. */
const CUSTOMERS = ['1', '10', '11', '12', '20', '3'] as const;
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  '1': [],
  '10': ['1'],
  '11': ['10', '1'],
  '12': ['10', '1'],
  '20': ['1'],
  '3': ['1'],
};
const HOME: Readonly<Record<RoleAccount, string>> = {
  admin: '1',
  operator: '1',
  agent: '10',
  subagent: '11',
  enterprise: '12',
  rival: '20',
  norole: '10',
  miniapp: '3',
};
const sees = (account: RoleAccount, owner: string) =>
  owner === HOME[account] || (ABOVE[owner] ?? []).includes(HOME[account]);

const NOBODY_HAS = '999999999999999';
const UNKNOWN: Objects = {
  ...(Object.fromEntries(ID_KINDS.map((kind) => [kind, NOBODY_HAS])) as Objects),
  iccid: '89860199999999999990',
  eid: '89049032009999999999999999999999',
};

/** What a caller sees of an answer; numbers it has sent itself are left out of the words. */
const outcome = ({ status, code, message, data }: Answer<unknown>, { method }: Endpoint, things: Objects) => {
  const total = (data as { total?: unknown } | null)?.total;
  const seen = JSON.stringify([status, code, message, total, method === 'GET' ? data : null]);
  return [things.iccid, things.eid].reduce((text, number) => text.replaceAll(number, '·'), seen);
};

const withBody = (name: string, body: object): Input => {
  const example = accountOperations.find((endpoint) => endpoint.name === name)?.example as Input | undefined;
  return { ...example, body: { ...(example?.body as object), ...body } };
};
const selecting = (body: object): Input => ({
  body: { action: 'edit_remark', source: { kind: 'ids', ids: ['1'] }, parameters: { remark: 'matrix' }, ...body },
});
const IMPORTED = { carrierAccountId: '1', customerId: '1', productCode: 'P1000' };
/** Inputs for places that an example leaves out and that need something beside them to be looked at. */
const FURTHER: Readonly<Record<string, readonly Input[]>> = {
  'recharges.check': [{ body: { id: '1', verdict: 'reject', reason: '金额不符' } }],
  'customPackages.check': [{ body: { id: '1', version: 1, verdict: 'reject', reason: '价格不合适' } }],
  'balanceClearing.check': [{ body: { id: '1', verdict: 'reject', reason: '卡还在用' } }],
  'accounts.add': [withBody('accounts.add', { dataScope: 'chosen', dataScopeCustomerIds: ['1'] })],
  'accounts.edit': [withBody('accounts.edit', { dataScope: 'chosen', dataScopeCustomerIds: ['1'] })],
  'displayStrategies.bind': [
    withBody('displayStrategies.bind', { packageIds: ['1'] }),
    withBody('displayStrategies.bind', { customerIds: ['1'] }),
  ],
  'cardEvents.previewRetry': [{ body: { source: { kind: 'lines', lines: [{ id: '1', at: TEST_NOW }] } } }],
  'cardSelection.preview': [
    selecting({}),
    selecting({ source: { kind: 'file', fileId: '1' } }),
    selecting({ source: { kind: 'set', setId: '1' } }),
    selecting({ action: 'set_tag', parameters: { tagIds: ['1'], tagMode: 'add' } }),
    selecting({ action: 'allocate_card', parameters: { targetCustomerId: '1' } }),
    selecting({ source: { kind: 'segment', startIccid: '1', endIccid: '1' } }),
  ],
  'codeNumberImports.upload': [{ body: { ...IMPORTED, smdpAccountId: '1', currency: 'CNY' } }],
  'esimCardImports.upload': [{ body: { carrierAccountId: '1', customerId: '1' } }],
  'pushDeliveries.replay': [
    { body: { by: 'range', subscriptionId: '1', from: TEST_NOW, to: TEST_NOW, isUndeliveredOnly: true } },
  ],
  'cardEvents.list': [{ query: { under: '1', underAt: TEST_NOW } }],
  'imports.upload': [{ body: { ...IMPORTED, kind: 1 } }],
  'notices.add': [
    withBody('notices.add', { audience: 'customers', customerIds: ['1'] }),
    withBody('notices.add', { audience: 'tags', tagIds: ['1'] }),
  ],
  'notices.edit': [
    withBody('notices.edit', { audience: 'customers', customerIds: ['1'] }),
    withBody('notices.edit', { audience: 'tags', tagIds: ['1'] }),
  ],
  'notices.preview': [
    { body: { audience: 'customers', customerIds: ['1'] } },
    { body: { audience: 'tags', tagIds: ['1'] } },
  ],
  'positions.view': [{ body: { iccid: '1' } }],
  'singleSignOn.saveProvider': [
    withBody('singleSignOn.saveProvider', { groupsClaim: 'groups', roleMap: [{ group: 'staff', roleId: '1' }] }),
  ],
  'singleSignOn.setLocalSignIn': [withBody('singleSignOn.setLocalSignIn', { accountIds: ['1'] })],
};
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SHEET = await sheetOf(['ICCID'], [['89860100000000000001']]);
const fileFor = ({ name, kind }: Endpoint) =>
  kind !== 'upload'
    ? {}
    : {
        file:
          name === 'customers.uploadLicence' ? { name: 'x.png', content: IMAGE } : { name: 'x.xlsx', content: SHEET },
      };

/** One way to name somebody's things: at these places, with one's own in the others. */
type Question = {
  readonly endpoint: Endpoint;
  readonly input: Input;
  readonly places: readonly IdPlace[];
  readonly others: readonly IdPlace[];
};

/** Every place of an operation by itself, and all places of an input together. */
function questionsOf(endpoint: Endpoint): Question[] {
  const places = idPlaces(endpoint).filter((place) => isOfACustomer(placeKind(endpoint, place)));
  const inputs = [endpoint.example ?? {}, ...(FURTHER[endpoint.name] ?? [])];
  const filledBy = (input: Input) => places.filter((place) => isIn(input, place.steps));
  return [
    ...places.map((place) => {
      const input = inputs.find((each) => isIn(each, place.steps)) ?? inputs[0] ?? {};
      return { endpoint, input, places: [place], others: filledBy(input).filter((each) => each !== place) };
    }),
    ...inputs
      .map((input) => ({ endpoint, input, places: filledBy(input), others: [] }))
      .filter((question) => question.places.length > 1),
  ];
}
const questions = accountOperations.flatMap(questionsOf);
const readsFirst = [
  ...questions.filter(({ endpoint }) => endpoint.method === 'GET'),
  ...questions.filter(({ endpoint }) => endpoint.method !== 'GET'),
];
const aboutOne = (question: Question) => `${question.endpoint.name} ${question.places.map(({ path }) => path)}`;

/** Questions whose answer came after the thing had been looked for. */
const answered = new Set<string>();
const early = new Map<string, Answer<unknown>>();
/** Looked for only once a channel fits, or a specification, which those of the matrix do not. */
const LATE: ReadonlySet<string> = new Set([
  'imports.pull body.ids.[]',
  'esimCardImports.upload body.customerId',
  'codeNumberImports.upload body.customerId',
  ...['create', 'edit'].map((verb) => `poolPackages.${verb} body.carrierAccountId`),
  'flowStrategies.add body.rules.[].limitStrategyId',
  'flowStrategies.edit body.rules.[].limitStrategyId',
  ...['add', 'edit'].flatMap((verb) =>
    ['carrierAccountId', 'tagIds.[]', 'limitStrategyId', 'cardNumbers'].map(
      (place) => `speedLimits.${verb} body.${place}`,
    ),
  ),
]);
/** Changes of whatever is found: of nothing, if nothing is found. */
const TAKES_ANY: ReadonlySet<string> = new Set([
  'auth.endSessions body.sessionIds.[]',
  'codeNumbers.unbindMany body.numberIds.[]',
]);
const TOO_EARLY = new Set([noPermission, invalid, malformed].map(({ code }) => code));
/** A refusal of the form is about the thing itself if that is the only field it names. */
const isAnswer = ({ places }: Question, { code, data }: Answer<unknown>): boolean => {
  const errors = (data as { errors?: { field: string }[] } | null)?.errors ?? [];
  return (
    !TOO_EARLY.has(code) ||
    (errors.length > 0 &&
      errors.every(({ field }) => places.some(({ key }) => field === key || field.endsWith(`.${key}`))))
  );
};

const callers = new Map<string, Caller>();
const objects = new Map<string, Objects>();

const world = await forThisFile(testApp({ demo: 'people' }));
for (const customer of CUSTOMERS) objects.set(customer, await objectsOf(world, customer));
for (const account of ROLE_ACCOUNTS) callers.set(account, await world.as(account));
const before = await watchedRows(world);

const caller = (account: string) => callers.get(account) as Caller;
let sent = 0;
/** Asks with the things of somebody, or of nobody, where the question names them. */
function ask(account: RoleAccount, question: Question, things: Objects): Promise<Answer<unknown>> {
  const { endpoint, input, places, others } = question;
  const own = objects.get(HOME[account]) as Objects;
  const made = filled(endpoint, filled(endpoint, input, others, own), places, things);
  sent += 1;
  // Some operations are limited per address and minute.
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return caller(account).call(endpoint, { ...made, ...fileFor(endpoint), address } as never);
}

describe('every operation for every role', () => {
  it.each(ROLE_ACCOUNTS.filter((account) => account !== 'norole'))(
    '%s cannot tell a foreign id from one that does not exist',
    async (account) => {
      const held = await heldBy(caller(account));
      const owners = CUSTOMERS.filter((each) => !sees(account, each));
      const leaks: string[] = [];
      if (owners.length === 0) return;
      for (const question of questions.filter(({ endpoint }) => opens(held, endpoint))) {
        const { endpoint } = question;
        const nobodys = await ask(account, question, UNKNOWN);
        if (isAnswer(question, nobodys)) answered.add(aboutOne(question));
        else if (nobodys.code !== noPermission.code) early.set(aboutOne(question), nobodys);
        if (nobodys.code === '200' && endpoint.operation && !TAKES_ANY.has(aboutOne(question)))
          leaks.push(`${aboutOne(question)}: takes what nobody has`);
        for (const owner of owners) {
          const theirs = objects.get(owner) as Objects;
          const answer = await ask(account, question, theirs);
          const [foreign, unknown] = [outcome(answer, endpoint, theirs), outcome(nobodys, endpoint, UNKNOWN)];
          if (foreign !== unknown) leaks.push(`${aboutOne(question)} of ${owner}: ${foreign} ≠ ${unknown}`);
        }
      }
      expect(leaks).toEqual([]);
    },
    300_000,
  );
});

describe('what the matrix asked', () => {
  it('names every kind of thing that an operation takes an id of', () => {
    const unknown = accountOperations.flatMap((endpoint) =>
      idPlaces(endpoint)
        .filter((place) => placeKind(endpoint, place) === undefined)
        .map(
          (place) => `${endpoint.name} takes ${place.path}, and KIND_OF in idPlaces.ts does not say what it stands for`,
        ),
    );
    expect(unknown).toEqual([]);
  });

  it('was looked for by every operation that somebody below the platform may use', async () => {
    const held = await Promise.all(
      ROLE_ACCOUNTS.filter((each) => HOME[each] !== '1').map((each) => heldBy(caller(each))),
    );
    const unanswered = questions
      .map((question) => [aboutOne(question), question.endpoint] as const)
      .filter(
        ([about, endpoint]) => held.some((each) => opens(each, endpoint)) && !answered.has(about) && !LATE.has(about),
      )
      .map(
        ([about]) =>
          `${about}: add an input to FURTHER that is not refused as ${JSON.stringify(early.get(about)?.data)}`,
      );
    expect(unanswered).toEqual([]);
  });

  it('was given no page of a list for the cursor of somebody else', async () => {
    const held = await heldBy(caller('subagent'));
    const given: string[] = [];
    let compared = 0;
    for (const list of accountOperations.filter(
      (each) => idPlaces(each).some(({ key }) => key === 'cursor') && opens(held, each),
    )) {
      const query = { ...list.example?.query, pageNum: 1, pageSize: 10 };
      const first = await caller('agent').call(list, { query } as never);
      const { nextCursor: cursor } = (first.data ?? {}) as { nextCursor?: string | null };
      if (!cursor) continue;
      compared += 1;
      const [theirs, invented] = [
        await caller('subagent').call(list, { query: { ...query, cursor } } as never),
        await caller('subagent').call(list, { query: { ...query, cursor: 'invented' } } as never),
      ];
      if (theirs.code !== invalid.code || outcome(theirs, list, UNKNOWN) !== outcome(invented, list, UNKNOWN))
        given.push(`${list.name}: ${theirs.code} ${theirs.message}`);
    }
    expect(given).toEqual([]);
    expect(compared).toBeGreaterThan(3);
  });

  it('changed nothing, for all it asked', async () => {
    expect(await watchedRows(world)).toEqual(before);
  });

  it('finds with the same questions what is one’s own', async () => {
    const held = await heldBy(caller('agent'));
    const own = objects.get('10') as Objects;
    const unseen: string[] = [];
    for (const question of questions.filter(({ endpoint }) => endpoint.method === 'GET' && opens(held, endpoint))) {
      const { code, message } = await ask('agent', question, own);
      // Found, and its provider, whose address is invented, said nothing.
      if (code !== '200' && code !== providerGaveNothing.code) unseen.push(`${aboutOne(question)}: ${code} ${message}`);
    }
    expect(unseen).toEqual([]);
  });

  it('named things that exist: of every kind one is found by those whose it is', async () => {
    const real = new Set<string>();
    /** Also how many were found or changed; ids made by the question itself are left out. */
    const seen = (answer: Answer<unknown>, { endpoint }: Question, things: Objects) =>
      outcome(answer, endpoint, things) +
      JSON.stringify(answer.data, (_, value) => (typeof value === 'string' ? '' : value));
    for (const account of ['agent', 'admin'] as const) {
      const held = await heldBy(caller(account));
      const own = objects.get(HOME[account]) as Objects;
      for (const question of readsFirst) {
        const { endpoint, places } = question;
        const kind = placeKind(endpoint, places[0] as IdPlace) ?? '';
        if (places.length > 1 || real.has(kind) || !opens(held, endpoint)) continue;
        const [mine, nobodys] = [await ask(account, question, own), await ask(account, question, UNKNOWN)];
        if (seen(mine, question, own) !== seen(nobodys, question, UNKNOWN)) real.add(kind);
      }
    }
    expect(ID_KINDS.filter((kind) => !real.has(kind))).toEqual([]);
  });
});
