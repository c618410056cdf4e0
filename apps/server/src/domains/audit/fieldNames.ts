import { FIELD_WORDS } from '@cardinal/contract/api/audit/fieldWords.ts';
import type { Fields } from '@cardinal/contract/framework/fields.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { boundRoutes } from '../../framework/domain.ts';

type Labels = ReadonlyMap<string, readonly { readonly of: string; readonly label: Text }[]>;

const familyOf = (endpoint: string): string => endpoint.slice(0, endpoint.indexOf('.'));
/** Names of columns are noted as they are. */
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const known = new WeakMap<object, Labels>();

/** The labels of all fields of all lists, by name. */
function labelsOf(ctx: Ctx): Labels {
  const routes = ctx.contributed(boundRoutes);
  const before = known.get(routes);
  if (before) return before;
  const labels = new Map<string, { of: string; label: Text }[]>();
  for (const { endpoint, dataset } of routes.values()) {
    if (!dataset) continue;
    for (const [name, { label }] of Object.entries((endpoint as unknown as { fields: Fields }).fields)) {
      labels.set(name, [...(labels.get(name) ?? []), { of: familyOf(endpoint.name), label }]);
    }
  }
  known.set(routes, labels);
  return labels;
}

/** The label most lists have. */
function commonest(labels: readonly { readonly label: Text }[]): Text | undefined {
  const count = (wanted: Text) => labels.filter(({ label }) => label.zh === wanted.zh).length;
  return labels.map(({ label }) => label).toSorted((a, b) => count(b) - count(a))[0];
}

/** What the fields are called that an operation noted: as in the lists of its own family, else as in most, else by a word of the log. */
export function fieldNames(ctx: Ctx, endpoint: string, ...noted: readonly unknown[]): Record<string, string> {
  const names = new Set(noted.flatMap((each) => (each && typeof each === 'object' ? Object.keys(each) : [])));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const labels = labelsOf(ctx).get(camel(name)) ?? [];
      const own = labels.find(({ of }) => of === familyOf(endpoint))?.label;
      const label = own ?? FIELD_WORDS[camel(name)] ?? commonest(labels);
      return label ? [[name, say(label, ctx.language)]] : [];
    }),
  );
}
